import { commandLine } from '../../audit/write-audit.ts';
import { dayMs } from '../../base/durations.ts';
import type { PeopleContext } from '../people-context.ts';
import { makeResetLink } from '../sign-in/request-reset.ts';
import { readOperators } from '../store.ts';
import { createPerson } from './create-person.ts';

const linkKeptMs = 7 * dayMs;

/**
 * Makes sure that an operator can sign in. Returns undefined if one already can. Otherwise creates the first operator,
 * unless an earlier start has, and returns a link with which they set their password. `chooseEmail` is called only if
 * there is no operator at all.
 */
export async function prepareFirstOperator(
  ctx: Pick<PeopleContext, 'db' | 'clock' | 'baseUrl'>,
  { chooseEmail }: { chooseEmail: () => Promise<string> },
): Promise<{ email: string; link: string } | undefined> {
  const operators = await readOperators(ctx.db.people);
  if (operators.some(({ canSignIn }) => canSignIn)) return undefined;
  const { email, person_id } = operators[0] ?? (await createFirst(ctx, await chooseEmail()));
  const person = { person_id };
  return { email, link: await makeResetLink(ctx, ctx.db.people, { person, isMailed: false, keptMs: linkKeptMs }) };
}

async function createFirst(ctx: Pick<PeopleContext, 'db' | 'clock'>, email: string) {
  const { personId } = await createPerson(ctx, { email, isOperator: true, by: commandLine });
  return { email, person_id: personId };
}
