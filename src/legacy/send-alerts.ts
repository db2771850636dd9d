import type { DueWork } from '../jobs/due-work.ts';
import { type DueDelivery, isAnyAlertDue, takeDue } from './alert-store.ts';
import { type AttemptContext, attemptAlert } from './attempt-alert.ts';

/**
 * The worker that delivers alerts of the older webhooks. `wake` is called when this process raises an alert; `due` finds
 * alerts raised by other processes, due retries, and deliveries that a dead worker left behind.
 */
export type Alerts = {
  wake(): void;
  due: DueWork;
  /** Attempts every due delivery and resolves when all attempts have finished. For tests. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Length of a lease. It is longer than any attempt, which takes at most 15 s over HTTP and 30 s over SMTP. */
const leaseMs = 60_000;
const underWayMax = 64;
/**
 * Maximum number of attempts in progress per account. If the receivers of one account hang, other accounts still have
 * capacity.
 */
const perAccountMax = 8;
const takenAtOnce = 8;

export function startAlerts(ctx: AttemptContext, { isPaused }: { isPaused: () => boolean }): Alerts {
  const underWay = new Map<Promise<void>, string>();
  let taking = Promise.resolve();
  let isTaking = false;
  let isWoken = false;
  /** True if more deliveries may be due than could be started. */
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
        ctx.log.error(
          { err: error, alertId: delivery.alert_id },
          'alert attempt not recorded; the alert will be sent again',
        ),
      )
      .finally(() => {
        underWay.delete(attempt);
        if (isLeft) wake();
      });
    underWay.set(attempt, delivery.account_id);
  }

  async function take(): Promise<void> {
    try {
      while (isWoken && !isOver()) {
        isWoken = false;
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
      ctx.log.error({ err: error }, 'reading due alerts failed; retrying in a moment');
    } finally {
      isTaking = false;
    }
  }

  function wake(): Promise<void> {
    isWoken = true;
    if (!isTaking) {
      isTaking = true;
      taking = take();
    }
    return taking;
  }

  return {
    wake: () => void wake(),
    due: { name: 'alerts', isDue: isAnyAlertDue, run: wake },
    async look() {
      await wake();
      while (isTaking || underWay.size > 0) {
        await taking;
        await Promise.all(underWay.keys());
      }
    },
    async stop() {
      isStopping = true;
      await taking;
      await Promise.all(underWay.keys());
    },
  };
}
