import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { Log } from '../../log.ts';
import { dayMs, dayOf, firstIdAt, oldestKeptId, oldestKeptMs, startOfDay } from './id-range.ts';

/**
 * The message log is kept in days: partitions of `message`, `failure` and `attempt` are made ahead of time and dropped
 * when their time is over. Whoever needs a lock for it gives up quickly and tries again: emitters do not wait.
 */
export type DaysContext = {
  db: Db;
  clock: Clock;
  log: Log;
  config: { messagesKeptDays: number; deliveryCountsKeptDays: number };
};

const parents = ['message', 'failure', 'attempt'] as const;
/** Any number, the same in every process. */
const daysLock = 7_114_263_006;
const lockWaitMs = 300;
const triesMax = 20;
/** A process that starts does not wait for long: messages without a day of their own are kept, too. */
const triesAtStart = 4;
const rowsAtOnce = 5000;
const daysAhead = 7;
const totalsKeptMs = 7 * dayMs;

/** Days that exist before the first message of today and tomorrow comes. */
export async function makeFirstDays(ctx: DaysContext): Promise<void> {
  await makeDays(ctx, { from: 0, to: 1 }, triesAtStart);
}

/** Makes the days ahead, drops those that are over, and removes what has no day. Answers how many days were dropped. */
export async function keepDays(ctx: DaysContext): Promise<number> {
  await makeDays(ctx, { from: -1, to: daysAhead });
  const dropped = await dropDays(ctx);
  await emptyDefaults(ctx);
  if (dropped > 0) {
    const oldest = oldestKeptMs(ctx);
    // What never came to its last attempt: its message is gone.
    await deleteInBatches(ctx, 'delivery', sql`message_id < ${firstIdAt(oldest)}::uuid`);
    await deleteInBatches(ctx, 'message_total', sql`day < ${dayOf(oldest)}::date`);
    await deleteInBatches(ctx, 'redelivery', sql`completed_at < ${new Date(oldest)}`);
    ctx.log.info({ dropped }, 'dropped days of the message log that were over');
  }
  // Counted anew where it is asked for again.
  await deleteInBatches(ctx, 'message_total', sql`counted_at < ${new Date(ctx.clock.nowMs() - totalsKeptMs)}`);
  const countsFrom = new Date(ctx.clock.nowMs() - ctx.config.deliveryCountsKeptDays * dayMs);
  await deleteInBatches(ctx, 'delivery_count', sql`quarter < ${countsFrom}`);
  return dropped;
}

async function makeDays(ctx: DaysContext, range: { from: number; to: number }, tries = triesMax): Promise<void> {
  const today = startOfDay(ctx.clock.nowMs());
  for (let n = range.from; n <= range.to; n++) await makeDay(ctx, dayOf(today + n * dayMs), tries);
}

/** Days that the default partition has messages of: told once by each process. */
const told = new Set<string>();

async function makeDay(ctx: DaysContext, day: string, tries: number): Promise<void> {
  const { rows } = await sql<{
    has: boolean;
  }>`select to_regclass(${partOf('attempt', day)}) is not null as has`.execute(ctx.db.system);
  if (rows[0]?.has) return;
  try {
    await underLock(ctx, (tx) => sql`call make_message_day(${day}::date)`.execute(tx), tries);
  } catch (error) {
    const { code } = error as { code?: string };
    // Its messages stand in the default partition then: slower to remove, otherwise the same.
    if (code === lockNotAvailable)
      ctx.log.warn({ day }, 'a day of the message log could not be made; the next try is in minutes');
    else if (code !== checkViolation) throw error;
    else if (!told.has(day)) ctx.log.warn({ day }, 'messages of a day came before its partition was made');
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
  // One by one: each holds its locks for milliseconds.
  for (const { part } of over) await underLock(ctx, (tx) => sql`drop table if exists ${sql.table(part)}`.execute(tx));
  return over.filter(({ parent }) => parent === 'message').length;
}

/** Rows of days that were never made. */
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

const checkViolation = '23514';
const lockNotAvailable = '55P03';

/** One process at a time, and never waiting for a table longer than emitters may wait behind it. */
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
      if ((error as { code?: string }).code !== lockNotAvailable || tries === triesAtMost) throw error;
      await sleep(50 + Math.random() * 200);
    }
  }
}

const partOf = (parent: string, day: string) => `${parent}_${day.replaceAll('-', '')}`;
