import type { Clock } from '../base/clock.ts';
import { dayMs, hourMs } from '../base/durations.ts';
import { inputInvalid } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Registry } from '../connectors/registry.ts';
import type { SnapshotUse } from '../data/snapshots/read-held.ts';
import { snapshotDiskLimitReached, snapshotLimitReached } from '../data/snapshots/refusals.ts';
import type { SnapshotLimitSettings } from '../data/snapshots/snapshot-limits.ts';
import { insertSnapshot, lockUse, noteRound } from '../data/snapshots/store.ts';
import { takeSnapshot } from '../data/snapshots/take-snapshot.ts';
import type { Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { requestAll } from '../sync/request-sync.ts';
import type { NewSnapshot } from './wire.ts';

export type CreateContext = {
  clock: Clock;
  jobs: Jobs;
  registry: Registry;
  config: SnapshotLimitSettings;
};

const keptDaysDefault = 7;
const freshWaitMs = hourMs;

/**
 * Takes a snapshot of the company at once, or requests syncs of all its data sets and leaves the snapshot to a worker
 * that takes it when they have ended (take-waiting.ts).
 */
export async function createSnapshot(
  ctx: CreateContext,
  tx: Tx,
  { companyId, wanted }: { companyId: string; wanted: NewSnapshot },
): Promise<string> {
  const now = ctx.clock.now();
  // Also locks the pins, which comes before all other locks.
  const use = await lockUse(ctx, tx);
  const longest = Math.min(keptDaysDefault, use.daysMax);
  const keptUntil = readEnd(ctx, use, wanted.keepUntil) ?? new Date(now.getTime() + longest * dayMs);
  if (use.used >= use.max) throw snapshotLimitReached({ used: use.used, limit: use.max });
  requireDisk(use);
  const snapshotId = newId(ctx.clock);
  const { name = null, fresh = false, maxSpreadSeconds = null } = wanted;
  if (maxSpreadSeconds !== null && !fresh) throw spreadWithoutFresh();
  const place = { companyId, snapshotId };
  const waitsUntil = fresh ? new Date(now.getTime() + freshWaitMs) : null;
  await insertSnapshot(tx, { ...place, name, requestedAt: now, keptUntil, waitsUntil, maxSpreadSeconds });
  if (!fresh) await takeSnapshot(tx, place, now);
  else await noteRound(tx, place, { waitsFor: await requestAll(ctx, tx, { companyId, inOnePass: true }), round: 1 });
  return snapshotId;
}

function spreadWithoutFresh() {
  const message = 'The field "maxSpreadSeconds" needs "fresh": true, because only fresh snapshots request syncs.';
  return inputInvalid({ items: [{ itemId: 'maxSpreadSeconds', message }] });
}

/** What snapshots hold grows after they were taken, so one that has been taken stays, whatever it holds. */
export function requireDisk({ held: { bytes }, bytesMax: limit }: SnapshotUse): void {
  if (bytes >= limit) throw snapshotDiskLimitReached({ bytes, limit });
}

/** The end that the client asks for. It must lie in the future, and not further than the account may keep snapshots. */
export function readEnd(
  ctx: Pick<CreateContext, 'clock'>,
  { daysMax: days }: SnapshotUse,
  text: string | undefined,
): Date | undefined {
  if (text === undefined) return undefined;
  const end = new Date(text);
  const nowMs = ctx.clock.nowMs();
  const isIn = end.getTime() > nowMs && end.getTime() <= nowMs + days * dayMs;
  if (isIn) return end;
  const message = `The field "keepUntil" must be a time in the future, at most ${days} days from now, which is the limit of the account, not "${text}".`;
  throw inputInvalid({ items: [{ itemId: 'keepUntil', message }] });
}
