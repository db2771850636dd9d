import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Db, Look } from '../../db/db.ts';
import { unlessClosed } from '../../db/error-codes.ts';

/** Maximum number of publications per call. The SQL function `number_publications` has the same limit. */
const atOnce = 10_000;

/**
 * Assigns positions in the change feed to committed publications, under a lock that publishing does not take. A
 * publication that commits afterwards gets a higher position, so a reader who has reached a position has seen
 * everything before it (docs/decisions/0025-numbers-after-the-commit.md).
 */
export async function numberPublications(ctx: { db: Db }, accountId: string): Promise<void> {
  const statement = sql<{ numbered: number }>`select number_publications(${accountId}::uuid) as numbered`;
  try {
    for (let numbered = atOnce; numbered === atOnce; )
      numbered = (await ctx.db.write(accountId, statement))[0]?.numbered ?? 0;
  } catch (error) {
    // The account is being moved to another cell. A reader gets what has a position, and the rest from the other cell.
    unlessClosed(error);
  }
}

/** Assigns positions for many accounts, in sorted order, so that two callers cannot deadlock. */
export async function numberForAll(ctx: { db: Db }, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await sql`select number_publications(account_id) from unnest(${accountIds.toSorted()}::uuid[]) as a (account_id)`.execute(
    ctx.db.system,
  );
}

const accountsAtOnce = 200;
/**
 * `numberUnread` considers only publications that are younger than this. Every publication is committed within this
 * time after it is written. Older publications get their positions when the feed is read.
 */
const lookBackMs = 2 * 60_000;

/**
 * Assigns positions to recent publications in the background, so that the first reader of an account's feed does not
 * have to wait for many of them. The query uses the index on publications that `collectGenerations` has not processed
 * yet.
 */
export async function numberUnread(ctx: { db: Db; clock: Clock }): Promise<number> {
  const { rows } = await sql<{ account_id: string }>`select distinct account_id from (
      select account_id from publication where not is_collected and position < 0
        and published_at > ${new Date(ctx.clock.nowMs() - lookBackMs)} order by published_at limit 5000) p
    limit ${accountsAtOnce}`.execute(ctx.db.system);
  await numberForAll(
    ctx,
    rows.map((row) => row.account_id),
  );
  return rows.length;
}

/** Whether any recent publication has no position yet. */
export const isAnyUnnumbered = ({ now }: Look) =>
  sql<boolean>`exists (select from publication where not is_collected and position < 0
    and published_at > ${now} - ${sql.lit(`${lookBackMs} milliseconds`)}::interval)`;

/**
 * Makes each change feed start a new era the next time a position is assigned. `daybook db check --restored` calls this
 * after a restore that `database_identity()` cannot detect.
 */
export async function startNewEras(db: Pick<Db, 'system'>): Promise<void> {
  await sql`update change_position set served_as = null`.execute(db.system);
}
