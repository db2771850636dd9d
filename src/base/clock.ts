/**
 * The only source of time. A server process follows PostgreSQL's clock (db/database-clock.ts). SQL statements take the
 * current time as a parameter, so that a test can set it.
 */
export type Clock = {
  now(): Date;
  nowMs(): number;
};

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
};

export type SettableClock = Clock & { set(time: Date | string): void; advanceMs(ms: number): void };

/** A clock for tests that changes only when it is set or advanced. */
export function settableClock(start: Date | string = '2026-01-01T00:00:00Z'): SettableClock {
  let ms = new Date(start).getTime();
  return {
    now: () => new Date(ms),
    nowMs: () => ms,
    set: (time) => {
      ms = new Date(time).getTime();
    },
    advanceMs: (by) => {
      ms += by;
    },
  };
}
