import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';

import type { Row, Tables } from '../db/tables.ts';
import type { Role } from '../http/access/principal.ts';

/** SQL on `person` and `recovery_code`, and on the `member` rows of one person. */
type System = Kysely<Tables>;

export type PersonRow = Omit<Row<'person'>, 'is_operator'> & { is_operator: boolean };

export const plainEmail = (email: string): string => email.trim().toLowerCase();

export async function findPersonByEmail(system: System, email: string): Promise<PersonRow | undefined> {
  return system.selectFrom('person').selectAll().where('email', '=', plainEmail(email)).executeTakeFirst();
}

export async function findPersonBySso(
  system: System,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<PersonRow | undefined> {
  return system
    .selectFrom('person')
    .selectAll()
    .where('sso_issuer', '=', issuer)
    .where('sso_subject', '=', subject)
    .executeTakeFirst();
}

/** With `lock`, locks the row until the transaction ends. */
export async function findPerson(
  system: System,
  personId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<PersonRow | undefined> {
  const statement = system.selectFrom('person').selectAll().where('person_id', '=', personId);
  return (lock ? statement.forUpdate() : statement).executeTakeFirst();
}

export async function hasPeople(system: System): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from person) as has`.execute(system);
  return rows[0]?.has ?? false;
}

/** Operators, oldest first. `canSignIn` is false until the person has set a password or used single sign-on. */
export async function readOperators(
  system: System,
): Promise<{ person_id: string; email: string; canSignIn: boolean }[]> {
  const { rows } = await sql<{ person_id: string; email: string; canSignIn: boolean }>`select person_id, email,
      password_hash is not null or sso_subject is not null as "canSignIn"
    from person where is_operator order by person_id`.execute(system);
  return rows;
}

/** Throws if the account is being moved to another cell, or has been moved (schema/functions/accounts.sql). */
export async function requireOpen(system: System, accountId: string): Promise<void> {
  await sql`select require_open(${accountId}::text)`.execute(system);
}

export async function insertPerson(system: System, row: Insertable<Tables['person']>): Promise<void> {
  await system.insertInto('person').values(row).execute();
}

export async function updatePerson(
  system: System,
  personId: string,
  change: Updateable<Tables['person']>,
): Promise<void> {
  await system.updateTable('person').set(change).where('person_id', '=', personId).execute();
}

export async function deletePerson(system: System, personId: string): Promise<void> {
  await system.deleteFrom('person').where('person_id', '=', personId).execute();
}

/**
 * Marks the time step of a code as used, so that each code works only once. Returns false if that step or a later step
 * was already used.
 */
export async function takeTotpStep(
  system: System,
  { personId, step }: { personId: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await system
    .updateTable('person')
    .set({ totp_step: step })
    .where('person_id', '=', personId)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function takeRecoveryCode(
  system: System,
  { personId, hash }: { personId: string; hash: Buffer },
): Promise<boolean> {
  const { numDeletedRows } = await system
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  system: System,
  { personId, hashes }: { personId: string; hashes: Buffer[] },
): Promise<void> {
  await system.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  if (hashes.length > 0)
    await system
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ person_id: personId, hash })))
      .execute();
}

export type Membership = { account_id: string; name: string; role: Role };

/**
 * The person's accounts in the order of their names. With `limit`, PostgreSQL looks up each account by its id. A join
 * read all accounts of the cell if the person has many (10 ms instead of 3 ms for 1,000 of 100,000).
 */
const ofPerson = (personId: string) => sql`select m.account_id, a.name, m.role from member m
  cross join lateral (select a.name from account a where a.account_id = m.account_id limit 1) a
  where m.person_id = ${personId}::uuid order by a.name, m.account_id`;

export async function readMemberships(system: System, personId: string): Promise<Membership[]> {
  return (await sql<Membership>`${ofPerson(personId)}`.execute(system)).rows;
}

/** The first of the person's accounts in the order of their names; undefined if there is none. */
export async function firstAccountOf(system: System, personId: string): Promise<string | undefined> {
  return (await sql<Membership>`${ofPerson(personId)} limit 1`.execute(system)).rows[0]?.account_id;
}

export async function isMemberOf(system: System, own: { personId: string; accountId: string }): Promise<boolean> {
  const member = system.selectFrom('member').select('role').where('account_id', '=', own.accountId);
  return (await member.where('person_id', '=', own.personId).executeTakeFirst()) !== undefined;
}

/** Returns false if the person is already a member. */
export async function insertMember(system: System, row: Tables['member']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await system
    .insertInto('member')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function accountName(system: System, accountId: string): Promise<string | undefined> {
  const row = await system.selectFrom('account').select('name').where('account_id', '=', accountId).executeTakeFirst();
  return row?.name;
}

/** Lists people for the operator: the members of the given account, or all people if `accountId` is null. */
export async function readPersonLines(system: System, accountId: string | null): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select p.person_id as "personId", p.email, p.name,
      p.is_operator as operator, p.password_hash is not null as password, p.totp_confirmed_at is not null as codes,
      p.sso_subject is not null as sso, p.last_seen_at as "lastSeen",
      (select string_agg(a.name || ': ' || m.role, ', ' order by a.name) from member m join account a using (account_id)
        where m.person_id = p.person_id) as accounts
    from person p where ${accountId}::uuid is null
      or exists (select from member m where m.person_id = p.person_id and m.account_id = ${accountId}::uuid)
    order by p.email`.execute(system);
  return rows;
}
