import type { Clock } from '../base/clock.ts';
import type { Db, Tx } from '../db/db.ts';
import { unlessClosed } from '../db/error-codes.ts';
import type { Emit } from '../events/emit.ts';
import type { ReachedLimit } from '../http/limits/rate-limit.ts';
import { endLimits, findLimitsOver, insertLimitReached } from './store.ts';

type LimitContext = { db: Db; clock: Clock; emit: Emit };

/** Emits one event per window when a limit is reached, even if several processes reject requests. */
export function emitLimitReached(ctx: LimitContext) {
  return async ({ accountId, window, limit, resetsAt }: ReachedLimit): Promise<void> => {
    await ctx.db.transaction(accountId, async (tx) => {
      // Report the end of earlier windows first, because `emitLimitsOver` may not have run since they ended.
      await emitOver(ctx, tx);
      // Do nothing if the window is already over: the event would announce a limit that no longer applies.
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

/**
 * Emits an event for every limit whose window is over. A loop calls this function every few seconds. Returns the number
 * of affected accounts.
 */
export async function emitLimitsOver(ctx: LimitContext): Promise<number> {
  const accountIds = await findLimitsOver(ctx.db.system, { now: ctx.clock.now(), limit: 500 });
  for (const accountId of accountIds)
    await ctx.db.transaction(accountId, (tx) => emitOver(ctx, tx)).catch(unlessClosed);
  return accountIds.length;
}

/**
 * Deletes the `limit_reached` rows whose window is over, and emits an event for each. Only the database transaction
 * that deletes a row emits its event, so each event is emitted once.
 */
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
