import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayOf, startOfDay } from '../base/days.ts';
import { dayMs } from '../base/durations.ts';
import { firstIdAt } from '../base/id-times.ts';
import type { Log } from '../base/log.ts';
import { type DayTables, deleteInBatches, dropDays, makeDays } from '../db/day-partitions.ts';
import type { Db } from '../db/db.ts';
import { compareIdTime } from '../lists/compare-id-time.ts';

/** `config` says for how many days each log is kept. 0 means that it is not written. */
export type LogDaysContext = { db: Db; clock: Clock; log: Log; config: LogDays };
export type LogDays = { requestLogDays: number; platformCallLogDays: number };

type LogTable = { table: DayTables; id: string; days: (config: LogDays) => number };

const dayTable = (name: string, lock: number): DayTables => ({
  name,
  tables: [name],
  lock,
  make: (day) => sql`call make_log_day(${name}, ${day}::date)`,
});

const logs: readonly LogTable[] = [
  { table: dayTable('request_log', 7_114_263_007), id: 'request_id', days: (config) => config.requestLogDays },
  { table: dayTable('platform_call', 7_114_263_008), id: 'call_id', days: (config) => config.platformCallLogDays },
];

const daysAhead = 7;

/** Creates the partitions of today and tomorrow before their first row is written. */
export async function makeFirstLogDays(ctx: LogDaysContext): Promise<void> {
  for (const { table, days } of logs)
    if (days(ctx.config) > 0) await makeDays(ctx, table, { from: 0, to: 1, isStart: true });
}

/** Creates the partitions of the next days and drops those of expired days. Called by housekeeping. */
export async function keepLogDays(ctx: LogDaysContext): Promise<void> {
  for (const { table, id, days } of logs) {
    const keptDays = days(ctx.config);
    if (keptDays > 0) await makeDays(ctx, table, { from: -1, to: daysAhead });
    const oldestMs = oldestLoggedMs(ctx, keptDays);
    const dropped = await dropDays(ctx, table, oldestMs);
    const isOver = sql`${sql.ref(id)} < ${firstIdAt(oldestMs)}::uuid`;
    await deleteInBatches(ctx, `${table.name}_default`, isOver);
    if (dropped.length > 0) ctx.log.info({ dropped }, 'dropped expired days of a log');
  }
  const oldest = dayOf(oldestLoggedMs(ctx, ctx.config.requestLogDays));
  await deleteInBatches(ctx, 'request_log_count', sql`day < ${oldest}::date`);
}

/**
 * Returns the start of the oldest day that is kept. Older rows are not shown, and their partitions are dropped. With 0
 * days, it is far enough in the future that all partitions are dropped.
 */
export function oldestLoggedMs({ clock }: { clock: Clock }, keptDays: number): number {
  const today = startOfDay(clock.nowMs());
  return keptDays > 0 ? today - keptDays * dayMs : today + (daysAhead + 2) * dayMs;
}

/** Compares the time of a row of a log. The id has milliseconds, a value of a filter can have microseconds. */
export const compareTime = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  compareIdTime({ at, id }, { beforeMs: 1, afterMs: 2 });
