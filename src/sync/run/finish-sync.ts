import { findMissing, forgetOldSeen } from '../../data/write/find-missing.ts';
import { lockVersions } from '../../data/write/open-generation.ts';
import { notePublishing, publishGeneration } from '../../data/write/publish-generation.ts';
import { deleteRecords } from '../../data/write/write-page.ts';
import { LeaseLost } from '../../jobs/lease-lost.ts';
import { completeSync, enterStateAtCommit } from '../store.ts';
import { countDeleted } from './checkpoints.ts';
import { emitCompleted } from './emit-sync-events.ts';
import { remapPushed } from './remap-pushed.ts';
import { isFetched, leaseMs, type Run, type RunSyncContext } from './run-context.ts';
import { syncAgain } from './sync-again.ts';

/** A full sync that would delete more than this share of a data set waits until a person confirms the deletions. */
const deletedPartMax = 0.3;
const deletesAtOnce = 2000;

/** Thrown if more than `deletedPartMax` of the records were missing in a full sync, which is implausible. */
export class TooManyMissing extends Error {
  override name = 'TooManyMissing';
}

/**
 * Runs after the last page was stored. Finds deleted records and publishes the generation that the sync has written.
 */
export async function finishSync(ctx: RunSyncContext, run: Run): Promise<void> {
  const missing = run.isFull ? await findDeletions(ctx, run) : [];
  await enterPublishing(ctx, run);
  for (let at = 0; at < missing.length; at += deletesAtOnce)
    await writeDeletions(ctx, run, missing.slice(at, at + deletesAtOnce));
  await publish(ctx, run);
}

async function findDeletions(ctx: RunSyncContext, run: Run): Promise<string[]> {
  const missing = await ctx.db.transaction(run.accountId, (tx) => findMissing(tx, run.target, run));
  if (missing.length > deletedPartMax * run.live && run.live > 0 && !run.isDeletionConfirmed) {
    throw new TooManyMissing(
      `A full sync did not find ${missing.length} of ${run.live} records. Nothing is published until a person confirms the deletions or cancels the sync.`,
    );
  }
  return missing;
}

export async function enterPublishing(ctx: RunSyncContext, run: Run): Promise<void> {
  const at = ctx.clock.now();
  let isOurs = false;
  await ctx.db.transaction(run.accountId, async (tx) =>
    enterStateAtCommit(
      tx,
      run,
      {
        entry: { state: 'Publishing', message: isFetched(run) ? 'All pages are stored.' : 'All records are mapped.' },
        at,
        fence: run.fence,
        set: { lease_until: new Date(at.getTime() + leaseMs) },
      },
      (isDone) => {
        isOurs = isDone;
      },
    ),
  );
  if (!isOurs) throw new LeaseLost();
}

async function writeDeletions(ctx: RunSyncContext, run: Run, ids: string[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(run.accountId, async (tx) => {
    lockVersions(tx, run.target);
    const removed = await deleteRecords(tx, run.target, {
      ids,
      modified: now.toISOString(),
      exceptSince: run.beganAfter,
    });
    const leaseUntil = new Date(now.getTime() + leaseMs);
    if (!(await countDeleted(tx, run, { fence: run.fence, ...removed, leaseUntil }))) throw new LeaseLost();
  });
}

async function publish(ctx: RunSyncContext, run: Run): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.transaction(run.accountId, async (tx) => {
    notePublishing(tx, run, at);
    await remapPushed(ctx, tx, run);
    const { companyId, dataSetId, generation } = run.target;
    const completed = await completeSync(tx, run, { dataSetId, generation, fence: run.fence, at, isFetched: true });
    if (!completed) throw new LeaseLost();
    const { unchanged, isAskedAgain, ...sum } = completed;
    if (isAskedAgain) await syncAgain(ctx, tx, run);
    const published = await publishGeneration(tx, {
      companyId,
      dataSetId,
      generation,
      connectionId: run.connectionId,
      syncId: run.syncId,
      cursor: run.nextCursor,
      isFull: run.isFull,
      isFetched: true,
      mapping: mappingAfter(run),
      at,
      ...sum,
    });
    await emitCompleted(ctx, tx, run, { ...published, unchanged });
    tx.afterCommit(() => ctx.syncsEnded.note(run.connector.platform.key, 'Complete'));
  });
  // Removes the stored ids of the records that the full pass has seen. This is a database transaction of its own. If it
  // fails, the next sync removes the ids when it starts.
  if (run.isFull) await ctx.db.transaction(run.accountId, async (tx) => forgetOldSeen(tx, run.target));
}

/**
 * The mapping of all records after this sync. If the connector cannot read stored sources, only a full pass computes
 * every record again.
 */
function mappingAfter({ mapping, mappingBefore, canRemap, isFull }: Run): string | null {
  return canRemap || (isFull && mappingBefore !== null) ? mapping : mappingBefore;
}
