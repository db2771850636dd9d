import { sql } from 'kysely';
import type { CustomValues } from '../connectors/custom-fields.ts';
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

/** At most so many data sets are examined. */
const setsMax = 200;

/** The data sets to which the mapping applies, largest first, and the totals of all of them. */
export async function findMappedSets(
  { db }: { db: Db },
  accountId: string,
  { platformKey, dataType, connectionId }: MappingPlace,
): Promise<{ sets: MappedSet[]; count: number; records: number }> {
  const only =
    connectionId === null
      ? sql`not exists (select from custom_mapping m where m.account_id = d.account_id and m.platform_key = ${platformKey}
          and m.data_type = ${dataType} and m.connection_id = d.connection_id and m.is_current
          and m.connection_id <> ${ofAccount}::uuid)`
      : sql`d.connection_id = ${connectionId}::uuid`;
  const rows = await db.read(
    accountId,
    sql<
      MappedSet & { count: number; all: number }
    >`select d.company_id as "companyId", d.connection_id as "connectionId",
        d.data_set_id as "dataSetId", d.published_generation as generation, (d.total - d.deleted)::float8 as records,
        (count(*) over ())::int as count, (sum(d.total - d.deleted) over ())::float8 as all
      from data_set d join connection n on n.account_id = d.account_id and n.company_id = d.company_id
        and n.connection_id = d.connection_id
      where d.account_id = ${accountId}::uuid and n.account_id = ${accountId}::uuid and d.data_type = ${dataType}
        and n.platform_key = ${platformKey} and d.published_generation > 0 and ${only}
      order by d.total desc, d.data_set_id limit ${setsMax}`,
  );
  const sets = rows.map(({ count, all, ...set }) => set);
  return { sets, count: rows[0]?.count ?? 0, records: rows[0]?.all ?? 0 };
}

export type Sample = { id: string; source: string | null; before: CustomValues };

const bytesAtOnce = 2 * 1024 * 1024;

/** The records after `after` that readers see, with their stored sources. */
export async function readSamples(
  { db }: { db: Db },
  accountId: string,
  set: MappedSet,
  { after, limit }: { after: string; limit: number },
): Promise<{ samples: Sample[]; last: string | undefined }> {
  const inSet = sql`r.account_id = ${accountId}::uuid and r.company_id = ${set.companyId}::uuid
    and r.data_set_id = ${set.dataSetId}::bigint and r.record_id > ${after}`;
  const rows = await db.read(
    accountId,
    sql<{ id: string; source: string | null; before: string | null; bytes: number; n: number }>`select *
      from (select r.record_id as id, r.source, (r.payload -> 'customFields')::text as before,
          (sum(octet_length(r.source)) over (order by r.record_id, r.gen_from))::float8 as bytes,
          (row_number() over (order by r.record_id, r.gen_from))::int as n
        from (select * from record r where ${inSet} and r.gen_from <= ${set.generation}::int
            and (r.gen_to is null or r.gen_to > ${set.generation}::int) and r.change <> 'd'
          order by r.record_id, r.gen_from limit ${limit}) r) p
      where n = 1 or coalesce(bytes, 0) <= ${bytesAtOnce} order by id`,
  );
  const samples = rows.map(({ id, source, before }) => ({ id, source, before: parsed(before) }));
  return { samples, last: rows.at(-1)?.id };
}

/** Values are texts of JSON, so that no digit is lost. */
function parsed(text: string | null): CustomValues {
  return text === null ? {} : (JSON.parse(text, exactly as never) as CustomValues);
}

/** Keeps the text of a number. */
export function exactly(_name: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined ? { number: source } : value;
}
