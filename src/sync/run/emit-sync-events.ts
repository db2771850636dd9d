import type { Published } from '../../data/write/publish-generation.ts';
import type { Tx } from '../../db/db.ts';
import { unfinishedStates } from '../../db/sync-states.ts';
import { dataSetChanged } from '../../events/data-set-changed.ts';
import type { Emit } from '../../events/emit.ts';
import type { NewEvent } from '../../events/event-types.ts';
import { findFirstSyncs, type SyncPlace } from '../store.ts';
import type { Run } from './run-context.ts';

/** Events about a sync are emitted in the transaction that ends the sync. */
type TellContext = { emit: Emit };
type Told = SyncPlace & { connectionId: string; dataType: string; trigger: Run['trigger'] };

export async function emitCompleted(
  ctx: TellContext,
  tx: Tx,
  run: Run,
  done: Published & { unchanged: number },
): Promise<void> {
  const { companyId, connectionId, syncId, trigger, isFull } = run;
  const dataType = run.target.dataType.name;
  const changes = { added: done.added, updated: done.updated, deleted: done.deleted };
  const { generation } = done;
  const events: NewEvent[] = [
    {
      type: 'sync.completed',
      companyId,
      connectionId,
      message: `The sync of ${dataType} is complete.`,
      data: {
        syncId,
        dataType,
        trigger,
        isFull,
        counts: { ...changes, unchanged: done.unchanged },
        generation,
        totalRecords: done.total,
      },
    },
  ];
  if (changes.added + changes.updated + changes.deleted > 0) {
    const remapped = done.remapped > 0 && { remapped: done.remapped };
    const data = { syncId, dataType, ...changes, ...remapped, generation, totalRecords: done.total };
    events.push(dataSetChanged({ companyId, connectionId }, data));
  }
  await ctx.emit(tx, [
    ...events,
    ...(await firstSyncsDone(tx, { companyId, connectionId, syncId, dataType, trigger })),
  ]);
}

export async function emitFailed(
  ctx: TellContext,
  tx: Tx,
  told: Told,
  outcome: { status: string; error: { code: string; message: string } },
): Promise<void> {
  const { companyId, connectionId, syncId, dataType, trigger } = told;
  // The client itself caused the cancellation and needs no event.
  const isNews = outcome.status !== 'Cancelled';
  const failed: NewEvent = {
    type: 'sync.failed',
    companyId,
    connectionId,
    message: `The sync of ${dataType} has failed: ${outcome.error.message}`,
    data: { syncId, dataType, trigger, ...outcome },
  };
  await ctx.emit(tx, [...(isNews ? [failed] : []), ...(await firstSyncsDone(tx, told))]);
}

/**
 * Returns `company.synced` once, when the last of the connection's first syncs ends. The caller must have locked the
 * connection.
 */
async function firstSyncsDone(tx: Tx, { companyId, connectionId, trigger }: Told): Promise<NewEvent[]> {
  if (trigger !== 'first') return [];
  const syncs = await findFirstSyncs(tx, { companyId, connectionId });
  if (syncs.some(({ status }) => unfinishedStates.includes(status))) return [];
  const typesWhere = (isComplete: boolean) =>
    syncs.filter(({ status }) => (status === 'Complete') === isComplete).map(({ data_type }) => data_type);
  const data = { completed: typesWhere(true), failed: typesWhere(false) };
  const message = `The first syncs are done: ${data.completed.length} complete, ${data.failed.length} failed.`;
  return [{ type: 'company.synced', companyId, connectionId, message, data }];
}
