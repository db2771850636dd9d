import { sql } from 'kysely';
import type { StoredCustom } from '../connectors/compare-custom.ts';
import type { Db } from '../db/db.ts';
import { type MappingPlace, ofAccount } from './store.ts';

/** A published data set to which a mapping applies. */
export type MappedSet = {
  companyId: string;
  connectionId: string;
  dataSetId: number;
  generation: number;
  records: number;
};

/** The data sets to which the mapping applies, largest first, and how many records they have together. */
export async function findMappedSets(
  { db }: { db: Db },
  accountId: string,
  { platformKey, dataType, connectionId }: MappingPlace,
): Promise<{ sets: MappedSet[]; records: number }> {
  const only =
    connectionId === null
      ? sql`not exists (select from custom_mapping m where m.account_id = d.account_id and m.platform_key = ${platformKey}
          and m.data_type = ${dataType} and m.connection_id = d.connection_id and m.is_current
          and m.connection_id <> ${ofAccount}::uuid)`
      : sql`d.connection_id = ${connectionId}::uuid`;
  const sets = await db.read(
    accountId,
    sql<MappedSet>`select d.company_id as "companyId", d.connection_id as "connectionId",
        d.data_set_id as "dataSetId", d.published_generation as generation, (d.total - d.deleted)::float8 as records
      from data_set d join connection n on n.account_id = d.account_id and n.company_id = d.company_id
        and n.connection_id = d.connection_id
      where d.account_id = ${accountId}::uuid and n.account_id = ${accountId}::uuid and d.data_type = ${dataType}
        and n.platform_key = ${platformKey} and d.published_generation > 0 and ${only}
      order by d.total desc, d.data_set_id`,
    { isCostly: true },
  );
  return { sets, records: sets.reduce((sum, { records }) => sum + records, 0) };
}

/** A record with a stored source. */
export type Sample = StoredCustom & { id: string };

export type SamplePage = {
  samples: Sample[];
  withoutSource: number;
  /** The id of the last record that was read; null after the last page. */
  last: string | null;
};

const recordsAtOnce = 1000;
/** A source can have 4 MiB, so a page ends early if its sources are large. */
const bytesAtOnce = 4 * 1024 * 1024;

/**
 * The records after `after` that readers see, with their stored sources. Pages take turns with the account's other
 * costly reads.
 */
export async function readSamples(
  { db }: { db: Db },
  accountId: string,
  set: MappedSet,
  { after }: { after: string },
): Promise<SamplePage> {
  const inSet = sql`r.account_id = ${accountId}::uuid and r.company_id = ${set.companyId}::uuid
    and r.data_set_id = ${set.dataSetId}::bigint and r.record_id > ${after}`;
  const rows = await db.read(
    accountId,
    sql<{
      id: string;
      source: string | null;
      before: string | null;
      read: number;
    }>`select p.id, p.source, p.before, p.read
      from (select r.record_id as id, r.source, (r.payload -> 'customFields')::text as before,
          (sum(octet_length(r.source)) over (order by r.record_id, r.gen_from))::float8 as bytes,
          (row_number() over (order by r.record_id, r.gen_from))::int as n, (count(*) over ())::int as read
        from (select * from record r where ${inSet} and r.gen_from <= ${set.generation}::int
            and (r.gen_to is null or r.gen_to > ${set.generation}::int) and r.change <> 'd'
          order by r.record_id, r.gen_from limit ${recordsAtOnce}) r) p
      where n = 1 or coalesce(bytes, 0) <= ${bytesAtOnce} order by id`,
    { isCostly: true },
  );
  const isLast = rows.length === (rows[0]?.read ?? 0) && rows.length < recordsAtOnce;
  const samples = rows.flatMap(({ id, source, before }) => (source === null ? [] : [{ id, source, before }]));
  return { samples, withoutSource: rows.length - samples.length, last: isLast ? null : (rows.at(-1)?.id ?? null) };
}
