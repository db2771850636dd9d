import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';

/** As many as one call numbers at most. */
const atOnce = 10_000;

/**
 * Numbers of the change feed are given after the commit, to whatever is visible then, under a lock that no publication
 * takes: a reader that has come to a number has seen everything up to it (docs/decisions/0025-numbers-after-the-commit.md).
 */
export async function numberPublications(ctx: { db: Db }, accountId: string): Promise<void> {
  const statement = sql<{ numbered: number }>`select number_publications(${accountId}::uuid) as numbered`;
  for (let numbered = atOnce; numbered === atOnce; )
    numbered = (await ctx.db.read(accountId, statement))[0]?.numbered ?? 0;
}

/** Of many accounts, in one order: two who do so wait for each other, never in a circle. */
export async function numberForAll(ctx: { db: Db }, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await sql`select number_publications(account_id) from unnest(${accountIds.toSorted()}::uuid[]) as a (account_id)`.execute(
    ctx.db.system,
  );
}

const accountsAtOnce = 200;
/** A publication is written that long before its commit, at most; whatever is older, its readers number. */
const lookBackMs = 2 * 60_000;

/**
 * Numbers what nobody has read yet, so that the first reader of an account finds little to do. Found by the index of what
 * is not collected: what was published lately.
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
