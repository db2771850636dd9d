import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';
import type { Db } from '../../db/db.ts';
import { accountClosed, codeOf } from '../../db/error-codes.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import { removeVersions } from '../write/collect-generations.ts';
import {
  type DueSnapshot,
  findEnded,
  findReady,
  forgetSnapshots,
  isAnyToRelease,
  isAnyWaiting,
  noteReleased,
  releasePins,
} from './store.ts';
import { takeSnapshot } from './take-snapshot.ts';

type KeepContext = { db: Db; clock: Clock };

/** For so long after its end, a snapshot is answered with 410. */
const endedKeptDays = 30;

/** Takes the snapshots whose syncs have ended. */
export async function takeReady(ctx: KeepContext): Promise<number> {
  const ready = await findReady(ctx.db.system, ctx.clock.now());
  for (const due of ready)
    await unlessClosed(() => ctx.db.transaction(due.accountId, (tx) => takeSnapshot(tx, due, ctx.clock.now())));
  return ready.length;
}

/**
 * Removes the versions that only ended snapshots have kept. It can be stopped at any point: a snapshot counts as released
 * when all of it is done.
 */
export async function releaseEnded(ctx: KeepContext): Promise<number> {
  const ended = await findEnded(ctx.db.system, ctx.clock.now());
  for (const due of ended) await unlessClosed(() => release(ctx, due));
  return ended.length;
}

async function release(ctx: KeepContext, due: DueSnapshot): Promise<void> {
  const { accountId, companyId } = due;
  const sets = await ctx.db.transaction(accountId, (tx) => releasePins(tx, due, ctx.clock.now()));
  if (!sets) return;
  for (const set of sets) await removeVersions(ctx, { account_id: accountId, company_id: companyId, ...set });
  await ctx.db.transaction(accountId, (tx) => noteReleased(tx, due));
}

/** An account that is being moved to another cell takes its snapshots along, and they are kept there. */
async function unlessClosed(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (codeOf(error) !== accountClosed) throw error;
  }
}

export const forgetEnded = (ctx: KeepContext) =>
  forgetSnapshots(ctx.db.system, new Date(ctx.clock.nowMs() - endedKeptDays * dayMs));

export function dueSnapshots(ctx: KeepContext): DueWork[] {
  return [
    { name: 'snapshots to take', isDue: () => isAnyWaiting, run: () => takeReady(ctx) },
    {
      name: 'snapshots to release',
      isDue: ({ now }) => isAnyToRelease(now),
      run: () => releaseEnded(ctx),
      restMs: 5000,
    },
  ];
}
