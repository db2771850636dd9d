import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Db } from './db.ts';

/**
 * The machine's time, held to PostgreSQL's: processes compare times that others have written (leases, windows, due times),
 * and a machine whose clock is wrong must not cost anybody anything. Looked at at the start and every few seconds; in
 * between the time goes on by the process's own monotonic clock, which no correction of the machine's time moves.
 */
export type DatabaseClock = Clock & {
  /** Asks PostgreSQL for its time. Before the first answer, the machine's own holds. */
  measure(): Promise<void>;
  /** Measures from now on, every few seconds. */
  follow(): void;
  stop(): void;
};

const everyMs = 2000;
/** A machine that is further off is reported, since its log lines carry its own time. */
const reportedMs = 5000;

export function createDatabaseClock(ctx: { db: Db; log: Log; machine: Clock }): DatabaseClock {
  /** The time minus the monotonic one. */
  let offsetMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isMeasuring = false;
  let isReported = false;

  function nowMs(): number {
    return offsetMs === undefined ? ctx.machine.nowMs() : Math.round(performance.now() + offsetMs);
  }

  async function measure(): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await sql<{
      ms: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(ctx.db.watch);
    const receivedAt = performance.now();
    const ms = rows[0]?.ms;
    if (ms === undefined) return;
    // Somewhere between sending and receiving it was `ms` there. A machine whose time fits keeps it.
    const [least, most] = [ms - receivedAt, ms - sentAt];
    const machine = ctx.machine.nowMs() - performance.now();
    offsetMs = Math.min(most, Math.max(least, machine));
    report(machine - offsetMs);
  }

  function report(aheadMs: number): void {
    const isFar = Math.abs(aheadMs) > reportedMs;
    if (isFar && !isReported)
      ctx.log.warn(
        { machineAheadMs: Math.round(aheadMs) },
        "the machine's clock differs from PostgreSQL's, which is used; log lines carry the machine's own",
      );
    isReported = isFar;
  }

  async function tick(): Promise<void> {
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      await measure();
    } catch {
      // Without PostgreSQL nothing can be compared either; the time goes on as it was.
    } finally {
      isMeasuring = false;
    }
  }

  return {
    now: () => new Date(nowMs()),
    nowMs,
    measure,
    follow() {
      timer ??= setInterval(tick, everyMs).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
