import type { Clock } from '../../clock.ts';

/** Ids of messages are UUIDs of version 7: a time is a place among them, and a day a range. */
export const dayMs = 86_400_000;

/** The first id that can be made at a time. */
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

/** What is older is shown to nobody, and its partitions are dropped: whole days. */
export function oldestKeptMs({ clock, config }: KeptContext): number {
  return startOfDay(clock.nowMs()) - config.messagesKeptDays * dayMs;
}

export function oldestKeptId(ctx: KeptContext): string {
  return firstIdAt(oldestKeptMs(ctx));
}
