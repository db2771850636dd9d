import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Db } from './db.ts';

/**
 * The machine's time, adjusted to PostgreSQL's. Processes compare times that other processes have written (leases,
 * windows, due times), so a wrong machine clock would cause errors. The difference is measured at the start and with
 * every heartbeat, and in a process without heartbeats every two seconds. In between, the time follows the monotonic clock, which corrections of the machine's clock do not
 * affect.
 */
export type DatabaseClock = Clock & {
  /** Reads PostgreSQL's time. Until the first result, the machine's time is used. */
  measure(): Promise<void>;
  /** Takes the result of a statement that also read PostgreSQL's time, so that none need be sent for it. */
  take(measured: Measured): void;
  /** Starts measuring periodically. */
  follow(): void;
  stop(): void;
};

/**
 * PostgreSQL's clock showed `ms` at some time between `sentAt` and `receivedAt`, which are times of performance.now().
 */
export type Measured = { sentAt: number; receivedAt: number; ms: number };

const everyMs = 2000;
/**
 * If the machine's clock differs from PostgreSQL's by more than this, the difference is logged, because log lines carry
 * the machine's time.
 */
const reportedMs = 5000;

export function createDatabaseClock(ctx: { db: Db; log: Log; machine: Clock }): DatabaseClock {
  /** Wall-clock time minus monotonic time. */
  let offsetMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isMeasuring = false;
  let takenAt = Number.NEGATIVE_INFINITY;
  let isReported = false;

  function nowMs(): number {
    return offsetMs === undefined ? ctx.machine.nowMs() : Math.round(performance.now() + offsetMs);
  }

  async function measure(): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await sql<{
      ms: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(ctx.db.watch);
    const ms = rows[0]?.ms;
    if (ms !== undefined) take({ sentAt, receivedAt: performance.now(), ms });
  }

  function take({ sentAt, receivedAt, ms }: Measured): void {
    takenAt = receivedAt;
    // The offset from performance.now() to PostgreSQL's clock lies in a range. Use the offset of the machine's clock if
    // it lies in that range; otherwise use the nearer end of the range.
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
        "the machine's clock differs from PostgreSQL's; PostgreSQL's is used, except in log lines",
      );
    isReported = isFar;
  }

  async function tick(): Promise<void> {
    if (isMeasuring || performance.now() - takenAt < everyMs * 0.75) return;
    isMeasuring = true;
    try {
      await measure();
    } catch {
      // PostgreSQL does not respond, so keep the last offset. Until it responds, times cannot be compared with stored
      // ones anyway.
    } finally {
      isMeasuring = false;
    }
  }

  return {
    now: () => new Date(nowMs()),
    nowMs,
    measure,
    take,
    follow() {
      timer ??= setInterval(tick, everyMs).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
