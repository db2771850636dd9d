import { sql } from 'kysely';
import type { Db, Look, Tx } from '../db/db.ts';
import type { FilePlace } from './store.ts';

/** SQL on `kept_work`: connections whose attachments have to be looked through. */
export type Work = FilePlace & { platformKey: string; plan: 'free' | 'paid'; asked: number; fence: number };

export const isAnyWanted = ({ now }: Pick<Look, 'now'>) =>
  sql<boolean>`exists (select from kept_work w where w.wanted_at <= ${now}
    and (w.lease_until is null or w.lease_until <= ${now}))`;

/** Takes work, the longest wanted first. An account that is being moved to another cell takes its work along. */
export async function takeWork(
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<Work[]> {
  const { rows } = await sql<Work>`with due as (
      select w.account_id, w.company_id, w.connection_id from kept_work w
      where w.wanted_at <= ${now} and (w.lease_until is null or w.lease_until <= ${now})
        and not exists (select from account_departure d where d.account_id = w.account_id)
      order by w.wanted_at limit ${limit} for update skip locked)
    update kept_work w set lease_until = ${leaseUntil}, fence = w.fence + 1
    from due join account a using (account_id) join connection n using (account_id, company_id, connection_id)
    where w.account_id = due.account_id and w.company_id = due.company_id and w.connection_id = due.connection_id
    returning w.account_id as "accountId", w.company_id as "companyId", w.connection_id as "connectionId",
      n.platform_key as "platformKey", a.plan, w.asked, w.fence`.execute(db.system);
  return rows;
}

const ours = ({ companyId, connectionId, fence }: Work, tx: Tx) =>
  sql`account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid
    and connection_id = ${connectionId}::uuid and fence = ${fence}`;

/** False if another process has taken the work. Then this one must write nothing more. */
export async function holdWork(tx: Tx, work: Work, leaseUntil: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update kept_work set lease_until = ${leaseUntil}
    where ${ours(work, tx)}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Ends a pass. `again`: when the next one begins; undefined: when it is asked for. */
export async function endWork(tx: Tx, work: Work, again: Date | undefined): Promise<void> {
  await sql`update kept_work set lease_until = null,
      wanted_at = case when asked <> ${work.asked} then wanted_at else ${again ?? null}::timestamptz end
    where ${ours(work, tx)}`.execute(tx);
}
