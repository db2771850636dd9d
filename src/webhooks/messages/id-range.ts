import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';

/** Message ids are version 7 UUIDs, which sort by time: a point in time is an id, and a day is a range of ids. */

/** The smallest id that can be created at this time. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** "2026-11-15", as PostgreSQL writes a date. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export type KeptContext = { clock: Clock; config: { messagesKeptDays: number } };

/** Older messages are no longer shown, and their daily partitions are dropped. */
export function oldestKeptMs({ clock, config }: KeptContext): number {
  return startOfDay(clock.nowMs()) - config.messagesKeptDays * dayMs;
}

export function oldestKeptId(ctx: KeptContext): string {
  return firstIdAt(oldestKeptMs(ctx));
}
