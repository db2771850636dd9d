import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { unfinishedList } from '../../db/sync-states.ts';
import { fixedStatement } from '../../db/wire/fixed-statement.ts';
import { pushedSince, type Target } from './write-page.ts';

/**
 * Returns the ids of records that exist here, but that a full pass (a sync that reads everything) did not find on the
 * platform. Ids are compared by 64-bit hashes: with 1,000,000 records and 1,000 deletions, the chance that a deletion
 * is overlooked until the next full pass is 5e-11. Leaves out records that a push has written since the pass began,
 * that is, after the generation `beganAfter`. The pass may have read their page before the push.
 */
export async function findMissing(tx: Tx, target: Target, { beganAfter }: { beganAfter: number }): Promise<string[]> {
  // Without statistics PostgreSQL assumes one row in the data set and would choose a nested loop over all seen ids.
  await sql`set local enable_nestloop = off`.execute(tx);
  const { rows } = await sql<{ record_id: string }>`with seen as materialized (
      select unnest(ids) as id from seen_page where account_id = ${tx.accountId}::uuid
        and company_id = ${target.companyId}::uuid and data_set_id = ${target.dataSetId}::bigint
    )
    select r.record_id from record r left join seen on seen.id = hashtextextended(r.record_id, 0)
    where r.account_id = ${tx.accountId}::uuid and r.company_id = ${target.companyId}::uuid
      and r.data_set_id = ${target.dataSetId}::bigint and r.gen_to is null and r.change <> 'd' and seen.id is null
      and not ${pushedSince('r.gen_from', target, beganAfter)}
    order by r.record_id`.execute(tx);
  await sql`set local enable_nestloop = on`.execute(tx);
  return rows.map((row) => row.record_id);
}

/** Removes the seen ids of a pass that has ended or is restarted. The statement is sent with the commit. */
export function forgetSeen(tx: Tx, { companyId, dataSetId }: Pick<Target, 'companyId' | 'dataSetId'>): void {
  tx.atCommit(forgetStatement(tx, { accountId: tx.accountId, companyId, dataSetId }));
}

/**
 * The same after a pass was published, unless a next sync of the data set exists. That sync may already have stored ids
 * of its own, and without them it would take records for deleted. It removes the old ids when it starts.
 */
export function forgetOldSeen(tx: Tx, { companyId, dataSetId }: Pick<Target, 'companyId' | 'dataSetId'>): void {
  tx.atCommit(forgetOldStatement(tx, { accountId: tx.accountId, companyId, dataSetId }));
}

type Place = { accountId: string; companyId: string; dataSetId: number };
const valuesOf = (place: Place) => [place.accountId, place.companyId, place.dataSetId];

const forgetOldStatement = fixedStatement(
  valuesOf,
  ([account, company, dataSet]) => sql`delete from seen_page p where p.account_id = ${account}::uuid
    and p.company_id = ${company}::uuid and p.data_set_id = ${dataSet}::bigint
    and not exists (select from sync s where s.account_id = p.account_id and s.company_id = p.company_id
      and s.data_set_id = p.data_set_id and s.status in ${unfinishedList})`,
);

const forgetStatement = fixedStatement(
  valuesOf,
  ([account, company, dataSet]) => sql`delete from seen_page where account_id = ${account}::uuid
    and company_id = ${company}::uuid and data_set_id = ${dataSet}::bigint`,
);
