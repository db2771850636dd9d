import { type Kysely, sql } from 'kysely';
import { named } from '../../db/pool-driver.ts';
import type { Tables } from '../../db/tables.ts';

export type DataSetPlace = { accountId: string; companyId: string; connectionId: string; dataType: string };

/** Creates the data sets that do not exist yet, for one account or for many. A data set that exists stays unchanged. */
export async function openDataSets(
  executor: Kysely<Tables>,
  { places, at }: { places: readonly DataSetPlace[]; at: Date },
): Promise<void> {
  const query = sql`insert into data_set (account_id, company_id, connection_id, data_type, requested_at)
    select i.account_id, i.company_id, i.connection_id, i.data_type, ${at}::timestamptz
    from unnest(${places.map((place) => place.accountId)}::uuid[], ${places.map((place) => place.companyId)}::uuid[],
      ${places.map((place) => place.connectionId)}::uuid[], ${places.map((place) => place.dataType)}::text[])
      as i (account_id, company_id, connection_id, data_type)
    on conflict (account_id, company_id, data_type, connection_id) do nothing`;
  await executor.executeQuery(named(query.compile(executor)));
}

export type LatestSync = { accountId: string; companyId: string; dataSetId: number; syncId: string };

/** Stores the id of the sync that was requested last, for each of the given data sets. */
export async function setLatestSyncs(executor: Kysely<Tables>, latest: readonly LatestSync[]): Promise<void> {
  const query = sql`update data_set d set latest_sync_id = i.sync_id
    from unnest(${latest.map((row) => row.accountId)}::uuid[], ${latest.map((row) => row.companyId)}::uuid[],
      ${latest.map((row) => row.dataSetId)}::bigint[], ${latest.map((row) => row.syncId)}::uuid[])
      as i (account_id, company_id, data_set_id, sync_id)
    where d.account_id = i.account_id and d.company_id = i.company_id and d.data_set_id = i.data_set_id`;
  await executor.executeQuery(named(query.compile(executor)));
}
