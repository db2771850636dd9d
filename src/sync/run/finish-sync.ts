import { HeldByChecks, holding } from '../../checks/held-by-checks.ts';
import { noteResults } from '../../checks/note-results.ts';
import { recheckLedger } from '../../checks/recheck-ledger.ts';
import { levelOf, runChecks, toleranceOf } from '../../checks/run-checks.ts';
import { readSettings } from '../../checks/store.ts';
import type { Checked, ToCheck } from '../../checks/to-check.ts';
import { type CheckResult, recordsMax } from '../../checks/wire.ts';
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

const deletesAtOnce = 2000;

/**
 * Runs after the last page was stored. Finds deleted records and publishes the generation that the sync has written.
 */
export async function finishSync(ctx: RunSyncContext, run: Run): Promise<void> {
  const { missing, result } = run.isFull ? await findDeletions(ctx, run) : { missing: [], result: undefined };
  await enterPublishing(ctx, run);
  for (let at = 0; at < missing.length; at += deletesAtOnce)
    await writeDeletions(ctx, run, missing.slice(at, at + deletesAtOnce));
  await publish(ctx, run, await checkGeneration(ctx, run, result ? [result] : []));
  await compareDataSets(ctx, run);
}

type Deletions = { missing: string[]; result: CheckResult };

/** The check `massDeletion` comes first, because deletions are written only if they are plausible. */
async function findDeletions(ctx: RunSyncContext, run: Run): Promise<Deletions> {
  const missing = await ctx.db.transaction(run.accountId, (tx) => findMissing(tx, run.target, run));
  const settings =
    missing.length > 0 ? await readSettings((wanted) => ctx.db.read(run.accountId, wanted), run.accountId) : {};
  const check = 'massDeletion';
  const isTooMany = run.live > 0 && missing.length * 100 > toleranceOf({ settings }, check) * run.live;
  const result: CheckResult = {
    ...{ check, level: levelOf({ settings }, check), outcome: isTooMany ? 'found' : 'passed' },
    found: isTooMany ? missing.length : 0,
    records: isTooMany
      ? missing.slice(0, recordsMax).map((recordId) => ({ recordId, message: 'The record was not found.' }))
      : [],
    ...(isTooMany && { message: `A full sync did not find ${missing.length} of ${run.live} records.` }),
  };
  const held = run.isDeletionConfirmed ? [] : holding([result], run.confirmedChecks);
  if (held.length > 0) throw new HeldByChecks(toCheck(ctx, run), { results: held, previous: [] }, held);
  return { missing, result };
}

const toCheck = (ctx: RunSyncContext, run: Run): ToCheck => ({
  ...{ accountId: run.accountId, companyId: run.companyId, connectionId: run.connectionId, syncId: run.syncId },
  ...{ dataSetId: run.target.dataSetId, dataType: run.target.dataType.name, generation: run.target.generation },
  at: ctx.clock.now(),
  requestedAt: run.requestedAt,
});

/** Data sets that were read in one round can only be compared when the last of them is published. */
async function compareDataSets(ctx: RunSyncContext, run: Run): Promise<void> {
  const done = await recheckLedger(ctx, toCheck(ctx, run));
  if (done)
    await ctx.db.transaction(run.accountId, (tx) => noteResults(ctx, tx, done.of, { ...done.checked, isHeld: false }));
}

/** Runs the checks if the generation differs from the published one. Throws if one of them holds it. */
export async function checkGeneration(
  ctx: RunSyncContext,
  run: Run,
  given: readonly CheckResult[],
): Promise<{ of: ToCheck; checked: Checked } | undefined> {
  const of = toCheck(ctx, run);
  if (!run.isChanged) return undefined;
  const checked = await runChecks(ctx, of, { given });
  const held = holding(checked.results, [...run.confirmedChecks, ...(run.isDeletionConfirmed ? ['massDeletion'] : [])]);
  if (held.length > 0) throw new HeldByChecks(of, checked, held);
  return { of, checked };
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
    if (removed.deleted > 0) run.isChanged = true;
    const leaseUntil = new Date(now.getTime() + leaseMs);
    if (!(await countDeleted(tx, run, { fence: run.fence, ...removed, leaseUntil }))) throw new LeaseLost();
  });
}

async function publish(
  ctx: RunSyncContext,
  run: Run,
  done: Awaited<ReturnType<typeof checkGeneration>>,
): Promise<void> {
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
    if (done && published.isNew) await noteResults(ctx, tx, done.of, { ...done.checked, isHeld: false });
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
