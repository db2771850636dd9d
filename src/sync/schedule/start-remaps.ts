import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { mappingOf } from '../../connectors/mapping.ts';
import type { Registry } from '../../connectors/registry.ts';
import {
  type CurrentMapping,
  type DataSetPosition,
  findDueRemaps,
  isAnyRemapDue,
  markOutdated,
  unmarkOutdated,
} from '../../data/write/outdated-data-sets.ts';
import type { Db } from '../../db/db.ts';
import { accountClosed, codeOf } from '../../db/error-codes.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { countRemaps } from '../store.ts';
import { queueSyncs } from './queue-syncs.ts';

type RemapContext = { db: Db; clock: Clock; jobs: Jobs; registry: Registry; log: Log };

/**
 * Re-mappings that are queued or running in the whole installation. They use the workers of syncs, so there are only a
 * few at a time: after an upgrade, syncs must not wait until all data sets are mapped.
 */
const remapsMax = 4;

/**
 * Marks all data sets that were computed with another mapping than the current one, usually after an upgrade. Runs when
 * a worker starts, and in housekeeping.
 */
export async function findOutdated(ctx: RemapContext, isOver: () => boolean = () => false): Promise<number> {
  const current = currentMappings(ctx.registry);
  let [marked, from]: [number, DataSetPosition | undefined] = [0, undefined];
  do {
    const found = await markOutdated(ctx.db.system, { current, from, now: ctx.clock.now() });
    marked += found.marked;
    from = found.next;
  } while (from && !isOver());
  if (marked > 0) ctx.log.info({ dataSets: marked }, 'the mapping of data sets has changed; they are mapped again');
  return marked;
}

function currentMappings({ all }: Registry): CurrentMapping[] {
  return all.flatMap((connector) =>
    Object.keys(connector.fromSource ?? {}).map((dataType) => ({
      platformKey: connector.platform.key,
      dataType,
      mapping: mappingOf(connector),
    })),
  );
}

/** Queues the re-mapping of marked data sets, a few at a time. */
export async function startRemaps(ctx: RemapContext): Promise<number> {
  const limit = remapsMax - (await countRemaps(ctx.db.system));
  if (limit <= 0) return 0;
  const due = await findDueRemaps(ctx.db.system, { limit });
  for (const { dataSetId, ...item } of due) {
    try {
      await ctx.db.transaction(item.accountId, async (tx) => {
        await queueSyncs(ctx, tx, [{ ...item, trigger: 'mapping' }]);
        await unmarkOutdated(tx, { companyId: item.companyId, dataSetId });
      });
    } catch (error) {
      // The account is being moved to another cell, where it continues.
      if (codeOf(error) !== accountClosed) throw error;
    }
  }
  return due.length;
}

export function dueRemaps(ctx: RemapContext): DueWork {
  return { name: 're-mappings', isDue: () => isAnyRemapDue, run: () => startRemaps(ctx), restMs: 2000 };
}
