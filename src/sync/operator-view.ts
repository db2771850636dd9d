import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { failedList } from '../db/sync-states.ts';
import { isUnfinished } from './store.ts';

/** A sync as the operator sees it. The operator sees the syncs of all accounts. */
export type SyncLine = {
  sync: string;
  account: string;
  company: string;
  platform: string;
  dataType: string;
  status: string;
  pages: number;
  since: Date;
  waitsUntil: Date | null;
  message: string | null;
};

const shownMax = 500;

/** Reads one sync, or all unfinished syncs, oldest first. */
export async function readSyncLines({ db }: { db: Db }, { syncId }: { syncId?: string } = {}): Promise<SyncLine[]> {
  const { rows } = await sql<SyncLine>`select sync_id as sync, account_id as account, company_id as company,
      platform_key as platform, data_type as "dataType", status, pages, requested_at as since, retry_at as "waitsUntil",
      error_message as message
    from sync where ${syncId === undefined ? isUnfinished : sql`sync_id = ${syncId}::uuid`}
    order by requested_at limit ${shownMax}`.execute(db.system);
  return rows;
}

/** Counts the failed syncs among those requested since the given time. Stops counting at `max`. */
export async function countFailedSyncs(
  { db }: { db: Db },
  { since, max }: { since: Date; max: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select from sync where requested_at >= ${since}
    and status in ${failedList} limit ${max}) s`.execute(db.system);
  return rows[0]?.n ?? 0;
}
