import { type Kysely, sql } from 'kysely';
import { minuteMs, secondMs } from '../../base/durations.ts';
import type { Look, Tx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { type Demand, rememberedDays } from './when-to-sync.ts';

/** SQL on `sync_demand`. */
export type DemandPlace = { companyId: string; connectionId: string; dataType: string };
export type ReadToNote = DemandPlace & { accountId: string; maxAgeSeconds: number; at: Date };

const columns = <T extends object, K extends keyof T>(rows: readonly T[], name: K) => rows.map((row) => row[name]);

/** Rows of data sets that are synced by demand. A row that is there keeps what it knows. */
export async function saveDemands(tx: Tx, rows: readonly DemandPlace[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into sync_demand (account_id, company_id, connection_id, data_type)
    select ${tx.accountId}::uuid, i.* from unnest(${columns(rows, 'companyId')}::uuid[],
      ${columns(rows, 'connectionId')}::uuid[], ${columns(rows, 'dataType')}::text[]) i
    on conflict do nothing`.execute(tx);
}

export async function deleteDemands(tx: Tx, rows: readonly DemandPlace[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from sync_demand d using unnest(${columns(rows, 'companyId')}::uuid[],
      ${columns(rows, 'connectionId')}::uuid[], ${columns(rows, 'dataType')}::text[]) i (company_id, connection_id, data_type)
    where d.account_id = ${tx.accountId}::uuid and d.company_id = i.company_id
      and d.connection_id = i.connection_id and d.data_type = i.data_type`.execute(tx);
}

/**
 * Notes reads of any accounts, as `afterRead` does. Writes nothing for data sets that are not synced by demand, and a row
 * at most once a minute, unless a reader accepts less than before. A row with a due time in reach keeps it; otherwise the
 * worker decides anew, because an hour or an age may have become shorter.
 */
export async function noteReads(system: Kysely<Tables>, reads: readonly ReadToNote[]): Promise<void> {
  // All writers lock rows in the same order. Of reads of the same data set, the one that accepts least counts.
  const least = new Map<string, ReadToNote>();
  for (const read of reads) {
    const key = `${read.accountId} ${read.companyId} ${read.connectionId} ${read.dataType}`;
    const known = least.get(key);
    if (!known || read.maxAgeSeconds < known.maxAgeSeconds) least.set(key, read);
  }
  const sorted = [...least].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, read]) => read);
  const isLess = sql`d.max_age_seconds is null or i.max_age <= d.max_age_seconds
    or d.max_age_at <= i.at - make_interval(days => ${rememberedDays})`;
  const hour = sql`extract(hour from i.at at time zone 'UTC')::int`;
  await sql`with i as materialized (
      select d.account_id, d.company_id, d.connection_id, d.data_type, i.max_age, i.at
      from unnest(${columns(sorted, 'accountId')}::uuid[], ${columns(sorted, 'companyId')}::uuid[],
          ${columns(sorted, 'connectionId')}::uuid[], ${columns(sorted, 'dataType')}::text[],
          ${columns(sorted, 'maxAgeSeconds')}::int[], ${columns(sorted, 'at')}::timestamptz[])
          with ordinality i (account_id, company_id, connection_id, data_type, max_age, at, place)
        cross join lateral (select * from sync_demand d where d.account_id = i.account_id
          and d.company_id = i.company_id and d.connection_id = i.connection_id and d.data_type = i.data_type
          and (d.read_at is null or d.read_at <= i.at - make_interval(secs => ${minuteMs / secondMs})
            or i.max_age < d.max_age_seconds) limit 1 for update) d
      order by i.place
    )
    update sync_demand d set read_at = i.at,
      max_age_seconds = case when ${isLess} then i.max_age else d.max_age_seconds end,
      max_age_at = case when ${isLess} then i.at else d.max_age_at end,
      read_days = d.read_days[:${hour}] || floor(extract(epoch from i.at) / 86400)::int || d.read_days[${hour} + 2:],
      due_at = case when d.due_at <= i.at + make_interval(secs => least(i.max_age, d.max_age_seconds) / 2) then d.due_at else i.at end
    from i
    where d.account_id = i.account_id and d.company_id = i.company_id and d.connection_id = i.connection_id
      and d.data_type = i.data_type`.execute(system);
}

export const isAnyDemandDue = ({ now }: Look) => sql<boolean>`exists (select from sync_demand where due_at <= ${now})`;

export type DueDemand = DemandPlace & {
  accountId: string;
  demand: Demand | undefined;
  /** When the last complete read of the platform began, and how many pages it had. */
  proven: { atMs: number; pages: number } | undefined;
  notifiedMs: number | undefined;
  /** When the latest sync was requested, whatever became of it. */
  requestedMs: number | undefined;
  isSyncing: boolean;
};

type Found = DemandPlace & {
  accountId: string;
  maxAgeSeconds: number | null;
  readAt: Date | null;
  readDays: number[];
  startedAt: Date | null;
  pages: number | null;
  requestedAt: Date | null;
  latestAt: Date | null;
  isSyncing: boolean;
};

/** Returns due rows of all accounts, oldest first, and locks them. Other workers skip locked rows. */
export async function lockDueDemands(
  system: Kysely<Tables>,
  { at, limit }: { at: Date; limit: number },
): Promise<DueDemand[]> {
  const { rows } = await sql<Found>`with due as materialized (
      select * from sync_demand d where d.due_at <= ${at}::timestamptz order by d.due_at limit ${limit}
      for update skip locked
    )
    select d.account_id as "accountId", d.company_id as "companyId", d.connection_id as "connectionId",
      d.data_type as "dataType", d.max_age_seconds as "maxAgeSeconds", d.read_at as "readAt", d.read_days as "readDays",
      s.started_at as "startedAt", s.pages, t.requested_at as "requestedAt", l.requested_at as "latestAt", coalesce(u.is_syncing, false) as "isSyncing"
    from due d
      left join lateral (select t.* from data_set t where t.account_id = d.account_id and t.company_id = d.company_id
        and t.data_type = d.data_type and t.connection_id = d.connection_id and t.published_generation > 0 limit 1) t on true
      left join lateral (select s.started_at, s.pages from sync s where s.account_id = d.account_id
        and s.company_id = d.company_id and s.sync_id = t.latest_successful_sync_id limit 1) s on true
      left join lateral (select l.requested_at from sync l where l.account_id = d.account_id
        and l.company_id = d.company_id and l.sync_id = t.latest_sync_id limit 1) l on true
      left join lateral (select true as is_syncing from sync u where u.account_id = d.account_id
        and u.company_id = d.company_id and u.data_set_id = t.data_set_id
        and u.status in ('Queued', 'Fetching', 'Waiting', 'Publishing') limit 1) u on true
    order by d.due_at`.execute(system);
  return rows.map(({ maxAgeSeconds, readAt, readDays, startedAt, pages, requestedAt, latestAt, ...place }) => ({
    ...place,
    demand:
      maxAgeSeconds === null || readAt === null
        ? undefined
        : { maxAgeMs: maxAgeSeconds * secondMs, readMs: readAt.getTime(), readDays },
    proven: startedAt ? { atMs: startedAt.getTime(), pages: pages ?? 1 } : undefined,
    notifiedMs: requestedAt?.getTime(),
    requestedMs: latestAt?.getTime(),
  }));
}

/** Sets when to look again; null: at the next read. The caller holds the locks from `lockDueDemands`. */
export async function moveDemands(
  system: Kysely<Tables>,
  rows: readonly (DemandPlace & { accountId: string; dueAt: Date | null })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update sync_demand d set due_at = i.due_at
    from unnest(${columns(rows, 'accountId')}::uuid[], ${columns(rows, 'companyId')}::uuid[],
      ${columns(rows, 'connectionId')}::uuid[], ${columns(rows, 'dataType')}::text[], ${columns(rows, 'dueAt')}::timestamptz[])
      i (account_id, company_id, connection_id, data_type, due_at)
    where d.account_id = i.account_id and d.company_id = i.company_id and d.connection_id = i.connection_id
      and d.data_type = i.data_type`.execute(system);
}
