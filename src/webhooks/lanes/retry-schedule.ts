/** When a delivery is tried again. Times in ms; the time of an attempt is that of its start. */
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const shortestWaitMs = 5 * secondMs;
/** Waits between the attempts: the eighth and last is made 27 h 35 min 5 s after the first. */
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
/** From the first attempt to the last moment that one is put on, without the time by which we were late ourselves. */
export const retryWindowMs = 28 * hourMs;

/** At most a tenth of a wait and 3 minutes: over all waits below the 24 min 55 s that the schedule leaves. */
const jitterPart = 0.1;
const jitterMaxMs = 3 * minuteMs;
/** The last moment that an attempt is put on: a worker that is busy then still makes it in time. */
const lateMs = minuteMs;
/** An attempt that Retry-After would push out of the window is made at its end, unless the one before was just now. */
const leastWaitMs = 5 * minuteMs;

export type FailedAttempt = {
  /** 1 for the first. */
  number: number;
  startedMs: number;
  firstMs: number;
  /** What the consumer asked for; it can only lengthen the wait. */
  retryAfterMs?: number | undefined;
  /** 0 to 1. */
  jitter: number;
};

/** When the next attempt is due, or undefined where there is none. */
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
 * The beginning of a delivery's 28 hours, moved by as much as this attempt comes after it was due: time in which no worker
 * ran, or in which others were before it, uses up none of them.
 */
export function windowStartMs(attempt: {
  firstMs: number | undefined;
  dueMs: number | undefined;
  startedMs: number;
}): number {
  const { firstMs, dueMs, startedMs } = attempt;
  if (firstMs === undefined) return startedMs;
  // Sooner than the shortest wait after the first attempt, it is no time that an attempt was put to, but that of the message
  // itself: while its consumer was ordered, only the hold moved.
  if (dueMs === undefined || dueMs < firstMs + shortestWaitMs) return firstMs;
  return firstMs + Math.max(0, startedMs - dueMs);
}

/** The header as ms from now: seconds or a date. Undefined where it is neither, or past. */
export function readRetryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const waitMs = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, retryWindowMs) : undefined;
}
