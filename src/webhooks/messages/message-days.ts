import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { dayOf, startOfDay } from '../../base/days.ts';
import { dayMs } from '../../base/durations.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/db.ts';
import { checkViolation, codeOf, lockNotAvailable } from '../../db/error-codes.ts';
import type { Tables } from '../../db/tables.ts';
import { firstIdAt, oldestKeptId, oldestKeptMs } from './id-range.ts';

/**
 * The tables `message`, `failure` and `attempt` have daily partitions, which are created ahead of time and dropped when
 * their retention ends. Locks have a short timeout and are retried, so that transactions that emit events hardly wait.
 */
export type DaysContext = {
  db: Db;
  clock: Clock;
  log: Log;
  config: { messagesKeptDays: number; deliveryCountsKeptDays: number };
};

const parents = ['message', 'failure', 'attempt'] as const;
/** Key of an advisory lock: an arbitrary number, the same in every process. */
const daysLock = 7_114_263_006;
const lockWaitMs = 300;
const triesMax = 20;
/**
 * A starting process makes fewer attempts, because the partition is not essential: without it, messages go to the
 * default partition.
 */
const triesAtStart = 4;
const rowsAtOnce = 5000;
const daysAhead = 7;
const totalsKeptMs = 7 * dayMs;

/** Creates the partitions of today and tomorrow before their first message arrives. */
export async function makeFirstDays(ctx: DaysContext): Promise<void> {
  await makeDays(ctx, { from: 0, to: 1 }, triesAtStart);
}

/** Creates and drops daily partitions and deletes expired rows of other tables. Returns the number of dropped days. */
export async function keepDays(ctx: DaysContext): Promise<number> {
  await makeDays(ctx, { from: -1, to: daysAhead });
  const dropped = await dropDays(ctx);
  await emptyDefaults(ctx);
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

async function makeDays(ctx: DaysContext, range: { from: number; to: number }, tries = triesMax): Promise<void> {
  const today = startOfDay(ctx.clock.nowMs());
  for (let n = range.from; n <= range.to; n++) await makeDay(ctx, dayOf(today + n * dayMs), tries);
}

/** Days for which this process has already logged that messages arrived before the partition was created. */
const told = new Set<string>();

async function makeDay(ctx: DaysContext, day: string, tries: number): Promise<void> {
  const { rows } = await sql<{
    has: boolean;
  }>`select to_regclass(${partOf('attempt', day)}) is not null as has`.execute(ctx.db.system);
  if (rows[0]?.has) return;
  try {
    await underLock(ctx, (tx) => sql`call make_message_day(${day}::date)`.execute(tx), tries);
  } catch (error) {
    const code = codeOf(error);
    // Without a partition of their own, the messages of the day go to the default partition. Deleting them from there
    // takes longer.
    if (code === lockNotAvailable)
      ctx.log.warn({ day }, 'the partition of a day could not be created; retrying in a few minutes');
    else if (code !== checkViolation) throw error;
    else if (!told.has(day)) ctx.log.warn({ day }, 'messages of a day arrived before its partition was created');
    if (code === checkViolation) told.add(day);
  }
}

async function dropDays(ctx: DaysContext): Promise<number> {
  const first = dayOf(oldestKeptMs(ctx)).replaceAll('-', '');
  const { rows } = await sql<{ parent: string; part: string }>`select p.relname as parent, c.relname as part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.oid = any (${[...parents]}::regclass[]) and c.relname ~ '_[0-9]{8}$' order by c.relname`.execute(
    ctx.db.system,
  );
  const over = rows.filter(({ part }) => part.slice(-8) < first);
  // Partitions are dropped one by one, so that each drop holds its locks only for milliseconds.
  for (const { part } of over) await underLock(ctx, (tx) => sql`drop table if exists ${sql.table(part)}`.execute(tx));
  return over.filter(({ parent }) => parent === 'message').length;
}

/**
 * Deletes expired rows from the default partitions, which contain the rows of days that never had their own partition.
 */
async function emptyDefaults(ctx: DaysContext): Promise<void> {
  for (const parent of parents) {
    await deleteInBatches(ctx, `${parent}_default`, sql`message_id < ${oldestKeptId(ctx)}::uuid`);
  }
}

async function deleteInBatches(ctx: DaysContext, table: string, where: ReturnType<typeof sql>): Promise<void> {
  for (let batch = rowsAtOnce; batch === rowsAtOnce; ) {
    const result = await sql`delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${where} limit ${rowsAtOnce}))`.execute(ctx.db.system);
    batch = Number(result.numAffectedRows ?? 0);
  }
}

/**
 * Runs `work` in one process at a time. The lock timeout is short because transactions that emit events may have to
 * wait for the same locks.
 */
async function underLock(
  ctx: DaysContext,
  work: (tx: Transaction<Tables>) => Promise<unknown>,
  triesAtMost = triesMax,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await ctx.db.system.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(tx);
        await sql`select pg_advisory_xact_lock(${daysLock}::bigint)`.execute(tx);
        await work(tx);
      });
      return;
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || tries === triesAtMost) throw error;
      await sleep(50 + Math.random() * 200);
    }
  }
}

const partOf = (parent: string, day: string) => `${parent}_${day.replaceAll('-', '')}`;
