import { type Kysely, sql } from 'kysely';
import type { Look, Tx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { DueRow, OwnScheduleRow } from './schedule-store.ts';

/** SQL on `connection_sync_schedule`: schedules of connections with sync settings of their own. */
export type OwnDueRow = DueRow & { connectionId: string };

const columns = <T extends object, K extends keyof T>(rows: readonly T[], name: K) => rows.map((row) => row[name]);

export async function saveOwnSchedules(tx: Tx, rows: readonly OwnScheduleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into connection_sync_schedule (account_id, company_id, connection_id, data_type, schedule, next_at)
    select ${tx.accountId}::uuid, i.* from unnest(${columns(rows, 'companyId')}::uuid[],
      ${columns(rows, 'connectionId')}::uuid[], ${columns(rows, 'dataType')}::text[],
      ${columns(rows, 'schedule')}::text[], ${columns(rows, 'nextAt')}::timestamptz[])
      i (company_id, connection_id, data_type, schedule, next_at)
    on conflict (account_id, company_id, connection_id, data_type) do update
      set schedule = excluded.schedule, next_at = excluded.next_at`.execute(tx);
}

export async function deleteOwnSchedules(
  tx: Tx,
  rows: readonly Pick<OwnScheduleRow, 'companyId' | 'connectionId' | 'dataType'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from connection_sync_schedule d
    using unnest(${columns(rows, 'companyId')}::uuid[], ${columns(rows, 'connectionId')}::uuid[],
      ${columns(rows, 'dataType')}::text[]) i (company_id, connection_id, data_type)
    where d.account_id = ${tx.accountId}::uuid and d.company_id = i.company_id
      and d.connection_id = i.connection_id and d.data_type = i.data_type`.execute(tx);
}

export const isAnyOwnScheduleDue = ({ now }: Look) =>
  sql<boolean>`exists (select from connection_sync_schedule where next_at <= ${now})`;

/** Returns due schedules of all accounts, oldest first, and locks them. Other workers skip locked rows. */
export async function lockOwnDue(
  system: Kysely<Tables>,
  { at, limit }: { at: Date; limit: number },
): Promise<OwnDueRow[]> {
  const { rows } = await sql<OwnDueRow>`select s.account_id as "accountId", s.company_id as "companyId",
      s.connection_id as "connectionId", s.data_type as "dataType", s.schedule, s.next_at as "nextAt"
    from connection_sync_schedule s where s.next_at <= ${at}::timestamptz order by s.next_at limit ${limit}
    for update skip locked`.execute(system);
  return rows;
}

/** Sets the next due time. The caller holds the locks from `lockOwnDue`. */
export async function moveOwnDue(
  system: Kysely<Tables>,
  rows: readonly (OwnDueRow & { movedTo: Date })[],
): Promise<void> {
  await sql`update connection_sync_schedule s set next_at = i.next_at
    from unnest(${columns(rows, 'accountId')}::uuid[], ${columns(rows, 'companyId')}::uuid[],
      ${columns(rows, 'connectionId')}::uuid[], ${columns(rows, 'dataType')}::text[],
      ${columns(rows, 'movedTo')}::timestamptz[]) i (account_id, company_id, connection_id, data_type, next_at)
    where s.account_id = i.account_id and s.company_id = i.company_id and s.connection_id = i.connection_id
      and s.data_type = i.data_type`.execute(system);
}
