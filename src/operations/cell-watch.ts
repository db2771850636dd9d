import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { DatabaseClock, Measured } from '../db/database-clock.ts';
import type { Db } from '../db/db.ts';
import { maintenance } from '../http/refusals.ts';
import { type CellState, heartbeat, removeProcess } from './store.ts';

/** Once a second, reports that this process is alive and reads the state of the cell (the installation). */
export type CellWatch = {
  state(): CellState;
  /** Throws a 503 while the maintenance switch is on. */
  requireService(): void;
  /**
   * True from the first heartbeat that fails until one has found the database that was served before, or until a restore
   * was noticed. A failover may be under way, and pushes may have been sent that the new database has as pending.
   */
  isUncertain(): boolean;
  /** Milliseconds since the latest heartbeat that reached PostgreSQL. */
  beatAgeMs(): number;
  stop(): Promise<void>;
};

const everyMs = 1000;

export async function watchCell(
  ctx: { db: Db; clock: Clock; databaseClock: DatabaseClock | undefined; log: Log },
  options: {
    role: string;
    version: string;
    onMaintenance: (isOn: boolean) => void;
    /** Called if the database was restored, or a standby has taken over, while this process runs. */
    onRestored: () => Promise<void>;
  },
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
  const takeTime = (measured: Measured) => ctx.databaseClock?.take(measured);
  let state = await heartbeat(ctx.db.watch, row, takeTime);
  if (state.maintenance) options.onMaintenance(true);
  let isBeating = false;
  let beatAt = performance.now();
  let isUncertain = state.isRestored;

  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    try {
      let next = await heartbeat(ctx.db.watch, row, takeTime);
      if (next.isRestored) {
        isUncertain = true;
        await options.onRestored();
        next = await heartbeat(ctx.db.watch, row, takeTime);
      }
      isUncertain = next.isRestored;
      const before = state.maintenance;
      state = next;
      beatAt = performance.now();
      if (state.maintenance !== before) {
        ctx.log.warn({ maintenance: state.maintenance }, `maintenance is ${state.maintenance ? 'on' : 'off'}`);
        options.onMaintenance(state.maintenance);
      }
    } catch (error) {
      isUncertain = true;
      ctx.log.warn({ err: error }, 'the heartbeat failed; using the last known state of the installation');
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
    isUncertain: () => isUncertain,
    beatAgeMs: () => performance.now() - beatAt,
    async stop() {
      clearInterval(timer);
      await removeProcess(ctx.db.watch, row.process_id).catch(() => {});
    },
  };
}
