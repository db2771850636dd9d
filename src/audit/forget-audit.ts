import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import type { Db } from '../db/db.ts';
import { deleteAuditBefore } from './store.ts';

const batchSize = 5000;

/** Deletes audit entries older than the retention period. Called by housekeeping. */
export async function forgetAudit(ctx: { db: Db; clock: Clock; config: { auditKeptDays: number } }): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - ctx.config.auditKeptDays * dayMs);
  let removed = 0;
  for (let batch = batchSize; batch === batchSize; removed += batch)
    batch = await deleteAuditBefore(ctx.db.system, { before, limit: batchSize });
  return removed;
}
