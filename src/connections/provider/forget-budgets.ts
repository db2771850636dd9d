import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';
import type { Db } from '../../db/db.ts';

const lookedAtOnce = 2000;

/**
 * Removes budgets that were not used for a day. Such a budget is full again, and a budget without a row counts as full.
 * Every connection has a row, and an index on the time would make each use of a budget more expensive. So each run checks
 * a part of the rows. Returns where the next run continues, or '' to begin again.
 */
export async function forgetBudgets(ctx: { db: Db; clock: Clock }, after: string): Promise<string> {
  const before = new Date(ctx.clock.nowMs() - dayMs);
  const { rows } = await sql<{ last: string | null; looked: number }>`with looked as materialized (
      select budget, busy_until from provider_budget where budget > ${after} order by budget limit ${lookedAtOnce}
    ), removed as (
      delete from provider_budget b using looked l
      where b.budget = l.budget and l.busy_until < ${before} and b.busy_until < ${before}
    ) select max(budget) as last, count(*) as looked from looked`.execute(ctx.db.system);
  const [row] = rows;
  return row?.looked === lookedAtOnce ? (row.last ?? '') : '';
}
