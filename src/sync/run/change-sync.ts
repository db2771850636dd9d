import type { Clock } from '../../base/clock.ts';
import { notFound, wrongState } from '../../base/errors.ts';
import { heldCodes } from '../../checks/read-quality.ts';
import { heldChecks } from '../../checks/store.ts';
import { lockConnection } from '../../connections/store.ts';
import type { Tx } from '../../db/db.ts';
import type { Emit } from '../../events/emit.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { enterState, findConnectionId, lockSync, type SyncPlace } from '../store.ts';
import { emitFailed } from './emit-sync-events.ts';
import { runSyncJob } from './run-sync-job.ts';

const cancelled = 'cancelled';

/**
 * Cancels an unfinished sync. The records that it has written stay invisible until a later sync of the data set is
 * complete. If the platform has reported changes during the sync, the next sync fetches them. No sync is queued for
 * these changes now, unlike at the normal end of a sync.
 */
export async function cancelSync(
  ctx: { clock: Clock; emit: Emit },
  tx: Tx,
  place: SyncPlace & { by?: string },
): Promise<void> {
  const connectionId = await findConnectionId(tx, place);
  // Every database transaction that ends a sync locks the connection first. So `company.synced` is emitted only once.
  if (connectionId) await lockConnection(tx, { companyId: place.companyId, connectionId });
  const sync = await requireSync(tx, place);
  if (sync.status === 'Cancelled') return;
  const at = ctx.clock.now();
  const message = `Cancelled by ${place.by ?? 'the client'}.`;
  const isDone = await enterState(tx, place, {
    entry: { state: 'Cancelled', message },
    at,
    set: { completed_at: at, error_code: cancelled, error_message: message, retry_at: null, lease_until: null },
  });
  if (!isDone) throw wrongState({ error: `a sync in the state ${sync.status} cannot be cancelled.`, service: 'sync' });
  const { connection_id, data_type: dataType, trigger } = sync;
  const told = { companyId: place.companyId, syncId: place.syncId, connectionId: connection_id, dataType, trigger };
  await emitFailed(ctx, tx, told, { status: 'Cancelled', error: { code: cancelled, message } });
}

/**
 * Resumes a sync that waits because checks hold it. Called when a person confirms what they have found. Checks that
 * find something else hold the sync again.
 */
export async function confirmHeld(ctx: { clock: Clock; jobs: Jobs }, tx: Tx, place: SyncPlace): Promise<void> {
  const sync = await requireSync(tx, place);
  if (sync.status !== 'Waiting' || sync.retry_at !== null || !heldCodes.includes(sync.error_code ?? ''))
    throw wrongState({ error: 'the sync is not held by a check.', service: 'sync' });
  const confirmed = [...new Set([...sync.confirmed_checks, ...(await heldChecks(tx, place))])];
  const isDeletion = sync.error_code === 'massDeletion';
  const at = ctx.clock.now();
  await enterState(tx, place, {
    entry: { state: 'Waiting', message: isDeletion ? 'The deletions were confirmed.' : 'The new state was confirmed.' },
    at,
    set: {
      confirmed_checks: confirmed,
      retry_at: at,
      ...(isDeletion && { is_deletion_confirmed: true }),
    },
  });
  await ctx.jobs.enqueue(tx, runSyncJob(sync.platform_key), {
    accountId: tx.accountId,
    companyId: place.companyId,
    syncId: place.syncId,
    fence: sync.fence,
  });
}

async function requireSync(tx: Tx, place: SyncPlace) {
  const sync = await lockSync(tx, place);
  if (!sync) throw notFound({ resource: 'sync', service: 'sync' });
  return sync;
}
