import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { type Eraser, tableEraser } from '../companies/erase-rows.ts';
import type { Db } from '../db/db.ts';

/** Results, of a company or of one of its data sets. */
export const checkErasers: readonly Eraser[] = [
  tableEraser({ name: 'checkRuns', table: 'check_run', key: { run_id: 'uuid' } }),
];

const atOnce = 1000;

/** Removes results as old as forgotten syncs, except the newest of each data set, from which the next check continues. */
export async function forgetChecks(ctx: { db: Db; clock: Clock; config: { syncsKeptDays: number } }): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - ctx.config.syncsKeptDays * 86_400_000);
  let removed = 0;
  for (let after = new Date(0); ; ) {
    const { rows } = await sql<{ at: Date; removed: number }>`with old as (
        select * from check_run c where c.checked_at < ${before} and c.checked_at > ${after} order by c.checked_at limit ${atOnce}
      ), gone as (
        delete from check_run c using old o where c.account_id = o.account_id and c.company_id = o.company_id
          and c.run_id = o.run_id and (o.is_held or exists (select from check_run n where n.account_id = o.account_id
            and n.company_id = o.company_id and n.data_set_id = o.data_set_id and not n.is_held and n.generation > o.generation))
          and not exists (select from sync s where s.account_id = o.account_id and s.company_id = o.company_id
            and s.sync_id = o.sync_id and s.completed_at is null)
        returning 1
      )
      select max(o.checked_at) as at, (select count(*) from gone) as removed from old o having count(*) > 0`.execute(
      ctx.db.system,
    );
    const [batch] = rows;
    if (!batch) return removed;
    removed += batch.removed;
    after = batch.at;
  }
}
