import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { CostlyReadTimeout, type Db, type Tx } from '../../db/db.ts';
import {
  type OwnSnapshotLimits,
  type SnapshotLimitSettings,
  type SnapshotLimits,
  snapshotLimitsOf,
} from './snapshot-limits.ts';

export type Held = { versions: number; bytes: number };

/**
 * Versions that are older than what is stored anyway, and belong to a state that the snapshot pins. Undefined if it took
 * too long to count.
 */
export async function readSnapshotHeld(
  ctx: { db: Db },
  { accountId, companyId }: { accountId: string; companyId: string },
  snapshotId: string,
): Promise<Held | undefined> {
  const statement = sql<Held>`select count(*) as versions, coalesce(sum(pg_column_size(r.*)), 0)::bigint as bytes
    from company_snapshot_set p join data_set d on d.account_id = p.account_id and d.company_id = p.company_id
      and d.data_set_id = p.data_set_id
    join record r on r.account_id = p.account_id and r.company_id = p.company_id and r.data_set_id = p.data_set_id
      and r.gen_to <= d.oldest_generation and r.gen_from <= p.generation and r.gen_to > p.generation
    where p.account_id = ${accountId}::uuid and p.company_id = ${companyId}::uuid
      and p.snapshot_id = ${snapshotId}::uuid and not p.is_released`;
  try {
    const [held] = await ctx.db.read(accountId, statement, { isCostly: true });
    return held;
  } catch (error) {
    if (error instanceof CostlyReadTimeout) return undefined;
    throw error;
  }
}

/** What all snapshots of an account hold on disk. It is counted when versions are removed (`noteHeld`). */
const heldOf = (accountId: string) =>
  sql<Held>`(select coalesce(sum(d.held_versions), 0)::bigint as versions, coalesce(sum(d.held_bytes), 0)::bigint as bytes
    from data_set d where d.account_id = ${accountId}::uuid and d.held_bytes > 0)`;

/** The snapshots of an account that have not ended, what they hold, and what they may. */
export type SnapshotUse = SnapshotLimits & { used: number; held: Held };
export type UseContext = { clock: Clock; config: SnapshotLimitSettings };

export async function readSnapshotUse(ctx: UseContext & { db: Db }, accountId: string): Promise<SnapshotUse> {
  const [row] = await ctx.db.read(accountId, useStatement(accountId, ctx.clock.now()));
  return useOf(ctx, row);
}

/** The same in a transaction. */
export async function readUse(ctx: UseContext, tx: Tx): Promise<SnapshotUse> {
  return useOf(ctx, (await useStatement(tx.accountId, ctx.clock.now()).execute(tx)).rows[0]);
}

type UseRow = OwnSnapshotLimits & Held & { used: number };

const useStatement = (accountId: string, now: Date) =>
  sql<UseRow>`select (select count(*) from company_snapshot s where s.account_id = a.account_id
      and not s.is_released and s.kept_until > ${now}::timestamptz) as used, h.versions, h.bytes, a.plan,
    a.snapshot_days as "ownDays", a.snapshot_bytes as "ownBytes"
  from account a cross join ${heldOf(accountId)} h where a.account_id = ${accountId}::uuid`;

function useOf({ config }: UseContext, row: UseRow | undefined): SnapshotUse {
  if (!row) throw new Error('The account does not exist.');
  const { used, versions, bytes } = row;
  return { used, held: { versions, bytes }, ...snapshotLimitsOf(config, row) };
}
