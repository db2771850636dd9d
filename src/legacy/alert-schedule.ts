/** When an alert's delivery is tried again. Times in ms; the time of an attempt is that of its start. */
const secondMs = 1000;

/** Waits between the attempts: 5 s, 35 s and 110 s after the first. */
export const alertWaitsMs: readonly number[] = [5 * secondMs, 30 * secondMs, 75 * secondMs];
/** After the first attempt; whatever the receiver asks for, no later one is planned. */
export const alertWindowMs = 120 * secondMs;
const leastWaitMs = secondMs;

/** 408, 429, 5xx, or no answer at all: another try may help. */
export function isWorthRetrying(statusCode: number | undefined): boolean {
  return statusCode === undefined || statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/**
 * When the next attempt is due, or undefined where there is none. `Retry-After` takes the place of the wait, be it longer
 * or shorter; what it would push out of the window is tried at the window's end.
 */
export function nextAlertAttemptMs(failed: {
  /** 1 for the first. */
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
