import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';

const atOnce = 1000;

/**
 * Removes old syncs from the history. Keeps the latest sync and the latest successful sync of each data set. If a data
 * set has a generation (a version of its data) that is not published yet, also keeps the syncs that wrote into this
 * generation. Their counts are added up when the generation is published.
 */
export async function forgetSyncs(ctx: { db: Db; clock: Clock; config: { syncsKeptDays: number } }): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - ctx.config.syncsKeptDays * 86_400_000);
  let removed = 0;
  for (let after = new Date(0); ; ) {
    const { rows } = await sql<{ at: Date; removed: number }>`with old as (
        select s.* from sync s where s.requested_at < ${before} and s.requested_at > ${after} and s.completed_at is not null
        order by s.requested_at limit ${atOnce}
      ), gone as (
        delete from sync using old o left join data_set d using (account_id, company_id, data_set_id)
        where sync.account_id = o.account_id and sync.company_id = o.company_id and sync.sync_id = o.sync_id
          and (o.generation = d.writing_generation) is not true
          and o.sync_id is distinct from d.latest_sync_id and o.sync_id is distinct from d.latest_successful_sync_id
        returning 1
      )
      select max(o.requested_at) as at, (select count(*) from gone) as removed from old o having count(*) > 0`.execute(
      ctx.db.system,
    );
    const [batch] = rows;
    if (!batch) return removed;
    removed += batch.removed;
    after = batch.at;
  }
}
