import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';

/** Message ids are version 7 UUIDs, which sort by time. So a time corresponds to an id, and a day to a range of ids. */

/** Returns the smallest id that can be created at this time. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** Returns the date in UTC as PostgreSQL writes it, such as "2026-11-15". */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export type KeptContext = { clock: Clock; config: { messagesKeptDays: number } };

/** Returns the start of the oldest retained day. Older messages are not shown, and their partitions are dropped. */
export function oldestKeptMs({ clock, config }: KeptContext): number {
  return startOfDay(clock.nowMs()) - config.messagesKeptDays * dayMs;
}

export function oldestKeptId(ctx: KeptContext): string {
  return firstIdAt(oldestKeptMs(ctx));
}
