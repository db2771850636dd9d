import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { isHeldSync, unfinishedList } from '../../db/sync-states.ts';
import { lockPins } from './pins.ts';

export type SnapshotPlace = { companyId: string; snapshotId: string };

/** A push of one of these can change everything that is booked and what is computed from it, and not only its own data set. */
const booked = [
  ...['invoices', 'bills', 'creditNotes', 'billCreditNotes', 'payments', 'billPayments', 'journalEntries'],
  ...['bankTransactions', 'transfers'],
];
const changedByBookings = [
  ...[...booked, 'accounts', 'bankAccounts', 'purchaseOrders', 'salesOrders'],
  ...['balanceSheet', 'profitAndLoss', 'cashFlowStatement'],
];

/**
 * Pins the published generation of every data set of the company. One statement reads them all, so they belong to one
 * moment. Does nothing if the snapshot has been taken or has ended.
 *
 * A state has been read from the start of its sync until the sync ended, or until a later push added its record. It has
 * changed meanwhile if, since the sync began, the platform has reported a change, a running sync has found one, or a push
 * has changed the platform (or may have: its outcome is not known) in a way that this state does not contain.
 */
export async function takeSnapshot(tx: Tx, { companyId, snapshotId }: SnapshotPlace, at: Date): Promise<void> {
  await lockPins(tx);
  await sql`with taken as (
      update company_snapshot set taken_at = ${at}::timestamptz where account_id = ${tx.accountId}::uuid
        and company_id = ${companyId}::uuid and snapshot_id = ${snapshotId}::uuid and taken_at is null
        and kept_until > ${at}::timestamptz and not is_released
      returning account_id, company_id, snapshot_id, requested_at, waits_until is not null as is_fresh_wanted
    ), shown as materialized (
      select d.*, t.snapshot_id, t.is_fresh_wanted and s.started_at >= t.requested_at as is_fresh,
        coalesce(s.started_at, d.last_successful_at) as read_from, coalesce(s.completed_at, d.last_successful_at) as synced_to
      from taken t join data_set d on d.account_id = t.account_id and d.company_id = t.company_id
        join connection n on n.account_id = d.account_id and n.company_id = d.company_id
          and n.connection_id = d.connection_id
        left join sync s on s.account_id = d.account_id and s.company_id = d.company_id
          and s.sync_id = d.latest_successful_sync_id
      where d.published_generation > 0
    ), pushed as materialized (
      select p.connection_id, p.data_type, p.push_id, p.data_type = any (${booked}::text[]) as is_booked,
        case when p.step = 'known' then greatest(p.completed_at, p.resolved_at) else 'infinity' end as known_at
      from push p where p.account_id = ${tx.accountId}::uuid and p.company_id = ${companyId}::uuid
        and (p.status = 'Success' or p.step in ('sent', 'accepted', 'unknown'))
        and (p.step <> 'known' or greatest(p.completed_at, p.resolved_at) > (select min(read_from) from shown))
    )
    insert into company_snapshot_set (account_id, company_id, data_set_id, generation, snapshot_id, connection_id,
      data_type, total, published_at, read_from, read_to, is_fresh, is_changed, is_held)
    select d.account_id, d.company_id, d.data_set_id, d.published_generation, d.snapshot_id, d.connection_id, d.data_type,
      d.total, d.published_at, d.read_from,
      greatest(d.synced_to, (select q.published_at from publication q where q.account_id = d.account_id
        and q.company_id = d.company_id and q.data_set_id = d.data_set_id and q.generation = d.published_generation
        and q.push_id is not null)),
      coalesce(d.is_fresh, false),
      coalesce(d.requested_at > d.read_from, false)
        or exists (select from sync u where u.account_id = d.account_id and u.company_id = d.company_id
          and u.data_set_id = d.data_set_id and u.status in ${unfinishedList} and u.trigger <> 'mapping'
          and u.added + u.updated + u.deleted > 0)
        or exists (select from pushed p where p.connection_id = d.connection_id and p.known_at > d.read_from
          and (p.data_type = d.data_type or p.is_booked and d.data_type = any (${changedByBookings}::text[]))
          and not (p.data_type = d.data_type and exists (select from publication q where q.account_id = d.account_id
            and q.company_id = d.company_id and q.data_set_id = d.data_set_id and q.push_id = p.push_id))),
      exists (select from sync u where u.account_id = d.account_id and u.company_id = d.company_id
        and u.data_set_id = d.data_set_id and ${isHeldSync('u')})
    from shown d`.execute(tx);
}
