import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { ConnectionIds } from '../../connections/store.ts';
import { setRequested } from '../../data/store.ts';
import type { Tx } from '../../db/db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { queueSyncs, type SyncToQueue } from '../schedule/queue-syncs.ts';
import { findBegun, type SyncPlace } from '../store.ts';

/**
 * Requests another sync of data sets that are being synced, because the running sync may have missed a change. The
 * caller must have locked the connection.
 *
 * The request is stored in `data_set.requested_at`, which is set to a time after `started_at` of the running sync. When
 * that sync ends, `syncAgain` compares the two times and queues the other sync. Its `started_at` is never before
 * `requested_at` (start-run.ts). So even if clocks differ, no request is lost, and none causes two syncs.
 */
export async function askAgain(
  tx: Tx,
  place: ConnectionIds,
  { dataTypes, at }: { dataTypes: readonly string[]; at: Date },
): Promise<number> {
  const begun = await findBegun(tx, { ...place, dataTypes });
  const laterThan = (started: Date) => new Date(Math.max(at.getTime(), started.getTime() + 1));
  for (const { dataSetId, startedAt } of begun)
    await setRequested(tx, { companyId: place.companyId, dataSetId, at: laterThan(startedAt) });
  return begun.length;
}

/** Queues another sync if `askAgain` requested it. Called in the transaction that ends a sync, after `enterState`. */
export async function syncAgain(ctx: { clock: Clock; jobs: Jobs }, tx: Tx, place: SyncPlace): Promise<void> {
  const { rows } = await sql<SyncToQueue>`select s.account_id as "accountId", s.company_id as "companyId",
      s.connection_id as "connectionId", s.platform_key as "platformKey", s.data_type as "dataType", 'schedule' as trigger
    from sync s
      join data_set d on d.account_id = s.account_id and d.company_id = s.company_id and d.data_set_id = s.data_set_id
      join connection n on n.account_id = s.account_id and n.company_id = s.company_id
        and n.connection_id = s.connection_id
    where s.account_id = ${tx.accountId}::uuid and s.company_id = ${place.companyId}::uuid
      and s.sync_id = ${place.syncId}::uuid and d.requested_at > s.started_at and n.status = 'Linked'`.execute(tx);
  await queueSyncs(ctx, tx, rows);
}
