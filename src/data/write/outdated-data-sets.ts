import { type Kysely, sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { unfinishedList } from '../../db/sync-states.ts';
import type { Tables } from '../../db/tables.ts';

/** What the records of a data type of a platform are computed with now (connectors/mapping.ts). */
export type CurrentMapping = { platformKey: string; dataType: string; mapping: string };

export type DataSetPosition = { account_id: string; company_id: string; data_set_id: number };

const lookedAtOnce = 10_000;

const currentOf = (current: readonly CurrentMapping[]) =>
  sql`unnest(${current.map((one) => one.platformKey)}::text[], ${current.map((one) => one.dataType)}::text[],
    ${current.map((one) => one.mapping)}::text[]) as m (platform_key, data_type, mapping)`;

/**
 * Marks published data sets whose records were computed with another mapping than the current one. One call looks at a
 * part of all data sets and returns where the next call continues, or undefined at the end. A data set
 * that an unfinished sync already computes again is left alone. So is one whose re-mapping did not succeed, for a day; its
 * next sync computes the records again as well.
 */
export async function markOutdated(
  system: Kysely<Tables>,
  { current, from, now }: { current: readonly CurrentMapping[]; from: DataSetPosition | undefined; now: Date },
): Promise<{ marked: number; next: DataSetPosition | undefined }> {
  const start = from
    ? sql`where (account_id, company_id, data_set_id) > (${from.account_id}::uuid, ${from.company_id}::uuid, ${from.data_set_id}::bigint)`
    : sql``;
  const { rows } = await sql<
    Partial<DataSetPosition> & { looked: number; marked: number }
  >`with looked as materialized (
      select account_id, company_id, data_set_id, connection_id, data_type, mapping,
        published_generation > 0 and not is_remap_due as is_asked, row_number() over () as place
      from (select * from data_set ${start} order by account_id, company_id, data_set_id limit ${lookedAtOnce}) d
    ), outdated as materialized (
      select l.account_id, l.company_id, l.data_set_id from looked l
        join connection n using (account_id, company_id, connection_id)
        join ${currentOf(current)} on m.platform_key = n.platform_key and m.data_type = l.data_type
        cross join lateral (select m.mapping
          || coalesce('+' || (custom_mapping_of(l.account_id, l.connection_id, n.platform_key, l.data_type) ->> 'digest'), ''))
          c (mapping)
      where l.is_asked and l.mapping is distinct from c.mapping and not exists (select from sync s
        where s.account_id = l.account_id and s.company_id = l.company_id and s.data_set_id = l.data_set_id
          and (s.status in ${unfinishedList} and s.mapping = c.mapping
            or s.trigger = 'mapping' and s.status not in ${unfinishedList} and s.status <> 'Complete'
              and s.completed_at > ${new Date(now.getTime() - 86_400_000)}::timestamptz))
    ), marked as (
      update data_set d set is_remap_due = true from outdated o where d.account_id = o.account_id
        and d.company_id = o.company_id and d.data_set_id = o.data_set_id returning 1
    )
    select (select count(*) from looked) as looked, (select count(*) from marked) as marked, l.account_id, l.company_id,
      l.data_set_id
    from (select) one left join (select * from looked order by place desc limit 1) l on true`.execute(system);
  const [row] = rows;
  const { account_id, company_id, data_set_id } = row ?? {};
  const isMore = row?.looked === lookedAtOnce && account_id && company_id && data_set_id;
  return { marked: row?.marked ?? 0, next: isMore ? { account_id, company_id, data_set_id } : undefined };
}

export const isAnyRemapDue = sql<boolean>`exists (select from data_set where is_remap_due and published_generation > 0)`;

/**
 * Marks the data sets of a data type whose custom fields have changed, also those that a sync is writing: it goes on
 * with the fields with which it began.
 */
export async function markCustomChanged(
  tx: Tx,
  { platformKey, dataType, connectionId }: { platformKey: string; dataType: string; connectionId: string | null },
): Promise<number> {
  const only = connectionId === null ? sql`` : sql`and d.connection_id = ${connectionId}::uuid`;
  const { numAffectedRows } = await sql`update data_set d set is_remap_due = true from connection n
    where d.account_id = ${tx.accountId}::uuid and d.data_type = ${dataType} ${only}
      and n.account_id = d.account_id and n.company_id = d.company_id and n.connection_id = d.connection_id
      and n.platform_key = ${platformKey}
      and (d.published_generation > 0 or d.writing_generation is not null)
      and nullif(split_part(coalesce(d.mapping, '+?'), '+', 2), '') is distinct from
        custom_mapping_of(d.account_id, d.connection_id, n.platform_key, d.data_type) ->> 'digest'`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export type DueRemap = {
  accountId: string;
  companyId: string;
  dataSetId: number;
  connectionId: string;
  platformKey: string;
  dataType: string;
};

/** Marked data sets that have no unfinished sync, oldest companies first. */
export async function findDueRemaps(system: Kysely<Tables>, { limit }: { limit: number }): Promise<DueRemap[]> {
  const { rows } = await sql<DueRemap>`select d.account_id as "accountId", d.company_id as "companyId",
      d.data_set_id as "dataSetId", d.connection_id as "connectionId", n.platform_key as "platformKey",
      d.data_type as "dataType"
    from data_set d join connection n using (account_id, company_id, connection_id)
    where d.is_remap_due and d.published_generation > 0 and not exists (select from sync s where s.account_id = d.account_id
      and s.company_id = d.company_id and s.data_set_id = d.data_set_id and s.status in ${unfinishedList})
      and not exists (select from account_departure m where m.account_id = d.account_id and m.state in ('handed', 'moved'))
    order by d.company_id, d.data_set_id limit ${limit}`.execute(system);
  return rows;
}

/** Removes the mark, in the transaction that queues the re-mapping. */
export async function unmarkOutdated(tx: Tx, place: { companyId: string; dataSetId: number }): Promise<void> {
  await dataSet(tx, place).set({ is_remap_due: false }).execute();
}

/**
 * Notes that the records of the data set are no longer of one mapping. Until a sync publishes, every further run
 * computes them again, also with the mapping that they had before. The statement is sent with the commit.
 */
export function beginRemap(tx: Tx, place: { companyId: string; dataSetId: number }): void {
  tx.atCommit(dataSet(tx, place).set({ mapping: null }).compile());
}

const dataSet = (tx: Tx, { companyId, dataSetId }: { companyId: string; dataSetId: number }) =>
  tx
    .updateTable('data_set')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('data_set_id', '=', dataSetId);
