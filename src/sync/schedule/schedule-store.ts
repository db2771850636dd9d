import { type Kysely, sql } from 'kysely';
import type { PlanName } from '../../accounts/plans.ts';
import type { Look, Tx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { StoredSettings, SyncSetting } from '../settings/settings.ts';
import type { Period } from './schedule-moments.ts';

/** SQL on `sync_schedule`. */
export type ScheduleRow = { companyId: string; dataType: string; schedule: Period; nextAt: Date };
/** Of a connection with settings of its own (own-schedule-store.ts). */
export type OwnScheduleRow = ScheduleRow & { connectionId: string };

const columns = <T extends object, K extends keyof T>(rows: readonly T[], name: K) => rows.map((row) => row[name]);

/**
 * Locks companies of the account until the transaction ends. Refreshing schedules and linking a connection both take
 * this lock, so they run one after the other, and the second one sees what the first one has committed.
 */
export async function lockCompanies(
  tx: Tx,
  which: { companyId: string } | { after: string | null; limit: number },
): Promise<string[]> {
  const isWanted =
    'companyId' in which
      ? sql`c.company_id = ${which.companyId}::uuid`
      : sql`(${which.after}::uuid is null or c.company_id > ${which.after}::uuid)`;
  const { rows } = await sql<{ company_id: string }>`select c.company_id from company c
    where c.account_id = ${tx.accountId}::uuid and c.deleted_at is null and ${isWanted}
    order by c.company_id limit ${'limit' in which ? which.limit : 1} for no key update`.execute(tx);
  return rows.map((row) => row.company_id);
}

export type CompanyToSchedule = {
  companyId: string;
  /** Linked connections, with their own settings. */
  connections: { connectionId: string; platformKey: string; settings: SyncSetting[] | null }[];
  settings: StoredSettings;
  plan: PlanName;
  schedules: ScheduleRow[];
  /** Schedules of connections with settings of their own. */
  ownSchedules: OwnScheduleRow[];
  /** Data sets that are synced by demand. */
  demands: { companyId: string; connectionId: string; dataType: string }[];
};

type Stored<T> = Omit<T, 'nextAt'> & { nextAt: string };

export async function findCompaniesToSchedule(tx: Tx, companyIds: readonly string[]): Promise<CompanyToSchedule[]> {
  type Found = CompanyToSchedule & { schedules: Stored<ScheduleRow>[]; ownSchedules: Stored<OwnScheduleRow>[] };
  const { rows } = await sql<Found>`
    select i.company_id as "companyId", a.plan,
      (select coalesce(json_agg(json_build_object('connectionId', n.connection_id, 'platformKey', n.platform_key,
          'settings', o.settings)), '[]')
        from connection n left join connection_sync_settings o on o.account_id = n.account_id
          and o.company_id = n.company_id and o.connection_id = n.connection_id
        where n.account_id = a.account_id and n.company_id = i.company_id and n.status = 'Linked') as connections,
      (select coalesce(json_agg(json_build_object('companyId', o.company_id, 'connectionId', o.connection_id,
          'dataType', o.data_type, 'schedule', o.schedule, 'nextAt', o.next_at)), '[]') from connection_sync_schedule o
        where o.account_id = a.account_id and o.company_id = i.company_id) as "ownSchedules",
      (select coalesce(json_agg(json_build_object('companyId', d.company_id, 'connectionId', d.connection_id,
          'dataType', d.data_type)), '[]') from sync_demand d
        where d.account_id = a.account_id and d.company_id = i.company_id) as demands,
      json_build_object('account', s.settings, 'company', (select c.settings from company_sync_settings c
        where c.account_id = a.account_id and c.company_id = i.company_id)) as settings,
      (select coalesce(json_agg(json_build_object('companyId', d.company_id, 'dataType', d.data_type,
        'schedule', d.schedule, 'nextAt', d.next_at)), '[]') from sync_schedule d
        where d.account_id = a.account_id and d.company_id = i.company_id) as schedules
    from unnest(${companyIds}::uuid[]) i (company_id)
      join account a on a.account_id = ${tx.accountId}::uuid
      left join account_sync_settings s on s.account_id = a.account_id`.execute(tx);
  return rows.map((row) => ({
    ...row,
    schedules: row.schedules.map((schedule) => ({ ...schedule, nextAt: new Date(schedule.nextAt) })),
    ownSchedules: row.ownSchedules.map((schedule) => ({ ...schedule, nextAt: new Date(schedule.nextAt) })),
  }));
}

export async function saveSchedules(tx: Tx, rows: readonly ScheduleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into sync_schedule (account_id, company_id, data_type, schedule, next_at)
    select ${tx.accountId}::uuid, i.* from unnest(${columns(rows, 'companyId')}::uuid[], ${columns(rows, 'dataType')}::text[],
      ${columns(rows, 'schedule')}::text[], ${columns(rows, 'nextAt')}::timestamptz[]) i (company_id, data_type, schedule, next_at)
    on conflict (account_id, company_id, data_type) do update
      set schedule = excluded.schedule, next_at = excluded.next_at`.execute(tx);
}

export async function deleteSchedules(
  tx: Tx,
  rows: readonly Pick<ScheduleRow, 'companyId' | 'dataType'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from sync_schedule d
    using unnest(${columns(rows, 'companyId')}::uuid[], ${columns(rows, 'dataType')}::text[]) i (company_id, data_type)
    where d.account_id = ${tx.accountId}::uuid and d.company_id = i.company_id and d.data_type = i.data_type`.execute(
    tx,
  );
}

export type DueRow = { accountId: string; companyId: string; dataType: string; schedule: Period; nextAt: Date };

/** Whether any schedule became due after the previous look. */
export const isAnyScheduleDue = ({ now, after }: Look) =>
  sql<boolean>`exists (select from sync_schedule where next_at > ${after} and next_at <= ${now})`;

/** Returns due schedules of all accounts, oldest first, and locks them. Other workers skip locked rows. */
export async function lockDue(
  system: Kysely<Tables>,
  { after, at, limit }: { after: Date | undefined; at: Date; limit: number },
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`select s.account_id as "accountId", s.company_id as "companyId",
      s.data_type as "dataType", s.schedule, s.next_at as "nextAt"
    from sync_schedule s where s.next_at > ${after ?? '-infinity'}::timestamptz and s.next_at <= ${at}::timestamptz order by s.next_at limit ${limit}
    for update skip locked`.execute(system);
  return rows;
}

export type DueCompany = {
  accountId: string;
  companyId: string;
  plan: PlanName;
  accountCreated: Date;
  isDeleted: boolean;
  /** Linked connections only. `ownTypes` are the data types for which a connection has settings of its own. */
  connections: { connectionId: string; platformKey: string; ownTypes: string[] | null }[];
};

export async function findDueCompanies(
  system: Kysely<Tables>,
  places: readonly { accountId: string; companyId: string }[],
): Promise<DueCompany[]> {
  // `limit 1` makes PostgreSQL look up each row by its index. Without it, PostgreSQL could choose a join, which would
  // read all companies if statistics are missing.
  const { rows } = await sql<DueCompany>`select i.account_id as "accountId", i.company_id as "companyId", a.plan,
      a.created_at as "accountCreated", c.deleted_at is not null as "isDeleted", n.connections
    from unnest(${columns(places, 'accountId')}::uuid[], ${columns(places, 'companyId')}::uuid[]) i (account_id, company_id)
      cross join lateral (select a.plan, a.created_at from account a where a.account_id = i.account_id limit 1) a
      cross join lateral (select c.deleted_at from company c
        where c.account_id = i.account_id and c.company_id = i.company_id limit 1) c
      cross join lateral (select coalesce(json_agg(json_build_object('connectionId', n.connection_id,
          'platformKey', n.platform_key, 'ownTypes', (select json_agg(t.setting ->> 'dataType')
            from connection_sync_settings o cross join lateral jsonb_array_elements(o.settings) t (setting)
            where o.account_id = n.account_id and o.company_id = n.company_id
              and o.connection_id = n.connection_id))), '[]') as connections
        from connection n where n.account_id = i.account_id and n.company_id = i.company_id and n.status = 'Linked') n`.execute(
    system,
  );
  return rows;
}

/** Sets the next due time of schedules of any number of accounts. The caller holds the locks from `lockDue`. */
export async function moveDue(system: Kysely<Tables>, rows: readonly (DueRow & { movedTo: Date })[]): Promise<void> {
  await sql`update sync_schedule s set next_at = i.next_at
    from unnest(${columns(rows, 'accountId')}::uuid[], ${columns(rows, 'companyId')}::uuid[],
      ${columns(rows, 'dataType')}::text[], ${columns(rows, 'movedTo')}::timestamptz[])
      i (account_id, company_id, data_type, next_at)
    where s.account_id = i.account_id and s.company_id = i.company_id and s.data_type = i.data_type`.execute(system);
}
