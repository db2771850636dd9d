import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { type LatestSync, openDataSets, setLatestSyncs } from '../../data/write/open-data-sets.ts';
import { named } from '../../db/pool-driver.ts';
import type { Row, Tables } from '../../db/tables.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type RunSyncData, runSyncJob } from '../run/run-sync-job.ts';
import { isUnfinished } from '../store.ts';

export type SyncToQueue = {
  accountId: string;
  companyId: string;
  connectionId: string;
  platformKey: string;
  dataType: string;
  trigger: Row<'sync'>['trigger'];
};

export type QueuedSync = SyncToQueue & LatestSync;

/** A queued sync whose job was lost gets a new job after this time. */
export const queuedLeaseMs = 60_000;

/**
 * Creates data sets, syncs and jobs in bulk, in the caller's database transaction. If the items belong to several
 * client accounts, this must be a transaction of the database owner. If a data set already has an unfinished sync, no
 * sync is created for it, and the result does not contain it. If the unfinished sync only computes records again, it
 * will fetch as well, and the result contains it. Jobs are queued in the order of the items. With `inOnePass`, there is
 * one job for each connection, which runs its syncs right after each other (run/run-pass.ts).
 */
export async function queueSyncs(
  ctx: { clock: Clock; jobs: Jobs },
  executor: Kysely<Tables>,
  items: readonly SyncToQueue[],
  { inOnePass = false }: { inOnePass?: boolean } = {},
): Promise<QueuedSync[]> {
  if (items.length === 0) return [];
  // All callers insert in the same order, so two transactions cannot deadlock.
  const sorted = items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const at = ctx.clock.now();
  await openDataSets(executor, { places: sorted, at });
  const queued = await insertSyncs(executor, {
    items: sorted.map((item) => ({ ...item, syncId: newId(ctx.clock) })),
    requestedAt: at,
    leaseUntil: new Date(at.getTime() + queuedLeaseMs),
  });
  if (queued.length === 0) return [];
  await setLatestSyncs(
    executor,
    queued.filter(({ trigger }) => trigger !== 'mapping'),
  );
  const places = new Map(items.map((item, i) => [keyOf(item), i]));
  const placeOf = (sync: QueuedSync) => places.get(keyOf(sync)) ?? 0;
  const inOrder = queued.toSorted((a, b) => placeOf(a) - placeOf(b));
  for (const [platformKey, syncs] of Map.groupBy(inOrder, (sync) => sync.platformKey)) {
    await ctx.jobs.enqueueAll(executor, runSyncJob(platformKey), inOnePass ? passesOf(syncs) : syncs.map(jobOf));
  }
  return queued;
}

const jobOf = ({ accountId, companyId, syncId }: QueuedSync): RunSyncData => ({
  accountId,
  companyId,
  syncId,
  fence: 0,
});

const passesOf = (syncs: readonly QueuedSync[]): RunSyncData[] =>
  [...Map.groupBy(syncs, ({ connectionId }) => connectionId).values()].flatMap(([first, ...others]) =>
    first ? [{ ...jobOf(first), rest: others.map(({ syncId }) => syncId) }] : [],
  );

function keyOf(item: SyncToQueue): string {
  return `${item.accountId} ${item.companyId} ${item.dataType} ${item.connectionId}`;
}

async function insertSyncs(
  executor: Kysely<Tables>,
  options: { items: readonly (SyncToQueue & { syncId: string })[]; requestedAt: Date; leaseUntil: Date },
): Promise<QueuedSync[]> {
  const { items } = options;
  // `limit 1` makes PostgreSQL look up each data set by its index. Without it, PostgreSQL could choose a join, which
  // would read all data sets if statistics are missing.
  const query = sql<QueuedSync>`insert into sync (account_id, company_id, sync_id, data_set_id, connection_id,
      platform_key, data_type, trigger, status, requested_at, lease_until)
    select i.account_id, i.company_id, i.sync_id, d.data_set_id, i.connection_id, i.platform_key, i.data_type, i.trigger,
      'Queued', ${options.requestedAt}::timestamptz, ${options.leaseUntil}::timestamptz
    from unnest(${items.map((item) => item.accountId)}::uuid[], ${items.map((item) => item.companyId)}::uuid[],
        ${items.map((item) => item.syncId)}::uuid[], ${items.map((item) => item.connectionId)}::uuid[],
        ${items.map((item) => item.platformKey)}::text[], ${items.map((item) => item.dataType)}::text[],
        ${items.map((item) => item.trigger)}::text[])
        as i (account_id, company_id, sync_id, connection_id, platform_key, data_type, trigger)
      cross join lateral (select d.data_set_id from data_set d
        where d.account_id = i.account_id and d.company_id = i.company_id and d.data_type = i.data_type
          and d.connection_id = i.connection_id limit 1) d
    on conflict (account_id, company_id, data_set_id) where ${isUnfinished}
      do update set trigger = excluded.trigger where sync.trigger = 'mapping' and excluded.trigger <> 'mapping'
    returning account_id as "accountId", company_id as "companyId", sync_id as "syncId", data_set_id as "dataSetId",
      connection_id as "connectionId", platform_key as "platformKey", data_type as "dataType", trigger`;
  return (await executor.executeQuery(named(query.compile(executor)))).rows;
}
