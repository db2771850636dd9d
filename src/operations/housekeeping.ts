import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { idempotencyKeptMs } from '../http/idempotency.ts';
import { defineJob } from '../jobs/jobs.ts';
import { removeDeadProcesses } from './store.ts';

export const housekeepingJob = defineJob<Record<string, never>>('housekeeping');

const batchSize = 5000;
const totalsKeptMs = dayMs;

/** A step of housekeeping. The log shows its name. */
export type Step = readonly [name: string, run: () => Promise<unknown>];

/**
 * Runs every step, even if an earlier one has failed. Throws at the end if any step has failed, so that the job is
 * retried.
 */
export async function keepHouse(ctx: { log: Log }, steps: readonly Step[]): Promise<void> {
  const failed: string[] = [];
  const errors: unknown[] = [];
  for (const [name, run] of steps) {
    try {
      await run();
    } catch (error) {
      ctx.log.error({ err: error, step: name }, 'a step of housekeeping failed; the other steps still run');
      failed.push(name);
      errors.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(errors, `Housekeeping steps failed: ${failed.join(', ')}`);
}

/** Deletes rows that are no longer needed, in small batches, oldest first. */
export function houseSteps(ctx: { db: Db; clock: Clock; log: Log }): Step[] {
  const remove = (table: string, column: string, ageMs: number): Step => [
    table,
    async () => {
      const removed = await deleteOlder(ctx, { table, column, ageMs });
      if (removed > 0) ctx.log.info({ table, removed }, 'housekeeping deleted rows that are no longer needed');
    },
  ];
  return [
    remove('idempotent_request', 'created_at', idempotencyKeptMs),
    remove('remembered_total', 'counted_at', totalsKeptMs),
    ['dead processes', () => removeDeadProcesses(ctx.db.system)],
  ];
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
