import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { dayOf } from '../../base/days.ts';
import { dayMs } from '../../base/durations.ts';
import { firstIdAt } from '../../base/id-times.ts';
import type { Log } from '../../base/log.ts';
import { type DayTables, deleteInBatches, dropDays, makeDays } from '../../db/day-partitions.ts';
import type { Db } from '../../db/db.ts';
import { oldestKeptId, oldestKeptMs } from './id-range.ts';

/** The tables `message`, `failure` and `attempt` have daily partitions. */
export type DaysContext = {
  db: Db;
  clock: Clock;
  log: Log;
  config: { messagesKeptDays: number; deliveryCountsKeptDays: number };
};

const days: DayTables = {
  name: 'message',
  tables: ['message', 'failure', 'attempt'],
  lock: 7_114_263_006,
  make: (day) => sql`call make_message_day(${day}::date)`,
};
const daysAhead = 7;
const totalsKeptMs = 7 * dayMs;

/** Creates the partitions of today and tomorrow before their first message arrives. */
export async function makeFirstDays(ctx: DaysContext): Promise<void> {
  await makeDays(ctx, days, { from: 0, to: 1, isStart: true });
}

/** Creates and drops daily partitions and deletes expired rows of other tables. Returns the number of dropped days. */
export async function keepDays(ctx: DaysContext): Promise<number> {
  await makeDays(ctx, days, { from: -1, to: daysAhead });
  const parts = await dropDays(ctx, days, oldestKeptMs(ctx));
  const dropped = parts.filter((part) => part.startsWith('message_')).length;
  // The default partitions contain the rows of days that never had their own partition.
  for (const table of days.tables)
    await deleteInBatches(ctx, `${table}_default`, sql`message_id < ${oldestKeptId(ctx)}::uuid`);
  if (dropped > 0) {
    const oldest = oldestKeptMs(ctx);
    // Deletes deliveries that are still pending although their messages no longer exist.
    await deleteInBatches(ctx, 'delivery', sql`message_id < ${firstIdAt(oldest)}::uuid`);
    await deleteInBatches(ctx, 'message_total', sql`day < ${dayOf(oldest)}::date`);
    await deleteInBatches(ctx, 'redelivery', sql`completed_at < ${new Date(oldest)}`);
    ctx.log.info({ dropped }, 'dropped expired days of the message log');
  }
  // Deletes message counts that were stored more than a week ago. The messages are counted again when needed.
  await deleteInBatches(ctx, 'message_total', sql`counted_at < ${new Date(ctx.clock.nowMs() - totalsKeptMs)}`);
  const countsFrom = new Date(ctx.clock.nowMs() - ctx.config.deliveryCountsKeptDays * dayMs);
  await deleteInBatches(ctx, 'delivery_count', sql`quarter < ${countsFrom}`);
  return dropped;
}
