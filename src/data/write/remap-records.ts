import { sql } from 'kysely';
import type { StoredSource } from '../../connectors/map-sources.ts';
import type { RecordRow } from '../../connectors/record-row.ts';
import type { Tx } from '../../db/db.ts';
import { recordset } from '../recordset.ts';
import { rowColumns, rowValues } from '../row-columns.ts';
import { lockVersions } from './open-generation.ts';
import { inDataSet, inPlace, key, liveVersion, type Target } from './write-page.ts';

/** Records of a data set, in the order of their ids, with the platform's own text. */
export type SourcePage = {
  stored: (StoredSource & { genFrom: number })[];
  /** Records without a stored source. */
  withoutSource: number;
  /** The id of the last record that was read; null after the last page. */
  last: string | null;
};

const recordsAtOnce = 1000;
/** A source can have 4 MiB, so a page ends early if its sources are large. */
const bytesAtOnce = 4 * 1024 * 1024;

/**
 * Reads the current version of the records after `after`. Deleted records are left out: they stay as they were. Sorted
 * by the two last columns of the primary key, since only that index has this order: without statistics, PostgreSQL would
 * choose any other index and sort the whole data set for each page.
 */
export async function readSources(tx: Tx, target: Target, { after }: { after: string }): Promise<SourcePage> {
  const { rows } = await sql<StoredSource & { genFrom: number; source: string | null; read: number }>`
    select p.record_id as id, p.gen_from as "genFrom", encode(p.hash, 'hex') as hash, p.source, p.push_id as "pushId",
      p.read
    from (
      select r.*, count(*) over () as read, row_number() over (order by r.record_id) as n,
        sum(octet_length(r.source)) over (order by r.record_id) as bytes
      from (
        select r.record_id, r.gen_from, r.hash, r.source, r.payload #>> '{metadata,pushId}' as push_id from record r
        where ${inDataSet(tx, target)} and r.record_id > ${after} and r.gen_to is null and r.change <> 'd'
        order by r.record_id, r.gen_from limit ${recordsAtOnce}
      ) r
    ) p where p.n = 1 or coalesce(p.bytes, 0) <= ${bytesAtOnce} order by p.record_id`.execute(tx);
  const isLast = rows.length === (rows[0]?.read ?? 0) && rows.length < recordsAtOnce;
  const stored = rows.filter(({ source }) => source !== null);
  return {
    stored,
    withoutSource: rows.length - stored.length,
    last: isLast ? null : (rows.at(-1)?.id ?? null),
  };
}

/**
 * The records that pushes have published after the generation `since`. They have the custom fields that readers saw
 * then.
 */
export async function readPushed(tx: Tx, target: Target, { since }: { since: number }): Promise<SourcePage['stored']> {
  const { rows } = await sql<StoredSource & { genFrom: number }>`select r.record_id as id, r.gen_from as "genFrom",
      encode(r.hash, 'hex') as hash, r.source, r.payload #>> '{metadata,pushId}' as "pushId"
    from record r where ${inDataSet(tx, target)} and r.gen_from > 0 and r.gen_from > ${since}::int
      and r.gen_from < ${target.generation}::int and r.gen_to is null and r.change <> 'd' and r.source is not null
    order by r.record_id`.execute(tx);
  return rows;
}

/**
 * Writes records that were computed again into the open generation, and returns how many of them differ. A record whose
 * content is the same gets only its new hash, in place: readers do not see the hash, and the change feed does not show
 * the record. A record that was replaced since it was read is left out: its new version is of the new mapping.
 */
export async function writeRemapped(
  tx: Tx,
  target: Target,
  { rows, read }: { rows: readonly RecordRow[]; read: SourcePage['stored'] },
): Promise<number> {
  if (rows.length === 0) return 0;
  lockVersions(tx, target);
  const { generation } = target;
  const seen = JSON.stringify(Object.fromEntries(read.map(({ id, genFrom }) => [id, genFrom])));
  const own = sql`account_id = ${tx.accountId}::uuid and company_id = ${target.companyId}::uuid`;
  const { rows: counted } = await sql<{ remapped: number }>`with ch as materialized (
      select i.record_id, i.hash, i.status, i.date1, i.date2, i.amount1, i.amount1_f, i.amount2, i.amount2_f, i.ref1,
        i.payload, i.leaf, o.source, o.tid, o.old_from, o.old_change, o.old_remapped, o.old_hash, ${isSame} as is_same
      from ${recordset(rows)} cross join ${liveVersion(tx, target, oldColumns)} o
      where o.old_change <> 'd' and o.old_from = (${seen}::jsonb ->> i.record_id)::int
    ), same as materialized (
      select jsonb_object_agg(record_id, encode(hash, 'hex')) as hashes from ch where is_same and hash <> old_hash
    ), hashed as (
      update record set hash = decode((select hashes from same) ->> record_id, 'hex') where ${own}
        and ctid = any (array(select tid from ch where is_same and hash <> old_hash)) and gen_to is null
    ), closed as (
      update record set gen_to = ${generation}::int where ${own}
        and ctid = any (array(select tid from ch where not is_same and old_from < ${generation}::int)) and gen_to is null
    ), opened as (
      insert into record (${rowColumns}, is_remapped)
      select ${key(tx, target)}, case when old_from < ${generation}::int then 'u' else old_change end, ${rowValues},
        case when old_from < ${generation}::int then true else old_remapped end
      from ch where not is_same ${inPlace}
    )
    select count(*) filter (where not is_same and old_from < ${generation}::int) as remapped from ch`.execute(tx);
  return counted[0]?.remapped ?? 0;
}

const oldColumns = sql`r.ctid as tid, r.gen_from as old_from, r.change as old_change, r.is_remapped as old_remapped,
  r.hash as old_hash, r.source, r.payload as old_payload, r.status as old_status, r.date1 as old_date1,
  r.date2 as old_date2, r.amount1 as old_amount1, r.amount2 as old_amount2, r.ref1 as old_ref1`;

/**
 * Compares texts, because jsonb values with 1.1 and 1.10 are equal. The dates and metadata that Daybook adds are no part
 * of what is mapped.
 */
const isSame = sql`((o.old_payload - '{modifiedDate,metadata}'::text[])::text = (i.payload - '{modifiedDate,metadata}'::text[])::text
  and (o.old_status, o.old_date1, o.old_date2, o.old_amount1, o.old_amount2, o.old_ref1) is not distinct from
    (i.status, coalesce(i.date1, '-infinity'), coalesce(i.date2, '-infinity'), i.amount1, i.amount2, i.ref1))`;
