import { hourMs, minuteMs, secondMs } from '../../base/durations.ts';

/** The retry schedule of deliveries. Times are in ms. The time of an attempt is the time when it started. */

/** Timeout of a whole attempt: DNS lookup, connection, headers and body. The older webhooks use it, too. */
export const attemptTimeoutMs = 15 * secondMs;
const shortestWaitMs = 5 * secondMs;
/** Waits between attempts. Without jitter, the eighth and last attempt is made 27 h 35 min 5 s after the first. */
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
/** Retries are scheduled within this time after the first attempt. Delays that the workers cause do not count. */
export const retryWindowMs = 28 * hourMs;

/**
 * Jitter adds at most a tenth of each wait and at most 3 minutes. In total, this is less than the 24 min 55 s that are
 * left in the window.
 */
const jitterPart = 0.1;
const jitterMaxMs = 3 * minuteMs;
/** Attempts are scheduled at least this long before the window ends, so that a busy worker still makes them in time. */
const lateMs = minuteMs;
/**
 * If the next attempt would be due after the window, for example because of Retry-After, it is made at the end of the
 * window. But if less than this time is left until then, there is no further attempt.
 */
const leastWaitMs = 5 * minuteMs;

export type FailedAttempt = {
  /** 1 for the first attempt. */
  number: number;
  startedMs: number;
  firstMs: number;
  /** From the consumer's Retry-After header, which can only lengthen the wait. */
  retryAfterMs?: number | undefined;
  /** A random number from 0 to 1. */
  jitter: number;
};

/** Returns when the next attempt is due, or undefined if there is no further attempt. */
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
 * Returns the start of a delivery's 28-hour retry window. If this attempt was made late, the start is later by the same
 * time. So time in which no worker ran, or in which the delivery waited behind others, does not use up the window.
 */
export function windowStartMs(attempt: {
  firstMs: number | undefined;
  dueMs: number | undefined;
  startedMs: number;
}): number {
  const { firstMs, dueMs, startedMs } = attempt;
  if (firstMs === undefined) return startedMs;
  // A due time so soon after the first attempt is not that of a retry. It is the original due time of the delivery,
  // because retries to an ordered consumer change only `hold_until`.
  if (dueMs === undefined || dueMs < firstMs + shortestWaitMs) return firstMs;
  return firstMs + Math.max(0, startedMs - dueMs);
}

/** Converts a Retry-After header (seconds or a date) to ms from now. Undefined if it is invalid or in the past. */
export function readRetryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const waitMs = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, retryWindowMs) : undefined;
}
