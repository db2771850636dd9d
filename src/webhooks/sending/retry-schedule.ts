import { hourMs, minuteMs, secondMs } from '../../base/durations.ts';

/** When a delivery is retried. Times are in ms; the time of an attempt is the time it started. */

const shortestWaitMs = 5 * secondMs;
/** Waits between attempts, without jitter: the eighth and last attempt is made 27 h 35 min 5 s after the first. */
export const retryWaitsMs: readonly number[] = [
  shortestWaitMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
];

export const attemptsMax = retryWaitsMs.length + 1;
/** Retries are scheduled within this time after the first attempt. Delays of our own workers do not count. */
export const retryWindowMs = 28 * hourMs;

/** Jitter is at most a tenth of a wait and at most 3 minutes: in total less than the 24 min 55 s left in the window. */
const jitterPart = 0.1;
const jitterMaxMs = 3 * minuteMs;
/** Attempts are scheduled at least this long before the window ends, so that a busy worker still makes them in time. */
const lateMs = minuteMs;
/** A Retry-After beyond the window moves the attempt to its end, if that is at least this long after the last one. */
const leastWaitMs = 5 * minuteMs;

export type FailedAttempt = {
  /** 1 for the first attempt. */
  number: number;
  startedMs: number;
  firstMs: number;
  /** From the consumer's Retry-After header; it can only lengthen the wait. */
  retryAfterMs?: number | undefined;
  /** A random number from 0 to 1. */
  jitter: number;
};

/** When the next attempt is due; undefined if there is none. */
export function nextAttemptMs({
  number,
  startedMs,
  firstMs,
  retryAfterMs = 0,
  jitter,
}: FailedAttempt): number | undefined {
  const stepMs = retryWaitsMs[number - 1];
  if (stepMs === undefined) return undefined;
  const waitMs = stepMs + Math.floor(Math.min(stepMs * jitterPart, jitterMaxMs) * jitter);
  const dueMs = startedMs + Math.max(waitMs, retryAfterMs);
  const lastMs = firstMs + retryWindowMs - lateMs;
  if (dueMs <= lastMs) return dueMs;
  return lastMs - startedMs >= leastWaitMs ? lastMs : undefined;
}

/**
 * Start of a delivery's 28-hour retry window, moved forward by the delay of this attempt: time in which no worker ran,
 * or in which the delivery waited behind others, does not use up the window.
 */
export function windowStartMs(attempt: {
  firstMs: number | undefined;
  dueMs: number | undefined;
  startedMs: number;
}): number {
  const { firstMs, dueMs, startedMs } = attempt;
  if (firstMs === undefined) return startedMs;
  // A due time sooner than the shortest wait after the first attempt was not set by a retry. It is the original one:
  // while the consumer was ordered, only its `hold_until` was moved.
  if (dueMs === undefined || dueMs < firstMs + shortestWaitMs) return firstMs;
  return firstMs + Math.max(0, startedMs - dueMs);
}

/** Parses a Retry-After header (seconds or a date) to ms from now. Undefined if it is neither, or in the past. */
export function readRetryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const waitMs = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, retryWindowMs) : undefined;
}
