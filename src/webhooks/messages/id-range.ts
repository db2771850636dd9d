import type { Clock } from '../../base/clock.ts';
import { startOfDay } from '../../base/days.ts';
import { dayMs } from '../../base/durations.ts';
import { firstIdAt } from '../../base/id-times.ts';

export type KeptContext = { clock: Clock; config: { messagesKeptDays: number } };

/** Returns the start of the oldest retained day. Older messages are not shown, and their partitions are dropped. */
export function oldestKeptMs({ clock, config }: KeptContext): number {
  return startOfDay(clock.nowMs()) - config.messagesKeptDays * dayMs;
}

export function oldestKeptId(ctx: KeptContext): string {
  return firstIdAt(oldestKeptMs(ctx));
}
