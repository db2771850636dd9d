import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/db.ts';
import { Pace } from './pace.ts';

/** The NOTIFY channel that workers listen on. The payload is a comma-separated list of lane numbers, or `joined`. */
export const wakeChannel = 'daybook_lanes';
/** The payload by which a new worker tells the others that it can take a share of the lanes. */
export const joined = 'joined';

/** Notifies workers of lanes with due deliveries. If a notification is lost or late, a sweep finds the deliveries. */
export type LaneWakeups = {
  wake(lanes: readonly number[]): void;
  /**
   * Called if this process also sends deliveries. `wakeOwned` wakes a lane that this process owns and returns false for
   * all others. No other process needs to be notified of an owned lane.
   */
  onWake(wakeOwned: (lane: number) => boolean): void;
  stop(): Promise<void>;
};

/** How often workers are notified. Under load, one notification names many lanes. */
const notifyPace = { everyMs: 8, burst: 12 };
/** PostgreSQL accepts payloads below 8,000 bytes. A lane number takes at most 11 bytes, including the comma. */
export const lanesInOneNotification = 700;

export function createLaneWakeups(ctx: { db: Db; log: Log }): LaneWakeups {
  const waiting = new Set<number>();
  const pace = new Pace(notifyPace);
  let timer: NodeJS.Timeout | undefined;
  let notifying = Promise.resolve();
  let wakeOwned: (lane: number) => boolean = () => false;

  async function notifyNow(): Promise<void> {
    const lanes = [...waiting];
    waiting.clear();
    for (let at = 0; at < lanes.length; at += lanesInOneNotification) {
      const payload = lanes.slice(at, at + lanesInOneNotification).join();
      await ctx.db.pool.query('select pg_notify($1, $2)', [wakeChannel, payload]);
    }
  }
  function next(): void {
    timer = undefined;
    pace.take(performance.now());
    const before = notifying;
    notifying = notifyNow()
      .catch((error) =>
        ctx.log.warn({ err: error }, 'workers were not notified of due deliveries; a sweep finds them within seconds'),
      )
      .then(() => before);
  }

  return {
    wake(lanes) {
      for (const lane of lanes) if (!wakeOwned(lane)) waiting.add(lane);
      if (timer || waiting.size === 0) return;
      const restMs = pace.waitMs(performance.now());
      if (restMs === 0) next();
      else timer = setTimeout(next, restMs);
    },
    onWake(run) {
      wakeOwned = run;
    },
    async stop() {
      clearTimeout(timer);
      await notifying;
      if (waiting.size > 0) await notifyNow().catch(() => {});
    },
  };
}
