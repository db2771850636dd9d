import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayOf } from '../base/days.ts';
import type { Log } from '../base/log.ts';
import type { Db, Look, Tx } from '../db/db.ts';
import { accountClosed, codeOf } from '../db/error-codes.ts';
import type { DueWork } from '../jobs/due-work.ts';
import type { Day } from './matching/relative-days.ts';

/**
 * The days of accounts with standing queries that compare dates with the current day. Publications and changes of the
 * day of an account have one order: a publication keeps the day that it has found until it is committed
 * (`note_standing_run` in schema/functions/standing.sql). So what a publication changes is compared for one day, and each
 * beginning of a day for one state, and no change between the two is lost or told twice.
 */
export type DayContext = { db: Db; clock: Clock; log: Log };

const accountsAtOnce = 100;
/** Pause between two looks, so that an account whose day cannot be changed is tried again after it. */
const restMs = 5000;

export function dueDayChanges(ctx: DayContext): DueWork {
  return { name: 'days of standing queries', isDue: isAnyBehind, run: (isOver) => advanceDays(ctx, isOver), restMs };
}

const isBehind = (now: Look['now']) => sql<boolean>`d.day < (${now} at time zone 'UTC')::date
  and not exists (select from account_departure o where o.account_id = d.account_id and o.state in ('handed', 'moved'))`;

const isAnyBehind = ({ now }: Look) => sql<boolean>`exists (select from standing_day d where ${isBehind(now)})`;

/** Begins the days that have come, for every account. Returns for how many. */
export async function advanceDays(ctx: DayContext, isOver: () => boolean = () => false): Promise<number> {
  let advanced = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const now = sql<Date>`${ctx.clock.now()}::timestamptz`;
    const { rows } = await sql<{ accountId: string }>`select d.account_id as "accountId" from standing_day d
      where ${isBehind(now)} and d.account_id > ${after}::uuid order by 1 limit ${accountsAtOnce}`.execute(
      ctx.db.system,
    );
    for (const { accountId } of rows) {
      if (isOver()) return advanced;
      after = accountId;
      try {
        await ctx.db.transaction(accountId, (tx) => advanceDay(ctx, tx));
        advanced++;
      } catch (error) {
        // The other cell does it.
        if (codeOf(error) !== accountClosed)
          ctx.log.error(
            { err: error, accountId },
            'the day of standing queries could not be changed; it will be tried again',
          );
      }
    }
    if (rows.length < accountsAtOnce) return advanced;
  }
}

/** Waits for publications of the account that are not committed yet, and keeps others waiting until the commit. */
export async function lockDay(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('standing day ' || ${tx.accountId}::uuid, 0))`.execute(tx);
}

/**
 * Begins each day that has come since the account's day, for every data set with a query that follows the day. If there
 * is no such query any more, the account has no day any more.
 */
export async function advanceDay({ clock }: { clock: Clock }, tx: Tx): Promise<void> {
  await lockDay(tx);
  const account = sql`${tx.accountId}::uuid`;
  const today = dayOf(clock.nowMs());
  const { rows } = await sql<{ day: Day; latest: Date | null }>`select d.day::text as day, (select max(q.created_at)
      from standing_query q where q.account_id = d.account_id and q.follows_day) as latest
    from standing_day d where d.account_id = ${account} and d.day < ${today}::date`.execute(tx);
  const [behind] = rows;
  if (!behind) return;
  if (!behind.latest) {
    await sql`delete from standing_day where account_id = ${account}`.execute(tx);
    return;
  }
  // Queries that are created from now on are not told about these days, even if the clock of their process is behind.
  const began = new Date(Math.max(clock.nowMs(), behind.latest.getTime()));
  await sql`insert into standing_run (account_id, company_id, data_set_id, generation, published_at, due_at, day,
      is_day_change)
    select s.account_id, s.company_id, s.data_set_id, s.published_generation, ${began}, ${clock.now()}, day, true
    from data_set s cross join generate_series(${behind.day}::date + 1, ${today}::date, interval '1 day') day
    where s.account_id = ${account} and s.published_generation > 0 and exists (select from standing_query q
      where q.account_id = s.account_id and q.follows_day and q.data_type = s.data_type
        and (q.company_id is null or q.company_id = s.company_id))`.execute(tx);
  await sql`update standing_day set day = ${today}::date, began_at = ${began} where account_id = ${account}`.execute(
    tx,
  );
}

/**
 * Prepares the account for a query that follows the day: it is told about publications and days that come later.
 * Returns the time of its creation.
 */
export async function followDay(ctx: { clock: Clock }, tx: Tx): Promise<Date> {
  await advanceDay(ctx, tx);
  const now = ctx.clock.now();
  const { rows } = await sql<{ began: Date }>`insert into standing_day (account_id, day, began_at)
    values (${tx.accountId}::uuid, ${dayOf(now.getTime())}::date, ${now})
    on conflict (account_id) do update set began_at = standing_day.began_at returning began_at as began`.execute(tx);
  const began = rows[0]?.began.getTime() ?? 0;
  return new Date(Math.max(now.getTime(), began + 1));
}
