import type { Db } from '../../db/db.ts';
import type { Log } from '../../log.ts';

/** Where workers listen. The payload is lanes, comma separated. */
export const bellChannel = 'daybook_lanes';

/** Rings for lanes that have something to send. A hint: it can be lost, doubled or late, and sweeps make up for it. */
export type LaneBell = { ring(lanes: readonly number[]): void; stop(): Promise<void> };

/** At once, then at most this often: an emitter under load rings for many lanes at a time. */
const pauseMs = 10;
/** PostgreSQL takes payloads below 8,000 bytes; a lane takes at most 11 of them. */
const lanesInOneRing = 700;

export function createLaneBell(ctx: { db: Db; log: Log }): LaneBell {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let ringing = Promise.resolve();

  async function ringNow(): Promise<void> {
    const lanes = [...waiting];
    waiting.clear();
    for (let at = 0; at < lanes.length; at += lanesInOneRing) {
      const payload = lanes.slice(at, at + lanesInOneRing).join();
      await ctx.db.pool.query('select pg_notify($1, $2)', [bellChannel, payload]);
    }
  }
  function next(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    timer = setTimeout(next, pauseMs);
    ringing = ringNow().catch((error) =>
      ctx.log.warn({ err: error }, 'the bell for deliveries was not rung; the sweep finds them within seconds'),
    );
  }

  return {
    ring(lanes) {
      for (const lane of lanes) waiting.add(lane);
      if (!timer) next();
    },
    async stop() {
      clearTimeout(timer);
      await ringing;
      if (waiting.size > 0) await ringNow().catch(() => {});
    },
  };
}
