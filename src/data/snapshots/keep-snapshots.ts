import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';
import type { Db, Tx } from '../../db/db.ts';
import { accountClosed, codeOf } from '../../db/error-codes.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import { removeVersions } from '../write/collect-generations.ts';
import {
  type DueSnapshot,
  findEnded,
  findReady,
  forgetSnapshots,
  isAnyToRelease,
  noteReleased,
  releasePins,
} from './store.ts';

type KeepContext = { db: Db; clock: Clock };

/** For so long after its end, a snapshot is answered with 410. */
const endedKeptDays = 30;

/** Calls `work` for each snapshot whose syncs have ended, in a transaction of its account. */
export async function forReady(ctx: KeepContext, work: (tx: Tx, due: DueSnapshot) => Promise<void>): Promise<number> {
  const ready = await findReady(ctx.db.system, ctx.clock.now());
  for (const due of ready) await unlessClosed(() => ctx.db.transaction(due.accountId, (tx) => work(tx, due)));
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

export const dueReleases = (ctx: KeepContext): DueWork => ({
  name: 'snapshots to release',
  isDue: ({ now }) => isAnyToRelease(now),
  run: () => releaseEnded(ctx),
  restMs: 5000,
});
