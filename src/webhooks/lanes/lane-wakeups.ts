import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/db.ts';

/** The NOTIFY channel that workers listen on. The payload is a comma-separated list of lane numbers. */
export const wakeChannel = 'daybook_lanes';

/** Notifies workers of lanes with due deliveries. If a notification is lost or late, a sweep finds the deliveries. */
export type LaneWakeups = { wake(lanes: readonly number[]): void; stop(): Promise<void> };

/** Minimum time between two notifications. Under load, one notification then names many lanes. */
const pauseMs = 10;
/** PostgreSQL accepts payloads below 8,000 bytes. A lane number takes at most 11 bytes, including the comma. */
const lanesInOneRing = 700;

export function createLaneWakeups(ctx: { db: Db; log: Log }): LaneWakeups {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let notifying = Promise.resolve();

  async function notifyNow(): Promise<void> {
    const lanes = [...waiting];
    waiting.clear();
    for (let at = 0; at < lanes.length; at += lanesInOneRing) {
      const payload = lanes.slice(at, at + lanesInOneRing).join();
      await ctx.db.pool.query('select pg_notify($1, $2)', [wakeChannel, payload]);
    }
  }
  function next(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    timer = setTimeout(next, pauseMs);
    notifying = notifyNow().catch((error) =>
      ctx.log.warn({ err: error }, 'workers were not notified of due deliveries; a sweep finds them within seconds'),
    );
  }

  return {
    wake(lanes) {
      for (const lane of lanes) waiting.add(lane);
      if (!timer) next();
    },
    async stop() {
      clearTimeout(timer);
      await notifying;
      if (waiting.size > 0) await notifyNow().catch(() => {});
    },
  };
}
