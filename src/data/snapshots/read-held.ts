import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { CostlyReadTimeout, type Db } from '../../db/db.ts';

/**
 * The snapshots of an account that have not ended, and what all of them hold on disk: versions of records that would
 * have been removed by now. Without `held`, it took too long to count.
 */
export async function readSnapshotUse(
  ctx: { db: Db; clock: Clock },
  accountId: string,
): Promise<{ used: number; held?: { versions: number; bytes: number } }> {
  const account = sql`${accountId}::uuid`;
  const [row] = await ctx.db.read<{ used: number }>(
    accountId,
    sql`select count(*) as used from company_snapshot s where s.account_id = ${account} and not s.is_released
      and s.kept_until > ${ctx.clock.now()}::timestamptz`,
  );
  const statement = sql<{ versions: number; bytes: number }>`select count(r.gen_to) as versions,
      coalesce(sum(pg_column_size(r.*)), 0)::bigint as bytes
    from data_set d join record r on r.account_id = d.account_id and r.company_id = d.company_id
      and r.data_set_id = d.data_set_id and r.gen_to <= d.oldest_generation
    where d.account_id = ${account} and exists (select from company_snapshot_set p where p.account_id = ${account}
      and p.company_id = d.company_id and p.data_set_id = d.data_set_id and p.generation < d.oldest_generation
      and not p.is_released)`;
  const used = row?.used ?? 0;
  try {
    const [held] = await ctx.db.read(accountId, statement, { isCostly: true });
    return { used, ...(held && { held }) };
  } catch (error) {
    if (error instanceof CostlyReadTimeout) return { used };
    throw error;
  }
}
