import type { DataType } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import type { CustomField } from '../../connectors/custom-fields.ts';
import {
  countUnreadable,
  type ReadPage,
  type ReadRecord,
  type RecordRow,
  type RowMaking,
  recordHash,
  recordRow,
} from '../../connectors/record-row.ts';
import type { Tx } from '../../db/db.ts';
import { codeOf, uniqueViolation } from '../../db/error-codes.ts';
import { recordset } from '../recordset.ts';
import { rowColumns, rowValues } from '../row-columns.ts';
import { firstGeneration, lockVersions } from './open-generation.ts';

/** The data set and the unpublished generation into which a sync writes. */
export type Target = { companyId: string; dataSetId: number; generation: number; dataType: DataType };

export type PageToWrite = RowMaking & {
  records: readonly ReadRecord[];
  /** Builds the rows. Present only if a connector thread has read the records. */
  rows?: ReadPage['rows'];
  /** What the records are computed with (connectors/mapping.ts). */
  mapping: string;
  fields?: readonly CustomField[] | undefined;
  /**
   * The page number under which a full pass stores the ids, to find deleted records afterwards. Undefined if the pass
   * is not full.
   */
  seenAs: number | undefined;
};

export type Counts = { added: number; updated: number; unchanged: number; deleted: number; restored: number } & {
  /** How many of `updated` have no other reason than a changed mapping. */
  remapped: number;
  /** Values of the written records that could not be read as the type of their custom field. */
  unreadable: number;
};

/**
 * Writes one page from a provider into the open generation (docs/decisions/0004-generations.md). Sends only ids and
 * hashes to PostgreSQL first, then whole rows for changed records. Readers see none of it until publication.
 */
export async function writePage(tx: Tx, target: Target, page: PageToWrite): Promise<Counts> {
  // The first generation needs no lock: no push can be published yet, and existing rows are from an earlier attempt.
  const isFirst = target.generation === firstGeneration;
  if (page.records.length === 0 && page.seenAs === undefined) return nothing;
  if (!isFirst) lockVersions(tx, target);
  const latest = new Map(page.records.map((pulled) => [pulled.id, pulled]));
  const gone = [...latest.values()].filter((pulled) => pulled.isDeleted).map((pulled) => pulled.id);
  const present = [...latest.values()].filter((pulled) => !pulled.isDeleted);
  const hashed = present.map((pulled) => ({
    pulled,
    hash: pulled.contentHash ?? recordHash(pulled, page.mapping),
  }));
  if (page.seenAs !== undefined) await noteSeen(tx, target, page.seenAs, [...latest.keys()]);
  const { modified, isProven } = page;
  const rowsOf = async (some: readonly Hashed[]) =>
    page.rows
      ? page.rows(
          some.map(({ pulled }) => pulled),
          { modified, isProven },
        )
      : some.map(({ pulled, hash }) =>
          recordRow(target.dataType, pulled, { hash, modified, isProven, fields: page.fields }),
        );
  const isInsert = isFirst && hashed.length > 0 && gone.length === 0;
  const inserted = isInsert ? await rowsOf(hashed) : [];
  const added = isInsert ? await tryInsert(tx, target, inserted) : undefined;
  if (added !== undefined) return { ...nothing, added, unreadable: countUnreadable(inserted) };
  const changed = await findChanged(tx, target, hashed);
  const rows = changed.length === 0 ? [] : await rowsOf(changed);
  const written = rows.length === 0 ? nothing : await replaceRows(tx, target, rows);
  const removed = await deleteRecords(tx, target, { ids: gone, modified });
  return {
    ...written,
    unreadable: countUnreadable(rows),
    unchanged: present.length - changed.length,
    deleted: removed.deleted,
    updated: written.updated - removed.remapped,
    remapped: written.remapped - removed.remapped,
  };
}

const nothing: Counts = { added: 0, updated: 0, unchanged: 0, deleted: 0, restored: 0, remapped: 0, unreadable: 0 };

export const inDataSet = (tx: Tx, target: Target) =>
  sql<boolean>`r.account_id = ${tx.accountId}::uuid and r.company_id = ${target.companyId}::uuid and r.data_set_id = ${target.dataSetId}::bigint`;

/**
 * The current version of each record, looked up one id at a time. A join would be planned as a scan of the whole data
 * set, because PostgreSQL has no statistics for a new data set and assumes a single row (560 records/s instead of
 * 15,400).
 */
export const liveVersion = (tx: Tx, target: Target, columns: RawBuilder<unknown>) =>
  sql`lateral (select ${columns} from record r where ${inDataSet(tx, target)} and r.record_id = i.record_id
    and r.gen_to is null order by r.gen_from desc limit 1)`;

/**
 * True if a push wrote the version after the generation `since`. It is enough to compare generation numbers, because
 * only pushes create generations between the published generation and the open one. `genFrom` is the name of the column
 * that holds the version's generation.
 */
export const pushedSince = (genFrom: string, { generation }: Target, since: number) =>
  sql<boolean>`(${sql.ref(genFrom)} > ${since}::int and ${sql.ref(genFrom)} < ${generation}::int)`;

async function noteSeen(tx: Tx, target: Target, page: number, ids: string[]): Promise<void> {
  await sql`insert into seen_page (account_id, company_id, data_set_id, page, ids)
    select ${tx.accountId}, ${target.companyId}, ${target.dataSetId}, ${page}, coalesce(array_agg(hashtextextended(id, 0)), '{}')
    from unnest(${ids}::text[]) id
    on conflict (account_id, company_id, data_set_id, page) do update set ids = excluded.ids`.execute(tx);
}

type Hashed = { pulled: ReadRecord; hash: Buffer };

async function findChanged(tx: Tx, target: Target, hashed: readonly Hashed[]): Promise<Hashed[]> {
  if (hashed.length === 0) return [];
  const ids = hashed.map(({ pulled }) => pulled.id);
  const hashes = hashed.map(({ hash }) => hash);
  const { rows } = await sql<{ n: number }>`select i.n
    from unnest(${ids}::text[], ${hashes}::bytea[]) with ordinality i(record_id, hash, n)
    left join ${liveVersion(tx, target, sql`r.hash`)} o on true
    where o.hash is distinct from i.hash`.execute(tx);
  return rows.flatMap(({ n }) => hashed[n - 1] ?? []);
}

export const key = (tx: Tx, { companyId, dataSetId, generation }: Target) =>
  sql`${tx.accountId}::uuid, ${companyId}::uuid, ${dataSetId}::bigint, record_id, ${generation}::int`;

/** Inserts the rows and returns their number. If one of them already exists, inserts nothing and returns undefined. */
async function tryInsert(tx: Tx, target: Target, rows: readonly RecordRow[]): Promise<number | undefined> {
  await sql`savepoint page`.execute(tx);
  try {
    const { numAffectedRows } = await sql`insert into record (${rowColumns})
      select ${key(tx, target)}, 'a', ${rowValues} from ${recordset(rows)}`.execute(tx);
    return Number(numAffectedRows ?? 0);
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error;
    await sql`rollback to savepoint page`.execute(tx);
    return undefined;
  }
}

/** The clause that overwrites a version that a failed attempt has already written into this generation. */
export const inPlace = sql.raw(`on conflict (account_id, company_id, data_set_id, record_id, gen_from) do update set
  change = excluded.change, hash = excluded.hash, status = excluded.status, date1 = excluded.date1, date2 = excluded.date2,
  amount1 = excluded.amount1, amount1_f = excluded.amount1_f, amount2 = excluded.amount2, amount2_f = excluded.amount2_f,
  ref1 = excluded.ref1, payload = excluded.payload, source = excluded.source,
  leaf = excluded.leaf, is_remapped = excluded.is_remapped`);

/**
 * Closes the versions that the generation replaces, by setting their `gen_to`. Finds them by ctid, so that no plan
 * scans the whole data set.
 */
const close = (tx: Tx, { companyId, generation }: Target) =>
  sql`update record set gen_to = ${generation}::int where account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid
    and ctid = any (array(select tid from ch where old_from < ${generation}::int)) and gen_to is null`;

async function replaceRows(tx: Tx, target: Target, changed: readonly RecordRow[]): Promise<Counts> {
  const { generation } = target;
  const old = sql`r.ctid as tid, r.gen_from as old_from, r.change as old_change, r.is_remapped as old_remapped`;
  const { rows } = await sql<Omit<Counts, 'unchanged' | 'deleted'>>`with ch as (
      select i.*, o.tid, o.old_from, o.old_change, o.old_remapped from ${recordset(changed)}
      left join ${liveVersion(tx, target, old)} o on true
    ), closed as (${close(tx, target)}), opened as (
      insert into record (${rowColumns}) select ${key(tx, target)},
        case when old_from is null or (old_from = ${generation}::int and old_change = 'a') then 'a' else 'u' end::"char",
        ${rowValues} from ch ${inPlace}
    )
    select count(*) filter (where old_from is null) as added,
      count(*) filter (where old_from < ${generation}::int) as updated,
      count(*) filter (where old_change = 'd') as restored,
      -count(*) filter (where old_from = ${generation}::int and old_remapped) as remapped from ch`.execute(tx);
  return { ...nothing, ...rows[0] };
}

/**
 * Writes a "deleted" version for each record that is not deleted yet, and returns the number of these records, and how
 * many of them were counted as re-mapped before. With `exceptSince`, skips records that a push has written after that
 * generation, that is, since the full pass began.
 */
export async function deleteRecords(
  tx: Tx,
  target: Target,
  { ids, modified, exceptSince }: { ids: readonly string[]; modified: string; exceptSince?: number },
): Promise<{ deleted: number; remapped: number }> {
  if (ids.length === 0) return { deleted: 0, remapped: 0 };
  const isMeant = exceptSince === undefined ? sql`` : sql`and not ${pushedSince('o.old_from', target, exceptSince)}`;
  const { rows } = await sql<{ deleted: number; remapped: number }>`with ch as (
      select o.* from unnest(${ids}::text[]) i(record_id)
      cross join ${liveVersion(tx, target, sql`r.ctid as tid, r.gen_from as old_from, r.*`)} o where o.change <> 'd' ${isMeant}
    ), closed as (${close(tx, target)}), opened as (
      insert into record (${rowColumns}) select ${key(tx, target)}, 'd', ''::bytea, status, date1, date2,
        amount1, amount1_f, amount2, amount2_f, ref1,
        payload || jsonb_build_object('modifiedDate', ${modified}::text, 'metadata', jsonb_build_object('isDeleted', true)), source,
        null
      from ch ${inPlace}
    )
    select count(*) as deleted,
      count(*) filter (where old_from = ${target.generation}::int and is_remapped) as remapped from ch`.execute(tx);
  return rows[0] ?? { deleted: 0, remapped: 0 };
}
