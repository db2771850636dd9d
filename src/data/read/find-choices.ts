import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

type DataSetIds = { companyId: string; connectionId: string; dataType: string };
export type Choice = { id: string; name: string | null };

/** Selects the published records of a data set, without deleted ones. A data set that is not ready has none. */
const visible = (tx: Tx, { companyId, connectionId, dataType }: DataSetIds) => sql`data_set d
  join record r on r.account_id = d.account_id and r.company_id = d.company_id and r.data_set_id = d.data_set_id
    and r.gen_from <= d.published_generation and (r.gen_to is null or r.gen_to > d.published_generation) and r.change <> 'd'
  where d.account_id = ${tx.accountId}::uuid and d.company_id = ${companyId}::uuid and d.data_type = ${dataType}
    and d.connection_id = ${connectionId}::uuid`;

/** The records that a reference field may point to, sorted by name. Archived records are left out. */
export async function findChoices(tx: Tx, place: DataSetIds, limit: number): Promise<Choice[]> {
  const { rows } = await sql<Choice>`select r.record_id as id,
      coalesce(r.payload ->> 'name', r.payload ->> 'accountName', r.payload ->> 'customerName', r.payload ->> 'supplierName') as name
    from ${visible(tx, place)} and r.status is distinct from 'archived' order by name, r.record_id limit ${limit}`.execute(
    tx,
  );
  return rows;
}

/** Returns the ids that do not exist in the data set, or undefined if the data set is not ready for this check. */
export async function findUnknownIds(
  tx: Tx,
  place: DataSetIds,
  ids: readonly string[],
): Promise<Set<string> | undefined> {
  const { companyId, connectionId, dataType } = place;
  const { rows: ready } = await sql`select from data_set d where d.account_id = ${tx.accountId}::uuid
    and d.company_id = ${companyId}::uuid and d.data_type = ${dataType} and d.connection_id = ${connectionId}::uuid
    and d.published_generation > 0`.execute(tx);
  if (ready.length === 0) return undefined;
  const { rows } = await sql<{ id: string }>`select r.record_id as id from ${visible(tx, place)}
    and r.record_id = any (${[...ids]}::text[])`.execute(tx);
  const known = new Set(rows.map((row) => row.id));
  return new Set(ids.filter((id) => !known.has(id)));
}
