import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';

/** SQL on `password_reset`, and on `invitation` rows that are found by token or e-mail address. */
type System = Kysely<Tables>;

export async function findInvitation(
  system: System,
  tokenHash: Buffer,
  { lock = false }: { lock?: boolean } = {},
): Promise<Tables['invitation'] | undefined> {
  const statement = system.selectFrom('invitation').selectAll().where('token_hash', '=', tokenHash);
  return (lock ? statement.forUpdate() : statement).executeTakeFirst();
}

/** Returns the pending invitations of all accounts to an e-mail address, and locks the rows. */
export async function lockInvitationsTo(
  system: System,
  { email, now }: { email: string; now: Date },
): Promise<Tables['invitation'][]> {
  return system
    .selectFrom('invitation')
    .selectAll()
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .execute();
}

export async function markInvitationUsed(
  system: System,
  { account_id, invitation_id }: Pick<Tables['invitation'], 'account_id' | 'invitation_id'>,
  at: Date,
): Promise<void> {
  await system
    .updateTable('invitation')
    .set({ used_at: at })
    .where('account_id', '=', account_id)
    .where('invitation_id', '=', invitation_id)
    .execute();
}

export async function findReset(
  system: System,
  tokenHash: Buffer,
  { lock = false }: { lock?: boolean } = {},
): Promise<Tables['password_reset'] | undefined> {
  const statement = system.selectFrom('password_reset').selectAll().where('token_hash', '=', tokenHash);
  return (lock ? statement.forUpdate() : statement).executeTakeFirst();
}

export async function insertReset(system: System, row: Omit<Tables['password_reset'], 'used_at'>): Promise<void> {
  await system
    .insertInto('password_reset')
    .values({ ...row, used_at: null })
    .execute();
}

/** Marks all unused reset links of the person as used, because using one link invalidates the others. */
export async function markResetsUsed(system: System, personId: string, at: Date): Promise<void> {
  await system
    .updateTable('password_reset')
    .set({ used_at: at })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
}
