import type { Static } from 'typebox';
import type { PeopleContext } from '../people-context.ts';
import { sessionEnded } from '../refusals.ts';
import { findPerson, readMemberships } from '../store.ts';
import type { Session } from '../wire.ts';
import { readSession } from './session-store.ts';

/** Returns the signed-in person, the current account and the accounts that the person is a member of. */
export async function showSession(
  ctx: Pick<PeopleContext, 'db' | 'sessions' | 'version'>,
  { sessionId }: { sessionId: string },
): Promise<Static<typeof Session>> {
  const row = await readSession(ctx.db.people, sessionId);
  const person = row && (await findPerson(ctx.db.people, row.person_id));
  if (!row || !person) throw sessionEnded();
  const accounts = await readMemberships(ctx.db.people, row.person_id);
  return {
    person: {
      personId: row.person_id,
      email: row.email,
      name: row.name,
      hasTotp: row.has_totp,
      hasPassword: person.password_hash !== null,
      isOperator: row.is_operator,
      needsSecondFactor: ctx.sessions.needsSecondFactor(row),
    },
    ...(row.account_id &&
      row.role && {
        account: {
          accountId: row.account_id,
          name: row.account_name,
          plan: row.plan,
          role: row.role,
          webhookGeneration: row.webhook_generation,
        },
      }),
    accounts: accounts.map((account) => ({ accountId: account.account_id, name: account.name, role: account.role })),
    expires: ctx.sessions.expiresAt(row).toISOString(),
    version: ctx.version,
  };
}
