import { dayMs } from './durations.ts';

/** Days in UTC. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** Returns the date as PostgreSQL writes it, such as "2026-11-15". */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
