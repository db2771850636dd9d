import { sql } from 'kysely';
import Type from 'typebox';
import type { Tx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { Role } from '../../http/access/principal.ts';
import { column, columns } from '../../lists/columns.ts';
import { countedList } from '../../lists/page/counted-list.ts';
import type { List } from '../../lists/page/read-page.ts';
import { time, uuid } from '../../lists/wire.ts';
import { RoleName } from '../wire.ts';

/** SQL on `member` and `invitation` of the current account. */
const memberColumns = columns({
  personId: column(sql`m.person_id`, uuid),
  email: column(sql`m.email`, Type.String()),
  name: column(sql`m.name`, Type.String()),
  role: column(sql`m.role`, RoleName),
  hasTotp: column(sql`m.has_totp`, Type.Boolean()),
  joined: column(sql`m.joined_at`, time),
  lastSeen: column(
    sql`m.last_seen_at`,
    Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the person last used the service. Updated at most once a minute.',
      }),
    ),
  ),
});
export const Member = Type.Object(memberColumns.shape, { title: 'Member' });

export function memberList(accountId: string): List {
  return countedList({
    name: 'team',
    small: true,
    from: sql`team() m`,
    scope: sql<boolean>`m.account_id = ${accountId}::uuid`,
    record: memberColumns.json,
    fields: memberColumns.fields,
    key: { expression: sql`m.person_id`, type: sql`uuid`, descending: false },
  });
}

/** Returns one member as the JSON text that the API returns. */
export async function readMember(tx: Tx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`select ${memberColumns.json} as json from team() m
    where m.account_id = ${tx.accountId}::uuid and m.person_id = ${personId}::uuid`.execute(tx);
  return rows[0]?.json;
}

export type TeamRow = { person_id: string; email: string; role: Role };

/**
 * Returns the members. Locks the account row, so that two concurrent changes cannot remove the last two administrators.
 */
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

const invitationColumns = columns({
  invitationId: column(sql`i.invitation_id`, uuid),
  email: column(sql`i.email`, Type.String()),
  role: column(sql`i.role`, RoleName),
  invitedBy: column(sql`i.invited_by`, Type.String()),
  isMailed: column(sql`i.is_mailed`, Type.Boolean({ description: 'Whether the link was mailed to the address.' })),
  created: column(sql`i.created_at`, time),
  expires: column(sql`i.expires_at`, time),
});
export const Invitation = Type.Object(invitationColumns.shape, { title: 'Invitation' });
export const MadeInvitation = Type.Object(
  {
    ...invitationColumns.shape,
    link: Type.Optional(
      Type.String({
        description:
          'The invitation link, to pass on to the person. Present only if the service has no mail server. It is not shown again.',
      }),
    ),
  },
  { title: 'MadeInvitation' },
);

export function invitationList({ accountId, now }: { accountId: string; now: Date }): List {
  return countedList({
    name: 'invitations',
    small: true,
    from: sql`invitation i`,
    scope: sql<boolean>`i.account_id = ${accountId}::uuid and i.used_at is null and i.expires_at > ${now}::timestamptz`,
    record: invitationColumns.json,
    fields: invitationColumns.fields,
    key: { expression: sql`i.invitation_id`, type: sql`uuid`, descending: true },
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
