import { commandLine } from '../../audit/write-audit.ts';
import type { PeopleContext } from '../people-context.ts';
import { makeResetLink } from '../sign-in/request-reset.ts';
import { readOperators } from '../store.ts';
import { createPerson } from './create-person.ts';
import { invitationMs } from './send-link.ts';

/**
 * Makes sure that an operator can sign in. Returns undefined if an operator can already sign in. Otherwise returns a
 * link with which an operator sets a password. If there is no operator yet, creates one with the address from
 * `chooseEmail`.
 */
export async function prepareFirstOperator(
  ctx: Pick<PeopleContext, 'db' | 'clock' | 'baseUrl' | 'tag'>,
  { chooseEmail }: { chooseEmail: () => Promise<string> },
): Promise<{ email: string; link: string } | undefined> {
  const operators = await readOperators(ctx.db.people);
  if (operators.some(({ canSignIn }) => canSignIn)) return undefined;
  const { email, person_id } = operators[0] ?? (await createFirst(ctx, await chooseEmail()));
  const person = { person_id };
  return { email, link: await makeResetLink(ctx, ctx.db.people, { person, isMailed: false, keptMs: invitationMs }) };
}

async function createFirst(ctx: Pick<PeopleContext, 'db' | 'clock'>, email: string) {
  const { personId } = await createPerson(ctx, { email, isOperator: true, by: commandLine });
  return { email, person_id: personId };
}
