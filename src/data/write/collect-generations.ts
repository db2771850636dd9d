import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Db, Tx } from '../../db/db.ts';
import { isVersionPinned, lockPins } from '../snapshots/pins.ts';

/** Collecting means removing versions of records that were replaced and are older than the retention time. */
export type CollectContext = { db: Db; clock: Clock; config: { versionsKeptHours: number } };

const publicationsAtOnce = 1000;
const rowsAtOnce = 5000;

export type DataSetKey = { account_id: string; company_id: string; data_set_id: number; generation: number };

/**
 * In each data set, the newest generation that is older than the retention time becomes the oldest readable generation.
 * Versions that were replaced in this generation or earlier are removed, unless a snapshot pins them. The function can be stopped at any time, and
 * several processes can run it at once. Returns the number of removed versions.
 */
export async function collectGenerations(ctx: CollectContext): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - ctx.config.versionsKeptHours * 3_600_000);
  let removed = 0;
  for (let due = await findDue(ctx, before); due.length > 0; due = await findDue(ctx, before)) {
    for (const dataSet of due) removed += await collect(ctx, dataSet, before);
  }
  return removed;
}

/** Data sets whose versions standing queries have yet to be told about are left out. */
async function findDue(ctx: CollectContext, before: Date): Promise<DataSetKey[]> {
  const { rows } =
    await sql<DataSetKey>`select account_id, company_id, data_set_id, max(generation) as generation from (
      select account_id, company_id, data_set_id, generation from publication
      where not is_collected and published_at < ${before}
        and not exists (select from standing_run s where s.account_id = publication.account_id
          and s.company_id = publication.company_id and s.data_set_id = publication.data_set_id)
        and not exists (select from account_departure d where d.account_id = publication.account_id
          and (d.state in ('handed', 'moved') or d.touched_at > now() - interval '1 hour'))
      order by published_at limit ${publicationsAtOnce}
    ) old group by 1, 2, 3`.execute(ctx.db.system);
  return rows;
}

async function collect(ctx: CollectContext, dataSet: DataSetKey, before: Date): Promise<number> {
  const { account_id, generation } = dataSet;
  const own = ofDataSet(dataSet);
  // Set `oldest_generation` before deleting rows, so that a reader of an older generation gets an error, not a partial
  // result. The setting says that this program keeps what snapshots pin (release_unknown_pins in the schema).
  await ctx.db.transaction(account_id, async (tx) => {
    await sql`set local daybook.keeps_pins = 'on'`.execute(tx);
    await sql`update data_set set oldest_generation = ${generation}
      where ${own} and oldest_generation < ${generation}`.execute(tx);
  });
  const removed = await removeVersions(ctx, dataSet);
  await ctx.db.transaction(account_id, (tx) =>
    sql`update publication set is_collected = true
      where ${own} and generation <= ${generation} and not is_collected and published_at < ${before}`.execute(tx),
  );
  return removed;
}

const ofDataSet = ({ account_id, company_id, data_set_id }: DataSetKey) =>
  sql<boolean>`account_id = ${account_id}::uuid and company_id = ${company_id}::uuid and data_set_id = ${data_set_id}::bigint`;

/** Removes the versions that were replaced in this generation or earlier, except those that a snapshot pins. */
export async function removeVersions(ctx: { db: Db }, dataSet: DataSetKey): Promise<number> {
  const { account_id, company_id, generation } = dataSet;
  const removeSome = async (tx: Tx) => {
    await lockPins(tx);
    const { numAffectedRows } = await sql`delete from record where account_id = ${account_id}::uuid
      and company_id = ${company_id}::uuid and ctid = any (array(
        select r.ctid from record r where ${ofDataSet(dataSet)} and r.gen_to <= ${generation}::int
          and not ${isVersionPinned} limit ${rowsAtOnce}))`.execute(tx);
    return Number(numAffectedRows ?? 0);
  };
  let removed = 0;
  for (let batch = rowsAtOnce; batch === rowsAtOnce; removed += batch)
    batch = await ctx.db.transaction(account_id, removeSome);
  await noteHeld(ctx, dataSet);
  return removed;
}

const countMs = 600_000;

/**
 * Notes what is left of these versions, because snapshots pin it. The values are only computed if the condition is true,
 * so a data set without snapshots costs one look. No lock is held while versions are counted.
 */
async function noteHeld({ db }: { db: Db }, dataSet: DataSetKey): Promise<void> {
  await db.transaction(dataSet.account_id, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(countMs)}`.execute(tx);
    await sql`update data_set d set (held_versions, held_bytes) = (
        select count(*), coalesce(sum(pg_column_size(r.*)), 0) from record r
        where ${ofDataSet(dataSet)} and r.gen_to <= ${dataSet.generation}::int)
      where ${ofDataSet(dataSet)} and (d.held_bytes > 0 or exists (select from company_snapshot_set p
        where p.account_id = d.account_id and p.company_id = d.company_id and p.data_set_id = d.data_set_id
          and not p.is_released))`.execute(tx);
  });
}
