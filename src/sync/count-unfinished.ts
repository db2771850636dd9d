import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isUnfinished } from './store.ts';

/** Counts unfinished syncs for this installation's metrics. Uses the unique index of unfinished syncs. */
export async function countUnfinished(ctx: { db: Db }): Promise<{ platform: string; status: string; syncs: number }[]> {
  const { rows } = await sql<{
    platform: string;
    status: string;
    syncs: number;
  }>`select platform_key as platform, status,
      count(*) as syncs from sync where ${isUnfinished} group by 1, 2`.execute(ctx.db.system);
  return rows;
}
