import type { Clock } from '../base/clock.ts';
import { dayMs, hourMs } from '../base/durations.ts';
import { inputInvalid } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Registry } from '../connectors/registry.ts';
import { snapshotLimitReached } from '../data/snapshots/refusals.ts';
import { insertSnapshot, lockSnapshotCount } from '../data/snapshots/store.ts';
import { takeSnapshot } from '../data/snapshots/take-snapshot.ts';
import type { Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { requestAll } from '../sync/request-sync.ts';
import type { NewSnapshot } from './wire.ts';

export type CreateContext = {
  clock: Clock;
  jobs: Jobs;
  registry: Registry;
  config: { snapshotsMax: number; snapshotsKeptDays: number };
};

const keptDaysDefault = 7;
const freshWaitMs = hourMs;

/**
 * Takes a snapshot of the company at once, or requests syncs of all its data sets and leaves the snapshot to a worker
 * that takes it when they have ended.
 */
export async function createSnapshot(
  ctx: CreateContext,
  tx: Tx,
  { companyId, wanted }: { companyId: string; wanted: NewSnapshot },
): Promise<string> {
  const now = ctx.clock.now();
  const longest = Math.min(keptDaysDefault, ctx.config.snapshotsKeptDays);
  const keptUntil = readEnd(ctx, wanted.keepUntil) ?? new Date(now.getTime() + longest * dayMs);
  // Also locks the pins, which comes before all other locks.
  const limit = ctx.config.snapshotsMax;
  if ((await lockSnapshotCount(tx, now)) >= limit) throw snapshotLimitReached({ limit });
  const snapshotId = newId(ctx.clock);
  const waitsFor = wanted.fresh ? await requestAll(ctx, tx, { companyId }) : [];
  const waitsUntil = wanted.fresh ? new Date(now.getTime() + freshWaitMs) : null;
  const name = wanted.name ?? null;
  await insertSnapshot(tx, { companyId, snapshotId, name, requestedAt: now, keptUntil, waitsFor, waitsUntil });
  if (!wanted.fresh) await takeSnapshot(tx, { companyId, snapshotId }, now);
  return snapshotId;
}

/** The end that the client asks for. It must lie in the future, and not further than the operator allows. */
export function readEnd(ctx: Pick<CreateContext, 'clock' | 'config'>, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const end = new Date(text);
  const nowMs = ctx.clock.nowMs();
  const days = ctx.config.snapshotsKeptDays;
  const isIn = end.getTime() > nowMs && end.getTime() <= nowMs + days * dayMs;
  if (isIn) return end;
  const message = `The field "keepUntil" must be a time in the future, at most ${days} days from now, not "${text}".`;
  throw inputInvalid({ items: [{ itemId: 'keepUntil', message }] });
}
