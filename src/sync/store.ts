import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CustomMapping } from '../connectors/mapping.ts';
import type { Counts } from '../data/write/write-page.ts';
import type { Tx } from '../db/db.ts';
import { named } from '../db/pool-driver.ts';
import { unfinishedList } from '../db/sync-states.ts';
import type { Row, SyncState, Tables } from '../db/tables.ts';
import { fixedStatement } from '../db/wire/fixed-statement.ts';
import { statesBefore } from './states.ts';

/** SQL on `sync` for running and ending syncs. */
export type SyncPlace = { companyId: string; syncId: string };

export async function findConnectionId(tx: Tx, place: SyncPlace): Promise<string | undefined> {
  const found = await tx.selectFrom('sync').select('connection_id').where(at(tx, place)).executeTakeFirst();
  return found?.connection_id;
}

/** What a run needs to know when it starts. Columns of the connection and of the data set are null if they are gone. */
export type SyncToRun = SyncRow & {
  connection_status: Row<'connection'>['status'] | null;
  credentials: string | null;
  set_id: number | null;
  published_generation: number;
  writing_generation: number | null;
  set_total: number;
  set_deleted: number;
  set_cursor: string | null;
  last_full_at: Date | null;
  set_requested_at: Date;
  set_mapping: string | null;
  /** The custom fields in force (schema/functions/mappings.sql). */
  set_custom: CustomMapping | null;
  /** Whether the generation being written has records of a sync that fetched from the platform and has failed. */
  is_fetched_left: boolean;
};

/**
 * Locks the connection and then the sync until the transaction ends, because unlinking locks them in the same order,
 * and reads them together with the data set. Three statements in one round trip: the last one sees what was committed
 * before the locks were taken.
 */
export async function lockSyncToRun(tx: Tx, { companyId, syncId }: SyncPlace): Promise<SyncToRun | undefined> {
  const given = { accountId: tx.accountId, companyId, syncId };
  tx.withNext(lockConnectionStatement(tx, given));
  tx.withNext(lockStatement(tx, given));
  return (await tx.executeQuery(toRunStatement(tx, given))).rows[0];
}

const valuesOf = (given: SyncPlace & { accountId: string }) => [given.accountId, given.companyId, given.syncId];

const lockConnectionStatement = fixedStatement(
  valuesOf,
  ([account, company, sync]) => sql`with s as materialized (
      select account_id, company_id, connection_id from sync
      where account_id = ${account}::uuid and company_id = ${company}::uuid and sync_id = ${sync}::uuid
    )
    select from connection n where n.account_id = (select account_id from s) and n.company_id = (select company_id from s)
      and n.connection_id = (select connection_id from s) for update of n`,
);

const lockStatement = fixedStatement(
  valuesOf,
  ([account, company, sync]) => sql`select from sync
    where account_id = ${account}::uuid and company_id = ${company}::uuid and sync_id = ${sync}::uuid for update`,
);

const toRunStatement = fixedStatement(
  valuesOf,
  ([account, company, sync]) => sql<SyncToRun>`select s.*, n.status as connection_status, n.credentials,
      d.data_set_id as set_id, d.published_generation, d.writing_generation, d.total as set_total,
      d.deleted as set_deleted, d.cursor as set_cursor, d.last_full_at, d.requested_at as set_requested_at,
      d.mapping as set_mapping, custom_mapping_of(s.account_id, s.connection_id, n.platform_key, s.data_type) as set_custom,
      s.trigger = 'mapping' and exists (select from sync o where o.account_id = s.account_id
        and o.company_id = s.company_id and o.data_set_id = s.data_set_id and o.generation = d.writing_generation
        and o.trigger <> 'mapping') as is_fetched_left
    from sync s
      left join connection n on n.account_id = s.account_id and n.company_id = s.company_id
        and n.connection_id = s.connection_id
      left join data_set d on d.account_id = s.account_id and d.company_id = s.company_id
        and d.data_set_id = s.data_set_id
    where s.account_id = ${account}::uuid and s.company_id = ${company}::uuid and s.sync_id = ${sync}::uuid`,
);

/** Locks the sync until the transaction ends. */
export async function lockSync(tx: Tx, place: SyncPlace) {
  return tx.selectFrom('sync').selectAll().where(at(tx, place)).forUpdate().executeTakeFirst();
}

export type SyncRow = NonNullable<Awaited<ReturnType<typeof lockSync>>>;

export const isUnfinished = sql<boolean>`status in ${unfinishedList}`;

/** The number of unfinished syncs in the installation that only compute records again. */
export async function countRemaps(system: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sync
    where ${isUnfinished} and trigger = 'mapping'`.execute(system);
  return rows[0]?.n ?? 0;
}

/** The unfinished sync of a data set, if there is one. */
export async function findUnfinished(
  tx: Tx,
  place: { companyId: string; connectionId: string; dataType: string },
): Promise<{ syncId: string } | undefined> {
  return tx
    .selectFrom('sync')
    .select('sync_id as syncId')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', place.companyId)
    .where('connection_id', '=', place.connectionId)
    .where('data_type', '=', place.dataType)
    .where(isUnfinished)
    .executeTakeFirst();
}

/** Returns a connection's unfinished syncs that have already started fetching. */
export async function findBegun(
  tx: Tx,
  place: { companyId: string; connectionId: string; dataTypes: readonly string[] },
): Promise<{ syncId: string; dataSetId: number; startedAt: Date }[]> {
  const { rows } = await sql<{ syncId: string; dataSetId: number; startedAt: Date }>`select sync_id as "syncId",
      data_set_id as "dataSetId", started_at as "startedAt" from sync
    where account_id = ${tx.accountId}::uuid and company_id = ${place.companyId}::uuid
      and connection_id = ${place.connectionId}::uuid and data_type = any (${place.dataTypes}::text[])
      and ${isUnfinished} and started_at is not null
    order by data_set_id`.execute(tx);
  return rows;
}

/**
 * Returns the first syncs (trigger `first`) since the connection was last linked. If a data type has several, returns
 * the newest.
 */
export async function findFirstSyncs(tx: Tx, place: { companyId: string; connectionId: string }) {
  const { rows } = await sql<{
    data_type: string;
    status: SyncState;
  }>`select distinct on (s.data_type) s.data_type, s.status
    from sync s join connection n using (account_id, company_id, connection_id)
    where s.account_id = ${tx.accountId}::uuid and s.company_id = ${place.companyId}::uuid
      and s.connection_id = ${place.connectionId}::uuid and s.trigger = 'first' and s.requested_at >= n.linked_at
    order by s.data_type, s.requested_at desc`.execute(tx);
  return rows;
}

/** Cancels the unfinished syncs of a connection that is no longer linked. */
export async function cancelUnfinished(
  tx: Tx,
  place: { companyId: string; connectionId: string },
  now: Date,
): Promise<void> {
  const entry: TimelineEntry = { state: 'Cancelled', message: 'The connection is no longer linked.' };
  await tx
    .updateTable('sync')
    .set({
      status: entry.state,
      completed_at: now,
      error_code: 'cancelled',
      error_message: entry.message,
      retry_at: null,
      lease_until: null,
      timeline: extended(entry, now),
    })
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', place.companyId)
    .where('connection_id', '=', place.connectionId)
    .where(sql<boolean>`status = any (${statesBefore('Cancelled')}::text[])`)
    .execute();
}

/** Makes the sync fetch all records even if there is a cursor. */
export async function markFull(tx: Tx, place: SyncPlace): Promise<void> {
  await tx.updateTable('sync').set({ is_full: true }).where(at(tx, place)).execute();
}

/** An entry of the timeline says what the sync is doing, or what it is waiting for and until when. */
export type TimelineEntry = { state: SyncState; message: string; until?: Date };

const timelineMax = 200;

/** Appends an entry. If the timeline is full, drops its second entry, because the first one must stay. */
function extended(entry: TimelineEntry, now: Date): RawBuilder<string> {
  return appended(sql`${JSON.stringify({ at: now, ...entry })}::jsonb`);
}

function appended(entry: RawBuilder<unknown>): RawBuilder<string> {
  return sql`case when jsonb_array_length(timeline) >= ${sql.lit(timelineMax)} then timeline - 1 else timeline end || ${entry}`;
}

export type StateChange = {
  entry: TimelineEntry;
  at: Date;
  /**
   * If given, the change is made only if the row still has this `fence`. A row gets a new `fence` whenever a run
   * starts. Not given when a person cancels a sync or confirms deletions.
   */
  fence?: number;
  set?: Partial<
    Pick<
      Row<'sync'>,
      | 'completed_at'
      | 'error_code'
      | 'error_message'
      | 'retry_at'
      | 'lease_until'
      | 'is_full'
      | 'generation'
      | 'began_after'
      | 'resume_at'
      | 'cursor'
      | 'expected'
      | 'started_at'
      | 'mapping'
      | 'remap_at'
    > & {
      fence: number;
      attempts: number;
      pages: number;
      records: number;
      unchanged: number;
      is_deletion_confirmed: boolean;
      confirmed_checks: string[];
    }
  >;
};

/**
 * Changes the state of the sync. If the transition from its current state is not allowed, or if `fence` does not match,
 * changes nothing and returns false.
 */
export async function enterState(tx: Tx, place: SyncPlace, change: StateChange): Promise<boolean> {
  const { rows } = await tx.executeQuery(stateStatement(tx, place, change));
  return rows.length > 0;
}

/** The same, sent with the commit. `take` gets the result after the commit. */
export function enterStateAtCommit(
  tx: Tx,
  place: SyncPlace,
  change: StateChange,
  take: (isDone: boolean) => void = () => {},
): void {
  tx.atCommit(stateStatement(tx, place, change), (rows) => take(rows.length > 0));
}

function stateStatement(tx: Tx, place: SyncPlace, { entry, at: time, fence, set }: StateChange) {
  const query = tx
    .updateTable('sync')
    .set({ status: entry.state, timeline: extended(entry, time), ...set })
    .where(at(tx, place))
    .where(sql<boolean>`status = any (${statesBefore(entry.state)}::text[])`)
    .$if(fence !== undefined, (query) => query.where('fence', '=', fence ?? 0))
    .returning('sync_id');
  return named(query.compile());
}

export type Completed = {
  added: number;
  updated: number;
  deleted: number;
  restored: number;
  remapped: number;
  unchanged: number;
  isAskedAgain: boolean;
};

/**
 * Ends the sync as complete. Returns the sums over all syncs that have written into the generation, including failed
 * and cancelled syncs, its own number of unchanged records, and whether another sync was requested meanwhile
 * (run/sync-again.ts). Returns undefined if the sync is not being published or `fence` does not match, and if a sync that
 * only computes records again has been requested to fetch as well. The caller must have locked the connection.
 */
export async function completeSync(
  tx: Tx,
  place: SyncPlace,
  done: { dataSetId: number; generation: number; fence: number; at: Date; isFetched: boolean },
): Promise<Completed | undefined> {
  const entry = JSON.stringify({ at: done.at, state: 'Complete', message: 'Published.' });
  const { companyId, syncId } = place;
  const given = { ...done, companyId, syncId, accountId: tx.accountId, entry };
  return (await tx.executeQuery(completeStatement(tx, given))).rows[0];
}

const completeStatement = fixedStatement(
  (
    given: SyncPlace & { accountId: string; dataSetId: number; generation: number; fence: number; at: Date } & {
      entry: string;
      isFetched: boolean;
    },
  ) => [
    given.accountId,
    given.companyId,
    given.syncId,
    given.dataSetId,
    given.generation,
    given.fence,
    given.at,
    given.entry,
    statesBefore('Complete'),
    given.isFetched,
  ],
  ([account, company, sync, dataSet, generation, fence, time, entry, before, isFetched]) => sql<Completed>`
    with given as (
      select ${account}::uuid as account_id, ${company}::uuid as company_id, ${sync}::uuid as sync_id,
        ${dataSet}::bigint as data_set_id, ${generation}::int as generation, ${fence}::int as fence,
        ${time}::timestamptz as at, ${entry}::jsonb as entry, ${before}::text[] as before,
        ${isFetched}::boolean as is_fetched
    )
    update sync s set status = 'Complete', completed_at = g.at, lease_until = null, timeline = ${appended(sql`g.entry`)}
    from given g cross join lateral (
        select ${sumOf('added')}, ${sumOf('updated')}, ${sumOf('deleted')}, ${sumOf('restored')}, ${sumOf('remapped')}
        from sync o
        where o.account_id = g.account_id and o.company_id = g.company_id and o.data_set_id = g.data_set_id
          and o.generation = g.generation
      ) o cross join lateral (
        select d.requested_at from data_set d
        where d.account_id = g.account_id and d.company_id = g.company_id and d.data_set_id = g.data_set_id limit 1
      ) d
    where s.account_id = g.account_id and s.company_id = g.company_id and s.sync_id = g.sync_id
      and s.fence = g.fence and s.status = any (g.before) and (s.trigger <> 'mapping') = g.is_fetched
    returning o.added, o.updated, o.deleted, o.restored, o.remapped, s.unchanged, d.requested_at > s.started_at as "isAskedAgain"`,
);

/** Makes a waiting sync due now. Returns false if the sync is not waiting or is waiting for a person. */
export async function retryNow(tx: Tx, place: SyncPlace, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sync')
    .set({ retry_at: now, lease_until: null })
    .where(at(tx, place))
    .where('status', '=', 'Waiting')
    .where('retry_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Sets the end of the lease, before which no other runner may take over. Does nothing if another runner has already
 * taken over and changed `fence`.
 */
export async function setLease(tx: Tx, place: SyncPlace, lease: { fence: number; until: Date }): Promise<void> {
  await tx
    .updateTable('sync')
    .set({ lease_until: lease.until })
    .where(at(tx, place))
    .where('fence', '=', lease.fence)
    .where('status', 'in', ['Fetching', 'Publishing'])
    .execute();
}

const sumOf = (column: keyof Counts) => sql`coalesce(sum(${sql.ref(`o.${column}`)}), 0)::bigint as ${sql.ref(column)}`;

export function at(tx: Tx, place: SyncPlace): RawBuilder<boolean> {
  return sql<boolean>`account_id = ${tx.accountId}::uuid and company_id = ${place.companyId}::uuid and sync_id = ${place.syncId}::uuid`;
}
