import { nextAttemptMs, windowStartMs } from '../sending/retry-schedule.ts';

/** `latestMs` is undefined if the attempt is made only if the jitter of those before it is small. */
export type UpcomingAttempt = { number: number; earliestMs: number; latestMs: number | undefined };

/**
 * Returns the attempts that are still to come if each of them fails without a Retry-After header. The times come from
 * the functions that the sender uses. That of the next attempt is exact; later ones depend on the jitter.
 */
export function upcomingAttempts(delivery: {
  /** Number of attempts made. */
  attempts: number;
  /** Start of the retry window; undefined before the first attempt. */
  firstMs: number | undefined;
  dueMs: number;
  nowMs: number;
}): UpcomingAttempt[] {
  const earliest = attemptTimes(delivery, 0);
  const latest = attemptTimes(delivery, 1);
  return earliest.map((earliestMs, at) => ({
    number: delivery.attempts + 1 + at,
    earliestMs,
    latestMs: latest[at],
  }));
}

function attemptTimes(
  { attempts, firstMs, dueMs, nowMs }: Parameters<typeof upcomingAttempts>[0],
  jitter: number,
): number[] {
  // A delivery that is overdue is sent as soon as a worker is free.
  let startedMs = Math.max(dueMs, nowMs);
  const windowMs = windowStartMs({ firstMs, dueMs: attempts > 0 ? dueMs : undefined, startedMs });
  const times = [startedMs];
  for (let number = attempts + 1; ; number++) {
    const nextMs = nextAttemptMs({ number, startedMs, firstMs: windowMs, jitter });
    if (nextMs === undefined) return times;
    times.push(nextMs);
    startedMs = nextMs;
  }
}
