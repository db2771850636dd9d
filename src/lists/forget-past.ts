import { sql } from 'kysely';
import type { Log } from '../base/log.ts';
import { openClient } from '../db/connections.ts';
import type { Db } from '../db/db.ts';

const batchSize = 5000;
/** Extra time for stored lists, because the time of their last use is updated only once a minute (`kept-page.ts`). */
const unmarked = sql`interval '5 minutes'`;

/**
 * Removes past row versions that no cursor needs any more. Snapshots are compared by transaction id, not by time. So
 * each run records the current xmin (the oldest running transaction) with the time. The horizon is the newest xmin that
 * was recorded before the oldest valid cursor was created. Versions that ended before the horizon are removed. The
 * horizon is committed first, so that a reader that misses a version also sees the new horizon and returns 410.
 */
export async function forgetPast(ctx: { db: Db; log: Log; config: { cursorsKeptMinutes: number } }): Promise<number> {
  const { system } = ctx.db;
  const life = sql`make_interval(mins => ${ctx.config.cursorsKeptMinutes}::int)`;
  await sql`with taken as (insert into list_moment (taken_at, oldest) values (now(), pg_snapshot_xmin(pg_current_snapshot()))
      on conflict do nothing returning oldest)
    update list_horizon set latest = taken.oldest from taken`.execute(system);
  await sql`with horizon as (
      select taken_at, oldest from list_moment where taken_at <= now() - ${life} order by taken_at desc limit 1),
    moved as (update list_horizon set kept_from = horizon.oldest from horizon where kept_from < horizon.oldest)
    delete from list_moment m using horizon where m.taken_at < horizon.taken_at`.execute(system);
  const removed = (await removeVersions(ctx.db, 'company_past')) + (await removeVersions(ctx.db, 'past_row'));
  const kept = await sql`delete from kept_list where kept_at < now() - ${life} - ${unmarked}`.execute(system);
  if (removed > 0)
    ctx.log.info({ versions: removed, lists: Number(kept.numAffectedRows ?? 0) }, 'removed past versions');
  return removed;
}

async function removeVersions({ system }: Db, table: 'company_past' | 'past_row'): Promise<number> {
  let removed = 0;
  for (let batch = batchSize; batch === batchSize; removed += batch) {
    const result = await sql`delete from ${sql.table(table)} where ctid = any (array(
      select v.ctid from ${sql.table(table)} v where v.ended_by < (select kept_from from list_horizon)
      order by v.ended_by limit ${batchSize}))`.execute(system);
    batch = Number(result.numAffectedRows ?? 0);
  }
  return removed;
}

/**
 * Checks whether the database is still on the same server, because transaction ids are valid on one server only.
 * Returns true if it is not; existing cursors and ETags are then invalid. If a dump was restored on another server,
 * past versions are deleted, and rows whose transaction ids the new server has not reached yet count as old. If a
 * standby was promoted, everything is kept. The check uses its own connection without a timeout, because scanning large
 * tables takes long and must finish before any list is read.
 */
export async function checkListServer({ url }: { url: string }): Promise<boolean> {
  const client = await openClient({ url, name: 'daybook-list-server' });
  try {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ other: boolean }>('select check_list_server() as other');
    return rows[0]?.other ?? false;
  } finally {
    await client.end();
  }
}
