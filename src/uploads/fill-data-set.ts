import type { Clock } from '../base/clock.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { cancelSync } from '../sync/run/change-sync.ts';
import { queueSyncs, type SyncToQueue } from '../sync/schedule/queue-syncs.ts';
import { findBegun, findUnfinished } from '../sync/store.ts';
import type { DataTypePlace } from './use-store.ts';

/**
 * Queues the sync that reads the files of a data set, after they have changed. A sync that has begun reads the files of
 * before, or waits because too many records are missing in them, so it is cancelled. The caller has locked the
 * connection, so no sync can start or end meanwhile.
 */
export async function fillDataSet(
  ctx: { clock: Clock; jobs: Jobs; emit: Emit },
  tx: Tx,
  place: DataTypePlace & { platformKey: string; trigger: SyncToQueue['trigger'] },
): Promise<string> {
  const { companyId, dataType } = place;
  const begun = await findBegun(tx, { ...place, dataTypes: [dataType] });
  for (const { syncId } of begun) await cancelSync(ctx, tx, { companyId, syncId, by: 'a newer file' });
  const [made] = await queueSyncs(ctx, tx, [{ ...place, accountId: tx.accountId }]);
  // One that has not started yet will read the files of now.
  const queued = made ?? (await findUnfinished(tx, place));
  if (!queued) throw new Error('The sync of an uploaded file could not be queued.');
  return queued.syncId;
}
