import { secondMs } from '../base/durations.ts';
/** The retry schedule of alert deliveries. Times are in ms. The time of an attempt is the time when it started. */

/** Waits between attempts. Retries are made 5 s, 35 s and 110 s after the first attempt. */
export const alertWaitsMs: readonly number[] = [5 * secondMs, 30 * secondMs, 75 * secondMs];
/** No attempt is scheduled later than this after the first attempt, whatever the receiver's Retry-After says. */
export const alertWindowMs = 120 * secondMs;
const leastWaitMs = secondMs;

/** A retry may succeed after 408, 429, 5xx, or no response at all. */
export function isWorthRetrying(statusCode: number | undefined): boolean {
  return statusCode === undefined || statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/**
 * Returns when the next attempt is due, or undefined if there is none. A `Retry-After` replaces the wait of the
 * schedule, even if `Retry-After` is shorter. An attempt that would fall outside the window is made at the end of the
 * window.
 */
export function nextAlertAttemptMs(failed: {
  /** 1 for the first attempt. */
  number: number;
  startedMs: number;
  firstMs: number;
  retryAfterMs?: number | undefined;
}): number | undefined {
  const waitMs = alertWaitsMs[failed.number - 1];
  if (waitMs === undefined) return undefined;
  const dueMs = failed.startedMs + Math.max(failed.retryAfterMs ?? waitMs, leastWaitMs);
  const lastMs = failed.firstMs + alertWindowMs;
  if (dueMs <= lastMs) return dueMs;
  return lastMs - failed.startedMs >= leastWaitMs ? lastMs : undefined;
}
