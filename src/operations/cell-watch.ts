import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { maintenance } from '../http/refusals.ts';
import { type CellState, heartbeat, removeProcess } from './store.ts';

/** Once a second, reports that this process is alive and reads the state of the cell (the installation). */
export type CellWatch = {
  state(): CellState;
  /** Throws a 503 while the maintenance switch is on. */
  requireService(): void;
  /** Milliseconds since the latest heartbeat that reached PostgreSQL. */
  beatAgeMs(): number;
  stop(): Promise<void>;
};

const everyMs = 1000;

export async function watchCell(
  ctx: { db: Db; clock: Clock; log: Log },
  options: { role: string; version: string; onMaintenance: (isOn: boolean) => void },
): Promise<CellWatch> {
  const row = {
    process_id: newId(ctx.clock),
    role: options.role,
    host: hostname(),
    pid: process.pid,
    version: options.version,
    started_at: ctx.clock.now(),
    heartbeat_at: ctx.clock.now(),
  };
  let state = await heartbeat(ctx.db.watch, row);
  if (state.maintenance) options.onMaintenance(true);
  let isBeating = false;
  let beatAt = performance.now();

  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    try {
      const before = state.maintenance;
      state = await heartbeat(ctx.db.watch, row);
      beatAt = performance.now();
      if (state.maintenance !== before) {
        ctx.log.warn({ maintenance: state.maintenance }, `maintenance is ${state.maintenance ? 'on' : 'off'}`);
        options.onMaintenance(state.maintenance);
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'the state of the installation could not be read; using the last known state');
    } finally {
      isBeating = false;
    }
  }

  const timer = setInterval(beat, everyMs);
  return {
    state: () => state,
    requireService() {
      if (state.maintenance) throw maintenance(state);
    },
    beatAgeMs: () => performance.now() - beatAt,
    async stop() {
      clearInterval(timer);
      await removeProcess(ctx.db.watch, row.process_id).catch(() => {});
    },
  };
}
