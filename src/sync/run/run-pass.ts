import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Running } from '../../jobs/jobs.ts';
import { queuedLeaseMs } from '../schedule/queue-syncs.ts';
import type { RunSyncContext } from './run-context.ts';
import { runSync } from './run-sync.ts';
import type { RunSyncData } from './run-sync-job.ts';

/**
 * Runs a sync, and then those that the job names after it, so that the data sets of a connection are read right after
 * each other: none waits for the syncs of other companies in the queue. If this process dies or stops, the leases of the
 * others end, and each gets a job of its own (`wakeSyncs`).
 */
export async function runPass(ctx: RunSyncContext, { rest, ...first }: RunSyncData, running: Running): Promise<void> {
  if (!rest || rest.length === 0) return runSync(ctx, first, running);
  const left = [...rest];
  const keep = (untilMs: number) => setQueuedLease(ctx, first, { syncIds: left, until: new Date(untilMs) });
  const timer = setInterval(() => {
    keep(ctx.clock.nowMs() + queuedLeaseMs).catch((error) =>
      ctx.log.warn({ err: error, companyId: first.companyId }, 'could not renew the leases of queued syncs'),
    );
  }, queuedLeaseMs / 3);
  try {
    await keep(ctx.clock.nowMs() + queuedLeaseMs);
    await runSync(ctx, first, running);
    for (let syncId = left.shift(); syncId !== undefined; syncId = left.shift()) {
      if (running.isStopping()) {
        left.unshift(syncId);
        break;
      }
      await runSync(ctx, { ...first, syncId, fence: 0 }, running);
    }
  } finally {
    clearInterval(timer);
    if (left.length > 0) await keep(ctx.clock.nowMs());
  }
}

/** Only of syncs that no process has started. */
async function setQueuedLease(
  { db }: { db: Db },
  { accountId, companyId }: RunSyncData,
  { syncIds, until }: { syncIds: readonly string[]; until: Date },
): Promise<void> {
  await db.transaction(accountId, (tx) =>
    sql`update sync set lease_until = ${until}::timestamptz where account_id = ${accountId}::uuid
      and company_id = ${companyId}::uuid and sync_id = any (${[...syncIds]}::uuid[]) and status = 'Queued'`.execute(
      tx,
    ),
  );
}
