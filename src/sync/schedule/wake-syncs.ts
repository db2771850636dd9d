import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Db, Look } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { runSyncJob } from '../run/run-sync-job.ts';
import { queuedLeaseMs } from './queue-syncs.ts';

const atOnceMax = 500;

/**
 * Sends a job for every sync whose waiting time is over, and for every sync whose lease has expired because its job was
 * lost or its worker died. The row of the sync decides whether it must run; the job only starts it. The job engine
 * would also retry the job of a dead worker, but only after 30 s, and each further death doubles that delay.
 */
export async function wakeSyncs(ctx: { db: Db; clock: Clock; jobs: Jobs }): Promise<number> {
  return ctx.db.system.transaction().execute(async (tx) => {
    const due = await takeDue(tx, ctx.clock.nowMs());
    for (const [platformKey, syncs] of Map.groupBy(due, (sync) => sync.platformKey)) {
      const datas = syncs.map(({ platformKey: _, ...data }) => data);
      await ctx.jobs.enqueueAll(tx, runSyncJob(platformKey), datas);
    }
    return due.length;
  });
}

const hasWaited = (now: Date | RawBuilder<Date>) =>
  sql`s.status = 'Waiting' and s.retry_at <= ${now} and (s.lease_until is null or s.lease_until <= ${now})`;
const isLost = (now: Date | RawBuilder<Date>) =>
  sql`s.status in ('Queued', 'Fetching', 'Publishing') and s.lease_until <= ${now}`;

/** Whether any sync must be woken. */
export const isAnySyncDue = ({ now }: Look) =>
  sql<boolean>`(exists (select from sync s where ${hasWaited(now)}) or exists (select from sync s where ${isLost(now)}))`;

type DueSync = { accountId: string; companyId: string; syncId: string; fence: number; platformKey: string };

/**
 * Sets `lease_until` of the syncs that it returns, so that they are not woken again before their job has had time to
 * start.
 */
async function takeDue(tx: Kysely<Tables>, nowMs: number): Promise<DueSync[]> {
  const [now, leaseUntil] = [new Date(nowMs), new Date(nowMs + queuedLeaseMs)];
  const key = sql`s.account_id, s.company_id, s.sync_id`;
  const { rows } = await sql<DueSync>`with waiting as (
      select ${key} from sync s where ${hasWaited(now)}
      order by s.retry_at limit ${atOnceMax} for update skip locked
    ), lost as (
      select ${key} from sync s where ${isLost(now)}
      order by s.lease_until limit ${atOnceMax} for update skip locked
    ), due as (select * from waiting union all select * from lost)
    update sync s set lease_until = ${leaseUntil} from due
    where s.account_id = due.account_id and s.company_id = due.company_id and s.sync_id = due.sync_id
    returning s.account_id as "accountId", s.company_id as "companyId", s.sync_id as "syncId", s.fence, s.platform_key as "platformKey"`.execute(
    tx,
  );
  return rows;
}
