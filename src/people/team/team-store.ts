import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { type Role, roles } from '../../http/access/principal.ts';
import { columnFields } from '../../lists/fields.ts';
import { jsonObject, jsonPlain, jsonText, jsonTime } from '../../lists/json-text.ts';
import { countedList } from '../../lists/page/counted-list.ts';
import type { List } from '../../lists/page/read-page.ts';

/** SQL on `member` and `invitation` of the current account. */
const member = (name: string) => sql.ref(`m.${name}`);

const memberRecord = jsonObject([
  { name: 'personId', json: jsonPlain(member('person_id')) },
  { name: 'email', json: jsonText(member('email')) },
  { name: 'name', json: jsonText(member('name')) },
  { name: 'role', json: jsonPlain(member('role')) },
  { name: 'hasTotp', json: sql`m.has_totp::text` },
  { name: 'joined', json: jsonTime(member('joined_at')) },
  { name: 'lastSeen', json: jsonTime(member('last_seen_at')), absent: sql`m.last_seen_at is null` },
]);

export function memberList(accountId: string): List {
  return countedList({
    name: 'team',
    small: true,
    from: sql`team() m`,
    scope: sql<boolean>`m.account_id = ${accountId}::uuid`,
    record: memberRecord,
    fields: columnFields({
      personId: { kind: 'uuid', column: member('person_id') },
      email: { kind: 'text', column: member('email') },
      name: { kind: 'text', column: member('name') },
      role: { kind: 'choice', choices: roles, column: member('role') },
      hasTotp: { kind: 'boolean', column: member('has_totp') },
      joined: { kind: 'time', column: member('joined_at') },
      lastSeen: { kind: 'time', column: member('last_seen_at') },
    }),
    key: { expression: member('person_id'), type: sql`uuid`, descending: false },
  });
}

/** Returns one member as the JSON text that the API returns. */
export async function readMember(tx: Tx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`select ${memberRecord} as json from team() m
    where m.account_id = ${tx.accountId}::uuid and m.person_id = ${personId}::uuid`.execute(tx);
  return rows[0]?.json;
}

export type TeamRow = { person_id: string; email: string; role: Role };

/** Locks the account row, so that two concurrent changes cannot remove the last two administrators. */
export async function lockTeam(tx: Tx): Promise<TeamRow[]> {
  await tx.selectFrom('account').select('account_id').where('account_id', '=', tx.accountId).forUpdate().execute();
  const { rows } =
    await sql<TeamRow>`select person_id, email, role from team() where account_id = ${tx.accountId}::uuid`.execute(tx);
  return rows;
}

export async function setRole(tx: Tx, { personId, role }: { personId: string; role: Role }): Promise<void> {
  await tx
    .updateTable('member')
    .set({ role })
    .where('account_id', '=', tx.accountId)
    .where('person_id', '=', personId)
    .execute();
}

export async function deleteMember(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('member').where('account_id', '=', tx.accountId).where('person_id', '=', personId).execute();
}

export async function readTeamSettings(tx: Tx): Promise<{ secondFactorRequired: boolean }> {
  const row = await tx
    .selectFrom('account')
    .select('second_factor_required')
    .where('account_id', '=', tx.accountId)
    .executeTakeFirstOrThrow();
  return { secondFactorRequired: row.second_factor_required };
}

const invitation = (name: string) => sql.ref(`i.${name}`);

export function invitationList({ accountId, now }: { accountId: string; now: Date }): List {
  return countedList({
    name: 'invitations',
    small: true,
    from: sql`invitation i`,
    scope: sql<boolean>`i.account_id = ${accountId}::uuid and i.used_at is null and i.expires_at > ${now}::timestamptz`,
    record: jsonObject([
      { name: 'invitationId', json: jsonPlain(invitation('invitation_id')) },
      { name: 'email', json: jsonText(invitation('email')) },
      { name: 'role', json: jsonPlain(invitation('role')) },
      { name: 'invitedBy', json: jsonText(invitation('invited_by')) },
      { name: 'isMailed', json: sql`i.is_mailed::text` },
      { name: 'created', json: jsonTime(invitation('created_at')) },
      { name: 'expires', json: jsonTime(invitation('expires_at')) },
    ]),
    fields: columnFields({
      invitationId: { kind: 'uuid', column: invitation('invitation_id') },
      email: { kind: 'text', column: invitation('email') },
      role: { kind: 'choice', choices: roles, column: invitation('role') },
      invitedBy: { kind: 'text', column: invitation('invited_by') },
      isMailed: { kind: 'boolean', column: invitation('is_mailed') },
      created: { kind: 'time', column: invitation('created_at') },
      expires: { kind: 'time', column: invitation('expires_at') },
    }),
    key: { expression: invitation('invitation_id'), type: sql`uuid`, descending: true },
  });
}

/** Replaces a pending invitation to the same e-mail address. The link of the replaced invitation stops working. */
export async function replaceInvitation(
  tx: Tx,
  row: Omit<Tables['invitation'], 'account_id' | 'used_at'>,
): Promise<void> {
  await tx
    .deleteFrom('invitation')
    .where('account_id', '=', tx.accountId)
    .where('email', '=', row.email)
    .where('used_at', 'is', null)
    .execute();
  await tx
    .insertInto('invitation')
    .values({ ...row, account_id: tx.accountId, used_at: null })
    .execute();
}

export async function noteMailed(tx: Tx, invitationId: string): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ is_mailed: true })
    .where('account_id', '=', tx.accountId)
    .where('invitation_id', '=', invitationId)
    .execute();
}

export async function deleteInvitation(
  tx: Tx,
  invitationId: string,
): Promise<{ email: string; role: Role } | undefined> {
  return tx
    .deleteFrom('invitation')
    .where('account_id', '=', tx.accountId)
    .where('invitation_id', '=', invitationId)
    .where('used_at', 'is', null)
    .returning(['email', 'role'])
    .executeTakeFirst();
}
