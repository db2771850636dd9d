import type { MappedSources } from '../../connectors/map-sources.ts';
import { readPushed, type SourcePage, writeRemapped } from '../../data/write/remap-records.ts';
import type { Tx } from '../../db/db.ts';
import { countRemapped } from './checkpoints.ts';
import type { Run, RunSyncContext } from './run-context.ts';

/** Computes stored records in a connector thread, with the mapping of the run. */
export async function mapStored(ctx: RunSyncContext, run: Run, stored: SourcePage['stored']): Promise<MappedSources> {
  if (stored.length === 0) return { rows: [], refused: [] };
  return ctx.registry.mapSources(run.connector.platform.key, run.target.dataType.name, {
    sources: stored.map(({ id, source, hash, pushId }) => ({ id, source, hash, pushId })),
    mapping: run.mapping,
    fields: run.custom?.fields,
    modified: ctx.clock.now().toISOString(),
    isProven: ctx.config.proofs,
  });
}

/**
 * Computes the records again that were pushed while this sync ran: until now, they have the same custom fields as all
 * others that readers see. Call it in the transaction that publishes, which has locked the connection, so no further
 * push can come in between.
 */
export async function remapPushed(ctx: RunSyncContext, tx: Tx, run: Run): Promise<void> {
  if (!run.canRemap || run.mapping === run.mappingBefore) return;
  const read = await readPushed(tx, run.target, { since: run.beganAfter });
  const { rows } = await mapStored(ctx, run, read);
  const remapped = await writeRemapped(tx, run.target, { rows, read });
  if (remapped > 0) await countRemapped(tx, run, { fence: run.fence, remapped });
}
