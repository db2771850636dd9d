import { noteResults } from '../../checks/note-results.ts';
import { lockConnectionWithNext } from '../../connections/store.ts';
import type { MappedSources } from '../../connectors/map-sources.ts';
import { countUnreadable } from '../../connectors/record-row.ts';
import { publishGeneration } from '../../data/write/publish-generation.ts';
import { readSources, type SourcePage, writeRemapped } from '../../data/write/remap-records.ts';
import { dataSetChanged } from '../../events/data-set-changed.ts';
import { LeaseLost } from '../../jobs/lease-lost.ts';
import { completeSync } from '../store.ts';
import { writeRemapCheckpoint } from './checkpoints.ts';
import { checkGeneration, enterPublishing } from './finish-sync.ts';
import { mapStored, remapPushed } from './remap-pushed.ts';
import { leaseMs, type Run, type RunSyncContext } from './run-context.ts';

/**
 * Computes the stored records of the data set again, from what the platform has sent, without calling it. Each page is
 * committed together with the position of the next one. While a page is written, the next one is mapped.
 */
export async function remapRecords(ctx: RunSyncContext, run: Run, stopIfAsked: () => void): Promise<void> {
  if (run.remapAt === null) return;
  for (let next = prepare(ctx, run, run.remapAt); ; ) {
    const page = await next;
    const { last } = page;
    if (last !== null) {
      next = prepare(ctx, run, last);
      // A failure is handled when `next` is awaited.
      next.catch(() => {});
    }
    await keepPage(ctx, run, page);
    run.remapAt = last;
    run.attempts = 1;
    if (last === null) return;
    stopIfAsked();
  }
}

type Prepared = SourcePage & MappedSources;

async function prepare(ctx: RunSyncContext, run: Run, after: string): Promise<Prepared> {
  const page = await ctx.db.transaction(run.accountId, (tx) => readSources(tx, run.target, { after }));
  return { ...page, ...(await mapStored(ctx, run, page.stored)) };
}

async function keepPage(ctx: RunSyncContext, run: Run, page: Prepared): Promise<void> {
  const { rows, refused, stored, withoutSource, last } = page;
  if (refused[0]) {
    const line = { syncId: run.syncId, companyId: run.companyId, records: refused.length, first: refused[0] };
    ctx.log.warn(line, 'some records could not be computed again and stay as they are');
  }
  await ctx.db.transaction(run.accountId, async (tx) => {
    const remapped = await writeRemapped(tx, run.target, { rows, read: stored });
    if (remapped > 0) run.isChanged = true;
    const isOurs = await writeRemapCheckpoint(tx, run, {
      fence: run.fence,
      remapAt: last,
      remapped,
      unmapped: refused.length + withoutSource,
      unreadable: countUnreadable(rows),
      leaseUntil: new Date(ctx.clock.nowMs() + leaseMs),
    });
    if (!isOurs) throw new LeaseLost();
  });
}

/** Thrown if a sync that only computes records again has been requested to fetch as well. */
export class AlsoToFetch extends Error {
  override name = 'AlsoToFetch';
}

/** Publishes the records that were computed again. Times of the last sync stay: the platform was not read. */
export async function publishRemapped(ctx: RunSyncContext, run: Run): Promise<void> {
  await enterPublishing(ctx, run);
  const done = await checkGeneration(ctx, run, []);
  const at = ctx.clock.now();
  const { companyId, connectionId, syncId, mapping } = run;
  const { dataSetId, generation, dataType } = run.target;
  await ctx.db.transaction(run.accountId, async (tx) => {
    lockConnectionWithNext(tx, run);
    await remapPushed(ctx, tx, run);
    const completed = await completeSync(tx, run, { dataSetId, generation, fence: run.fence, at, isFetched: false });
    if (!completed) throw new AlsoToFetch();
    const place = { companyId, connectionId, dataSetId, generation, syncId, at };
    const unused = { cursor: null, isFull: false };
    const published = await publishGeneration(tx, { ...completed, ...place, ...unused, isFetched: false, mapping });
    const { added, updated, deleted, remapped, total } = published;
    if (added + updated + deleted > 0) {
      const changes = { added, updated, deleted, generation: published.generation, totalRecords: total };
      const data = { syncId, dataType: dataType.name, ...changes, ...(remapped > 0 && { remapped }) };
      await ctx.emit(tx, [dataSetChanged({ companyId, connectionId }, data)]);
    }
    if (done && published.isNew) await noteResults(ctx, tx, done.of, { ...done.checked, isHeld: false });
    tx.afterCommit(() => ctx.syncsEnded.note(run.connector.platform.key, 'Complete'));
  });
}
