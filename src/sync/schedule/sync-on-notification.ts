import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { findByTenant } from '../../connections/oauth/store.ts';
import { type ConnectionIds, lockConnection } from '../../connections/store.ts';
import { setRequested } from '../../data/store.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { askAgain } from '../run/sync-again.ts';
import { queueSyncs } from './queue-syncs.ts';

type Notified = { platformKey: string; tenant: string; dataTypes: readonly string[] };

/**
 * `queued` is the number of syncs queued now. `kept` is the number of syncs that will start after a running sync ends.
 */
export type NotificationCounts = { queued: number; kept: number };

/**
 * Handles a platform's notification that data has changed. Queues syncs of the affected data sets. A sync that is still
 * queued will fetch the change anyway. A sync that has already started may miss the change, so another sync follows.
 */
export async function syncOnNotification(
  ctx: { db: Db; clock: Clock; jobs: Jobs },
  { platformKey, tenant, dataTypes }: Notified,
  { accountId }: { accountId: string | undefined },
): Promise<NotificationCounts> {
  const counts = { queued: 0, kept: 0 };
  for (const found of await findByTenant(ctx.db.system, { platformKey, tenant })) {
    // A notification signed with an account's own application key may only affect that account's connections.
    if (accountId !== undefined && found.account_id !== accountId) continue;
    const place = { companyId: found.company_id, connectionId: found.connection_id };
    await ctx.db.transaction(found.account_id, async (tx) => {
      // Locks the connection. Starting or ending a sync takes the same lock, so neither can happen before the commit.
      const connection = await lockConnection(tx, place);
      if (connection?.status !== 'Linked') return;
      const known = await knownDataTypes(tx, place, dataTypes);
      const item = { ...place, accountId: tx.accountId, platformKey, trigger: 'schedule' as const };
      const items = known.map((dataType) => ({ ...item, dataType }));
      const queued = await queueSyncs(ctx, tx, items);
      counts.queued += queued.length;
      // A snapshot that is taken before this sync has read the change says so (data/snapshots/take-snapshot.ts).
      for (const { companyId, dataSetId } of queued)
        await setRequested(tx, { companyId, dataSetId, at: ctx.clock.now() });
      counts.kept += await askAgain(tx, place, { dataTypes: known, at: ctx.clock.now() });
    });
  }
  return counts;
}

/** Keeps only data types that have been requested before. A notification never starts the first sync of a data type. */
async function knownDataTypes(
  tx: Tx,
  { companyId, connectionId }: ConnectionIds,
  dataTypes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ data_type: string }>`select d.data_type from data_set d
    where d.account_id = ${tx.accountId}::uuid and d.company_id = ${companyId}::uuid
      and d.connection_id = ${connectionId}::uuid and d.data_type = any (${dataTypes}::text[])`.execute(tx);
  return rows.map((row) => row.data_type);
}
