import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { type Eraser, tableEraser } from '../companies/erase-rows.ts';
import type { Db } from '../db/db.ts';
import { groupErasers, oldGroups } from './groups/store.ts';

const atOnce = 1000;

/** Removes old operations from the history. Keeps operations whose outcome is not known. */
export async function forgetPushes(ctx: { db: Db; clock: Clock; config: { pushesKeptDays: number } }): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - ctx.config.pushesKeptDays * 86_400_000);
  let removed = 0;
  for (let batch = atOnce; batch === atOnce; removed += batch) {
    const { numAffectedRows } = await sql`delete from push where ctid = any (array(
      select ctid from push where requested_at < ${before} and step = 'known' order by requested_at limit ${atOnce}))`.execute(
      ctx.db.system,
    );
    batch = Number(numAffectedRows ?? 0);
  }
  for (let batch = atOnce; batch === atOnce; ) {
    const { numAffectedRows } = await oldGroups(before, atOnce).execute(ctx.db.system);
    batch = Number(numAffectedRows ?? 0);
  }
  return removed;
}

/**
 * Erase the push lanes and the pushes of a deleted company, before the other erasers run. A lane is the queue of one
 * connection's pushes. Once its row is erased, no more of its pushes are sent.
 */
export const pushErasers: readonly Eraser[] = [
  ...groupErasers,
  tableEraser({ name: 'pushLanes', table: 'push_lane', key: { connection_id: 'uuid' } }),
  tableEraser({ name: 'pushes', table: 'push', key: { push_id: 'uuid' } }),
];
