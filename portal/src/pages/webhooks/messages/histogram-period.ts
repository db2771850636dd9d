import { offsetMs } from '../../../ui/zone/time-zone.ts';

/** How a period is divided for the histogram: spans that people know, of which about sixty fit. */
const minute = 60_000;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * minute);
const barsMax = 60;
const dayMs = 1440 * minute;

export type Division = { since: string; until: string; buckets: number; stepMs: number };

/**
 * Without times, the last 30 days. The edges are rounded outwards, so that all spans are equal, and to full hours and
 * days of the clock, which is ahead of UTC by `aheadMs`.
 */
export function divide(
  { since, until }: { since?: string; until?: string },
  nowMs: number,
  aheadMs: (ms: number) => number = offsetMs,
): Division {
  const end = until === undefined ? nowMs : Date.parse(until);
  const start = since === undefined ? end - 30 * dayMs : Date.parse(since);
  const stepMs = steps.find((step) => (end - start) / step <= barsMax) ?? dayMs;
  const ahead = aheadMs(start);
  const from = Math.floor((start + ahead) / stepMs) * stepMs - ahead;
  const to = Math.max(from + stepMs, Math.ceil((end + ahead) / stepMs) * stepMs - ahead);
  const buckets = Math.min(120, Math.round((to - from) / stepMs));
  return {
    since: new Date(from).toISOString(),
    until: new Date(from + buckets * stepMs).toISOString(),
    buckets,
    stepMs,
  };
}
