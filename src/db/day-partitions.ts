import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayOf, startOfDay } from '../base/days.ts';
import { dayMs } from '../base/durations.ts';
import type { Log } from '../base/log.ts';
import type { Db } from './db.ts';
import { checkViolation, codeOf, duplicateTable, lockNotAvailable } from './error-codes.ts';
import type { Tables } from './tables.ts';

/**
 * Daily partitions of tables whose ids begin with the time. They are created ahead of time and dropped when their
 * retention ends. Locks have a short timeout and are retried, so that transactions that write to the tables hardly wait.
 */
export type PartitionsContext = { db: Db; clock: Clock; log: Log };

/** Tables whose partitions are created and dropped together. */
export type DayTables = {
  /** For the log. */
  name: string;
  tables: readonly string[];
  /** Key of an advisory lock: an arbitrary number, the same in every process. */
  lock: number;
  make: (day: string) => RawBuilder<unknown>;
};

const lockWaitMs = 300;
const triesMax = 20;
/**
 * A starting process makes fewer attempts, because the partition is not essential: without it, rows go to the default
 * partition.
 */
const triesAtStart = 4;
const rowsAtOnce = 5000;

/** Creates the partitions of a range of days; 0 is today. */
export async function makeDays(
  ctx: PartitionsContext,
  of: DayTables,
  { from, to, isStart = false }: { from: number; to: number; isStart?: boolean },
): Promise<void> {
  const today = startOfDay(ctx.clock.nowMs());
  for (let n = from; n <= to; n++) await makeDay(ctx, of, dayOf(today + n * dayMs), isStart ? triesAtStart : triesMax);
}

/** Days for which this process has already logged that rows arrived before the partition was created. */
const told = new Set<string>();

async function makeDay(ctx: PartitionsContext, of: DayTables, day: string, tries: number): Promise<void> {
  const last = `${of.tables.at(-1)}_${day.replaceAll('-', '')}`;
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${last}) is not null as has`.execute(ctx.db.system);
  if (rows[0]?.has) return;
  try {
    await underLock(ctx, of, (tx) => of.make(day).execute(tx), tries);
  } catch (error) {
    const code = codeOf(error);
    // Another process has created it meanwhile. PostgreSQL may not see that before it tries: a session that waits for an
    // advisory lock does not learn of new tables.
    if (code === duplicateTable) return;
    const about = { day, table: of.name };
    // Without a partition of their own, the rows of the day go to the default partition. Deleting them from there takes
    // longer.
    if (code === lockNotAvailable)
      ctx.log.warn(about, 'the partition of a day could not be created; retrying in a few minutes');
    else if (code !== checkViolation) throw error;
    else if (!told.has(last)) ctx.log.warn(about, 'rows of a day arrived before its partition was created');
    if (code === checkViolation) told.add(last);
  }
}

/** Drops the partitions of the days before `oldestMs`. Returns the dropped ones. */
export async function dropDays(ctx: PartitionsContext, of: DayTables, oldestMs: number): Promise<string[]> {
  const first = dayOf(oldestMs).replaceAll('-', '');
  const { rows } = await sql<{ part: string }>`select c.relname as part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.oid = any (${[...of.tables]}::regclass[]) and c.relname ~ '_[0-9]{8}$' order by c.relname`.execute(
    ctx.db.system,
  );
  const over = rows.map(({ part }) => part).filter((part) => part.slice(-8) < first);
  // Partitions are dropped one by one, so that each drop holds its locks only for milliseconds.
  for (const part of over) await underLock(ctx, of, (tx) => sql`drop table if exists ${sql.table(part)}`.execute(tx));
  return over;
}

export async function deleteInBatches(
  ctx: PartitionsContext,
  table: string,
  where: RawBuilder<unknown>,
): Promise<void> {
  for (let batch = rowsAtOnce; batch === rowsAtOnce; ) {
    const result = await sql`delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${where} limit ${rowsAtOnce}))`.execute(ctx.db.system);
    batch = Number(result.numAffectedRows ?? 0);
  }
}

/**
 * Runs `work` in one process at a time. The lock timeout is short because transactions that write to the tables may have
 * to wait for the same locks.
 */
async function underLock(
  ctx: PartitionsContext,
  { lock }: DayTables,
  work: (tx: Transaction<Tables>) => Promise<unknown>,
  triesAtMost = triesMax,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await ctx.db.system.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(tx);
        await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(tx);
        await work(tx);
      });
      return;
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || tries === triesAtMost) throw error;
      await sleep(50 + Math.random() * 200);
    }
  }
}
