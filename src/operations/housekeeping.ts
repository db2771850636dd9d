import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { idempotencyKeptMs } from '../http/idempotency.ts';
import { defineJob } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { removeDeadProcesses } from './store.ts';

export const housekeepingJob = defineJob<Record<string, never>>('housekeeping');

const batchSize = 5000;
const totalsKeptMs = 24 * 60 * 60 * 1000;

/** Removes what has served its time, in small batches, oldest first. */
export async function keepHouse(ctx: { db: Db; clock: Clock; log: Log }): Promise<void> {
  const answers = await deleteOlder(ctx, {
    table: 'idempotent_request',
    column: 'created_at',
    ageMs: idempotencyKeptMs,
  });
  const totals = await deleteOlder(ctx, { table: 'remembered_total', column: 'counted_at', ageMs: totalsKeptMs });
  // Whole again long ago: no row says the same.
  await deleteOlder(ctx, { table: 'provider_budget', column: 'busy_until', ageMs: totalsKeptMs });
  await removeDeadProcesses(ctx.db.system);
  if (answers + totals > 0) ctx.log.info({ answers, totals }, 'housekeeping removed what had served its time');
}

async function deleteOlder(
  ctx: { db: Db; clock: Clock },
  options: { table: string; column: string; ageMs: number },
): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - options.ageMs);
  let removed = 0;
  for (let batch = batchSize; batch === batchSize; removed += batch) {
    const result = await sql`delete from ${sql.table(options.table)} where ctid = any (array(
      select ctid from ${sql.table(options.table)} where ${sql.ref(options.column)} < ${before} order by ${sql.ref(options.column)} limit ${batchSize}))`.execute(
      ctx.db.system,
    );
    batch = Number(result.numAffectedRows ?? 0);
  }
  return removed;
}
