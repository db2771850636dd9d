import type { Clock } from '../base/clock.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { ReachedLimit } from '../http/limits/rate-limit.ts';
import { endLimits, findLimitsOver, insertLimitReached } from './store.ts';

type LimitContext = { db: Db; clock: Clock; emit: Emit };

/** Emits an event when a limit is reached: once per window, however many processes reject requests because of it. */
export function emitLimitReached(ctx: LimitContext) {
  return async ({ accountId, window, limit, resetsAt }: ReachedLimit): Promise<void> => {
    await ctx.db.transaction(accountId, async (tx) => {
      // The loop may not have run since the previous window ended.
      await emitOver(ctx, tx);
      // The window is already over: an earlier call has reported this limit and its end.
      if (resetsAt.getTime() <= ctx.clock.nowMs()) return;
      if (!(await insertLimitReached(tx, { window, resetsAt }))) return;
      await ctx.emit(tx, [
        {
          type: 'account.rateLimit.reached',
          message: `The account has used up its requests for this ${window}. Further requests are rejected until the reset.`,
          data: { window, limit, resetsAt: resetsAt.toISOString() },
        },
      ]);
    });
  };
}

/** Emits an event for every limit whose window is over. Called by a loop. Returns the number of accounts. */
export async function emitLimitsOver(ctx: LimitContext): Promise<number> {
  const accountIds = await findLimitsOver(ctx.db.system, { now: ctx.clock.now(), limit: 500 });
  for (const accountId of accountIds) await ctx.db.transaction(accountId, (tx) => emitOver(ctx, tx));
  return accountIds.length;
}

/** Whichever transaction deletes the row emits the event, so that it is emitted once. */
async function emitOver(ctx: LimitContext, tx: Tx): Promise<void> {
  const windows = await endLimits(tx, ctx.clock.now());
  await ctx.emit(
    tx,
    windows.map((window) => ({
      type: 'account.rateLimit.reset' as const,
      message: `The account's request limit per ${window} has reset. Requests are accepted again.`,
      data: { window },
    })),
  );
}
