import type { Client } from '../../sdk/src/daybook.ts';
import { loadDataSet } from './load-data-set.ts';
import type { MirrorSummary } from './mirror-options.ts';
import type { MirrorTable } from './mirror-tables.ts';
import { type Target, TargetRefused } from './open-target.ts';
import { hashRecords, readCursor, readDataSets, removeDataSet } from './store.ts';

type LoadContext = { target: Target; client: Client; print: (text: string) => void; signal: AbortSignal };
type Wanted = { companyId: string; snapshotId: string; tables: ReadonlyMap<string, MirrorTable> };

/**
 * Fills the tables with what a snapshot pins, and compares each data set with the server. It can be started again at any
 * point. Tables that follow the change feed are never filled from a snapshot: they would go back in time.
 */
export async function loadSnapshot(ctx: LoadContext, wanted: Wanted, done: MirrorSummary): Promise<void> {
  const { target, client, print, signal } = ctx;
  const { companyId, snapshotId, tables } = wanted;
  if ((await readCursor(target)) !== undefined)
    throw new TargetRefused(
      `The schema ${target.schemaName} follows the change feed. Choose another one with --schema for a snapshot.`,
    );
  const { dataSets, status } = await client.getSnapshot({ companyId, snapshotId });
  if (status !== 'ready')
    throw new TargetRefused(`The snapshot ${snapshotId} cannot be read: its status is ${status}.`);
  const chosen = dataSets.filter(({ dataType }) => tables.has(dataType));
  const isChosen = (own: { companyId: string; connectionId: string; dataType: string }) =>
    own.companyId === companyId &&
    chosen.some(({ connectionId, dataType }) => connectionId === own.connectionId && dataType === own.dataType);
  for (const own of await readDataSets(target)) {
    if (isChosen(own)) continue;
    await removeDataSet(target, own, tables.get(own.dataType)?.name);
    done.removed++;
  }
  for (const { dataType, connectionId } of chosen) {
    const table = tables.get(dataType);
    if (!table) continue;
    signal.throwIfAborted();
    const key = { companyId, connectionId, dataType };
    const { records, generation } = await loadDataSet(ctx, key, table, { snapshot: snapshotId });
    const ours = await hashRecords(target, key, table.name);
    const theirs = await client.hashRecordsOfConnection({ ...key, snapshot: snapshotId });
    if (ours.hash !== theirs.hash) throw new Error(`${dataType} differs from the snapshot after it was loaded.`);
    done.loaded++;
    done.verified++;
    print(`Loaded ${dataType} of company ${companyId}: ${records} records, generation ${generation}.`);
  }
}
