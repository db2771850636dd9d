import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { unfinishedList } from '../../db/sync-states.ts';
import { lockPins } from './pins.ts';

export type SnapshotPlace = { companyId: string; snapshotId: string };

/**
 * Pins the published generation of every data set of the company. One statement reads them all, so they belong to one
 * moment. Does nothing if the snapshot has been taken or has ended. A data set has changed meanwhile if its platform has
 * reported a change since its sync began to read, or if a running sync has already found one.
 */
export async function takeSnapshot(tx: Tx, { companyId, snapshotId }: SnapshotPlace, at: Date): Promise<void> {
  await lockPins(tx);
  await sql`with taken as (
      update company_snapshot set taken_at = ${at}::timestamptz where account_id = ${tx.accountId}::uuid
        and company_id = ${companyId}::uuid and snapshot_id = ${snapshotId}::uuid and taken_at is null
        and kept_until > ${at}::timestamptz and not is_released
      returning account_id, company_id, snapshot_id, waits_for
    )
    insert into company_snapshot_set (account_id, company_id, data_set_id, generation, snapshot_id, connection_id,
      data_type, total, published_at, read_from, read_to, is_fresh, is_changed)
    select d.account_id, d.company_id, d.data_set_id, d.published_generation, t.snapshot_id, d.connection_id, d.data_type,
      d.total, d.published_at, coalesce(s.started_at, d.last_successful_at), coalesce(s.completed_at, d.last_successful_at),
      coalesce(d.latest_successful_sync_id = any (t.waits_for), false),
      coalesce(d.requested_at > s.started_at, false) or exists (select from sync u where u.account_id = d.account_id
        and u.company_id = d.company_id and u.data_set_id = d.data_set_id and u.status in ${unfinishedList}
        and u.trigger <> 'mapping' and u.added + u.updated + u.deleted > 0)
    from taken t join data_set d on d.account_id = t.account_id and d.company_id = t.company_id
      join connection n on n.account_id = d.account_id and n.company_id = d.company_id and n.connection_id = d.connection_id
      left join sync s on s.account_id = d.account_id and s.company_id = d.company_id
        and s.sync_id = d.latest_successful_sync_id
    where d.published_generation > 0`.execute(tx);
}
