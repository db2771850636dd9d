import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { ReachedLimit } from '../http/rate-limit.ts';
import { endLimits, findLimitsOver, insertLimitReached } from './store.ts';

type LimitContext = { db: Db; clock: Clock; emit: Emit };

/** Tells that a limit was reached: once for its window, however many processes refuse requests because of it. */
export function tellLimitReached(ctx: LimitContext) {
  return async ({ accountId, window, limit, resetsAt }: ReachedLimit): Promise<void> => {
    await ctx.db.transaction(accountId, async (tx) => {
      // The loop may not have come by since the window before ended.
      await tellOver(ctx, tx);
      // Who comes this late was not the first: it has been told, and its end with it.
      if (resetsAt.getTime() <= ctx.clock.nowMs()) return;
      if (!(await insertLimitReached(tx, { window, resetsAt }))) return;
      await ctx.emit(tx, [
        {
          type: 'account.rateLimit.reached',
          message: `The account's requests of this ${window} are used up: further ones are refused until the reset.`,
          data: { window, limit, resetsAt: resetsAt.toISOString() },
        },
      ]);
    });
  };
}

/** Tells the end of every limit whose window is over. For a loop; the number of accounts that were told. */
export async function tellLimitsOver(ctx: LimitContext): Promise<number> {
  const accountIds = await findLimitsOver(ctx.db.system, { now: ctx.clock.now(), limit: 500 });
  for (const accountId of accountIds) await ctx.db.transaction(accountId, (tx) => tellOver(ctx, tx));
  return accountIds.length;
}

/** Whoever removes the row tells it. */
async function tellOver(ctx: LimitContext, tx: Tx): Promise<void> {
  const windows = await endLimits(tx, ctx.clock.now());
  await ctx.emit(
    tx,
    windows.map((window) => ({
      type: 'account.rateLimit.reset' as const,
      message: `The account's limit of requests in a ${window} is over: requests are answered again.`,
      data: { window },
    })),
  );
}
