import type { Clock } from '../base/clock.ts';
import { ApiError } from '../base/errors.ts';
import type { Registry } from '../connectors/registry.ts';
import { forReady } from '../data/snapshots/keep-snapshots.ts';
import { type DueSnapshot, isAnyWaiting, lockRound, noteRound } from '../data/snapshots/store.ts';
import { takeSnapshot } from '../data/snapshots/take-snapshot.ts';
import type { Db, Tx } from '../db/db.ts';
import type { DueWork } from '../jobs/due-work.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type PassOptions, requestAll } from '../sync/request-sync.ts';

type WaitingContext = { db: Db; clock: Clock; jobs: Jobs; registry: Registry };

/** The first round, and at most two more while the data sets were read further apart than the client wants. */
export const roundsMax = 3;

/** Takes the fresh snapshots whose syncs have ended, or requests another round of syncs for them. */
export const takeReady = (ctx: WaitingContext): Promise<number> => forReady(ctx, (tx, due) => advance(ctx, tx, due));

async function advance(ctx: WaitingContext, tx: Tx, due: DueSnapshot): Promise<void> {
  const now = ctx.clock.now();
  const found = await lockRound(tx, due, now);
  if (!found) return;
  const { round, waitsUntil, maxSpreadSeconds, missed, spreadSeconds } = found;
  const isInTime = waitsUntil !== null && waitsUntil > now;
  const isMissed: PassOptions['only'] = (set) =>
    missed.some((one) => one.connectionId === set.connectionId && one.dataType === set.dataType);
  // A sync that ran when the snapshot was requested may have read before the request, so another one follows.
  if (isInTime && missed.length > 0 && (await requestRound(ctx, tx, due, { round, only: isMissed }))) return;
  const isTooWide = maxSpreadSeconds !== null && spreadSeconds > maxSpreadSeconds && round < roundsMax;
  if (isInTime && isTooWide && (await requestRound(ctx, tx, due, { round: round + 1 }))) return;
  await takeSnapshot(tx, due, now);
}

/** Returns false if nothing can be requested: the company's connections are no longer linked. */
async function requestRound(
  ctx: WaitingContext,
  tx: Tx,
  { companyId, snapshotId }: DueSnapshot,
  { round, only }: { round: number; only?: PassOptions['only'] },
): Promise<boolean> {
  try {
    const waitsFor = await requestAll(ctx, tx, { companyId, inOnePass: true, ...(only && { only }) });
    await noteRound(tx, { companyId, snapshotId }, { waitsFor, round });
    return waitsFor.length > 0;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

export const dueWaiting = (ctx: WaitingContext): DueWork => ({
  name: 'snapshots to take',
  isDue: () => isAnyWaiting,
  run: () => takeReady(ctx),
});
