import type { Static } from 'typebox';
import type { PeopleContext } from '../people-context.ts';
import { findPerson, findPersonByEmail, type Membership, type PersonRow, readMemberships } from '../store.ts';
import type { AccountsElsewhere } from '../wire.ts';

export const accountsPath = '/cells/accounts';

type Listed = { accounts: { accountId: string; name: string; role: Membership['role'] }[] };

/**
 * Lists the accounts in other cells of the person with the same e-mail address. Nobody else may have this address, so it
 * must be verified in both cells. A cell that does not answer within two seconds is named, and the rest is listed.
 */
export async function listElsewhere(
  ctx: Pick<PeopleContext, 'db' | 'cells'>,
  { personId }: { personId: string },
): Promise<Static<typeof AccountsElsewhere>> {
  const { cells } = ctx;
  const person = await findPerson(ctx.db.people, personId);
  const isVerified = person?.email_verified_at != null;
  if (!cells || !person || !isVerified) return { isVerified, cells: [] };
  const answers = await cells.askOthers<Listed>(accountsPath, { email: person.email });
  return {
    isVerified,
    cells: answers.map((answer) => ({
      cell: answer.cell,
      isReachable: 'body' in answer,
      accounts: 'body' in answer ? answer.body.accounts : [],
    })),
  };
}

/** What this cell tells another one. */
export async function listHere(ctx: Pick<PeopleContext, 'db'>, { email }: { email: string }): Promise<Listed> {
  const person = await findPersonByEmail(ctx.db.people, email);
  if (!person || !isKnownElsewhere(person)) return { accounts: [] };
  const own = await readMemberships(ctx.db.people, person.person_id);
  return { accounts: own.map(({ account_id: accountId, name, role }) => ({ accountId, name, role })) };
}

/** Operators sign in at their own cell: no other cell can vouch for them. */
export function isKnownElsewhere(person: PersonRow): boolean {
  return person.email_verified_at !== null && !person.is_operator;
}
