import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queuedLeaseMs } from './queue-syncs.ts';
import { runSyncJob } from './run-sync-job.ts';

const atOnceMax = 500;

/**
 * Sends a job for every sync whose waiting time is over, and for every one that nobody works on although somebody
 * should: its job was lost, or its worker has died. Rows are the reason, a job is a messenger. The engine would give the
 * job of a dead worker back, too, but 30 s later, and with each death twice as late.
 */
export async function wakeSyncs(ctx: { db: Db; clock: Clock; jobs: Jobs }): Promise<number> {
  if (!(await isAnyDue(ctx.db.system, ctx.clock.now()))) return 0;
  return ctx.db.system.transaction().execute(async (tx) => {
    const due = await takeDue(tx, ctx.clock.nowMs());
    for (const [platformKey, syncs] of Map.groupBy(due, (sync) => sync.platformKey)) {
      const datas = syncs.map(({ platformKey: _, ...data }) => data);
      await ctx.jobs.enqueueAll(tx, runSyncJob(platformKey), datas);
    }
    return due.length;
  });
}

const hasWaited = (now: Date) =>
  sql`s.status = 'Waiting' and s.retry_at <= ${now} and (s.lease_until is null or s.lease_until <= ${now})`;
const isLost = (now: Date) => sql`s.status in ('Queued', 'Fetching', 'Publishing') and s.lease_until <= ${now}`;

/** Most looks find nothing: one round trip for those. */
async function isAnyDue(system: Kysely<Tables>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`select exists (select from sync s where ${hasWaited(now)})
      or exists (select from sync s where ${isLost(now)}) as "isDue"`.execute(system);
  return rows[0]?.isDue === true;
}

type DueSync = { accountId: string; companyId: string; syncId: string; fence: number; platformKey: string };

/** Those that are taken are left alone until the lease is over: time enough for the job to start. */
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
