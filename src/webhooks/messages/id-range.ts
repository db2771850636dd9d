import type { Clock } from '../../base/clock.ts';
import { startOfDay } from '../../base/days.ts';
import { dayMs } from '../../base/durations.ts';

/** Message ids are version 7 UUIDs, which sort by time. So a time corresponds to an id, and a day to a range of ids. */

/** Returns the smallest id that can be created at this time. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the time of an id, in milliseconds: its first 48 bits. */
export function msOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

export type KeptContext = { clock: Clock; config: { messagesKeptDays: number } };

/** Returns the start of the oldest retained day. Older messages are not shown, and their partitions are dropped. */
export function oldestKeptMs({ clock, config }: KeptContext): number {
  return startOfDay(clock.nowMs()) - config.messagesKeptDays * dayMs;
}

export function oldestKeptId(ctx: KeptContext): string {
  return firstIdAt(oldestKeptMs(ctx));
}
