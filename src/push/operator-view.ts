import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** A push as the operator sees it. The operator sees the pushes of all accounts. */
export type PushLine = {
  push: string;
  account: string;
  company: string;
  connection: string;
  platform: string;
  dataType: string;
  operation: string;
  status: string;
  step: string;
  attempts: number;
  since: Date;
  waitsUntil: Date | null;
  message: string | null;
};

const shownMax = 500;

/** Reads the push with the id `pushId`. Without an id, reads all pushes whose outcome is not known, oldest first. */
export async function readPushLines({ db }: { db: Db }, { pushId }: { pushId?: string } = {}): Promise<PushLine[]> {
  const condition = pushId === undefined ? sql`step <> 'known'` : sql`push_id = ${pushId}::uuid`;
  const { rows } = await sql<PushLine>`select push_id as push, account_id as account, company_id as company,
      connection_id as connection, platform_key as platform, data_type as "dataType", operation, status, step, attempts,
      requested_at as since, retry_at as "waitsUntil", error_message as message
    from push where ${condition} order by requested_at limit ${shownMax}`.execute(db.system);
  return rows;
}

/** Counts unfinished pushes by step, and those with an unknown outcome. Each part has a partial index. */
export async function countOpenPushes({ db }: { db: Db }): Promise<{
  open: { status: string; count: number }[];
  unknown: number;
}> {
  const { rows } = await sql<{ status: string; count: number }>`select step as status, count(*) as count from push
      where step in ('waiting', 'sent', 'accepted') group by step
    union all select 'unknown', count(*) from push where step = 'unknown' order by 1`.execute(db.system);
  return {
    open: rows.filter(({ status }) => status !== 'unknown'),
    unknown: rows.find(({ status }) => status === 'unknown')?.count ?? 0,
  };
}
