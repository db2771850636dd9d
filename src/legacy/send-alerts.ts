import { startLoop } from '../jobs/loop.ts';
import { type DueDelivery, hasDue, takeDue } from './alert-store.ts';
import { type AttemptContext, attemptAlert } from './attempt-alert.ts';

/**
 * The worker of the older webhooks. Rings come from emitters in the same process; a loop finds what other processes have
 * raised, what has come due again, and what a dead worker has left behind.
 */
export type Alerts = {
  ring(): void;
  /** Looks for what is due, and ends when all that is under way has ended. For tests. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

const lookEveryMs = 1000;
/** Longer than any attempt takes: 15 s by HTTP, 30 s by SMTP. */
const leaseMs = 60_000;
const underWayMax = 64;
/** An account that has so many under way gets no more: receivers that hang leave room for the others. */
const perAccountMax = 8;
const takenAtOnce = 8;

export function startAlerts(ctx: AttemptContext, { isPaused }: { isPaused: () => boolean }): Alerts {
  const underWay = new Map<Promise<void>, string>();
  let taking = Promise.resolve();
  let isTaking = false;
  let isRung = false;
  /** Something due was left lying for want of room. */
  let isLeft = false;
  let isStopping = false;
  const isOver = () => isStopping || isPaused();

  function busyAccounts(): string[] {
    const counts = new Map<string, number>();
    for (const accountId of underWay.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= perAccountMax).map(([accountId]) => accountId);
  }

  function start(delivery: DueDelivery): void {
    const attempt: Promise<void> = attemptAlert(ctx, delivery)
      .catch((error) =>
        ctx.log.error({ err: error, alertId: delivery.alert_id }, 'an attempt was not recorded; it is made again'),
      )
      .finally(() => {
        underWay.delete(attempt);
        if (isLeft) wake();
      });
    underWay.set(attempt, delivery.account_id);
  }

  async function take(): Promise<void> {
    try {
      while (isRung && !isOver()) {
        isRung = false;
        isLeft = true;
        while (isLeft && !isOver() && underWay.size < underWayMax) {
          const limit = Math.min(takenAtOnce, underWayMax - underWay.size);
          const now = ctx.clock.now();
          const leaseUntil = new Date(now.getTime() + leaseMs);
          const busy = busyAccounts();
          const taken = await takeDue(ctx.db.system, { now, leaseUntil, busy, limit });
          taken.forEach(start);
          isLeft = taken.length === limit || busy.length > 0;
          if (taken.length < limit) break;
        }
      }
    } catch (error) {
      ctx.log.error({ err: error }, 'alerts could not be looked for; the next look is in a moment');
    } finally {
      isTaking = false;
    }
  }

  function wake(): Promise<void> {
    isRung = true;
    if (!isTaking) {
      isTaking = true;
      taking = take();
    }
    return taking;
  }

  const loop = startLoop(ctx, { name: 'alerts', everyMs: lookEveryMs, isPaused }, async () => {
    if (await hasDue(ctx.db.system, ctx.clock.now())) await wake();
  });
  return {
    ring: () => void wake(),
    async look() {
      await wake();
      while (isTaking || underWay.size > 0) {
        await taking;
        await Promise.all(underWay.keys());
      }
    },
    async stop() {
      isStopping = true;
      await loop.stop();
      await taking;
      await Promise.all(underWay.keys());
    },
  };
}
