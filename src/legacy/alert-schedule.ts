import { secondMs } from '../base/durations.ts';
/** Retry schedule of alert deliveries. Times are in ms; the time of an attempt is its start. */

/** Waits between attempts: the retries come 5 s, 35 s and 110 s after the first attempt. */
export const alertWaitsMs: readonly number[] = [5 * secondMs, 30 * secondMs, 75 * secondMs];
/** From the first attempt. No attempt is scheduled later than this, whatever the receiver's Retry-After. */
export const alertWindowMs = 120 * secondMs;
const leastWaitMs = secondMs;

/** 408, 429, 5xx, or no response at all: a retry may succeed. */
export function isWorthRetrying(statusCode: number | undefined): boolean {
  return statusCode === undefined || statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/**
 * When the next attempt is due, or undefined if there is none. `Retry-After` replaces the wait, whether longer or
 * shorter; an attempt that would fall outside the window is made at its end.
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
