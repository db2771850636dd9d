import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';

/**
 * Which rows to erase: all rows of a company, or only those of one of its data sets. A batch has at most `limit` rows.
 */
export type ToErase = {
  companyId: string;
  dataSetId?: number;
  limit: number;
  /** The value of `last` that the previous batch returned. */
  after?: readonly string[] | undefined;
};

export type Erased = { rows: number; last?: readonly string[] | undefined };

/** Erases the rows of one table. The purge receipt counts the erased rows under `name`. */
export type Eraser = { name: string; erase(tx: Tx, what: ToErase): Promise<Erased> };

const rowsAtOnce = 10_000;

/** Where an erasure continues: with which eraser, and after which row of its table. */
type Place = { at: number; after?: readonly string[] | undefined };

/** What one database transaction has erased, by the names of the erasers, and where the next one continues. */
export type Batch = { erased: Record<string, number>; next: Place };

/**
 * Runs the erasers one after the other. `within` opens one database transaction per batch, or returns undefined if
 * nothing may be erased any more. A batch goes on to the next table until it has erased many rows, because most
 * companies have few: a transaction for each table would cost several times as much. Returns the number of erased rows.
 */
export async function eraseInBatches(
  erasers: readonly Eraser[],
  what: Omit<ToErase, 'limit' | 'after'>,
  within: (work: (tx: Tx) => Promise<Batch>) => Promise<Batch | undefined>,
): Promise<number> {
  let all = 0;
  for (let place: Place | undefined = { at: 0 }; place && place.at < erasers.length; ) {
    const from: Place = place;
    const batch = await within((tx) => eraseBatch(tx, { erasers, what, from }));
    all += sumOf(batch?.erased ?? {});
    place = batch?.next;
  }
  return all;
}

const sumOf = (erased: Record<string, number>) => Object.values(erased).reduce((sum, rows) => sum + rows, 0);

async function eraseBatch(
  tx: Tx,
  { erasers, what, from }: { erasers: readonly Eraser[]; what: Omit<ToErase, 'limit' | 'after'>; from: Place },
): Promise<Batch> {
  const erased: Record<string, number> = {};
  let next = from;
  for (let eraser = erasers[next.at]; eraser && sumOf(erased) < rowsAtOnce; eraser = erasers[next.at]) {
    const { rows, last } = await eraser.erase(tx, { ...what, limit: rowsAtOnce, after: next.after });
    if (rows > 0) erased[eraser.name] = (erased[eraser.name] ?? 0) + rows;
    next = rows === rowsAtOnce ? { at: next.at, after: last } : { at: next.at + 1 };
  }
  return { erased, next };
}

/**
 * Erases rows of a table whose primary key contains `company_id`. `key` lists the key columns after `company_id` and
 * their types. Each batch continues after the last row of the previous batch. Otherwise, each batch would also scan the
 * dead rows of the batches before it until they are vacuumed (105 ms for the first 10,000 rows, 339 ms after 100,000
 * rows).
 */
export function tableEraser(of: { name: string; table: keyof Tables; key: Record<string, string> }): Eraser {
  const columns = Object.keys(of.key).map((column) => sql.ref(column));
  const types = Object.values(of.key).map((type) => sql.raw(type));
  const key = sql.join(columns);
  const texts = sql.join(columns.map((column) => sql`${column}::text`));
  return {
    name: of.name,
    async erase(tx, { companyId, dataSetId, limit, after }) {
      const own = sql`account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid`;
      const inSet = dataSetId === undefined ? sql`` : sql`and data_set_id = ${dataSetId}::bigint`;
      const values = sql.join((after ?? []).map((value, index) => sql`${value}::${types[index]}`));
      const beyond = after ? sql`and (${key}) > (${values})` : sql``;
      // Both the DELETE and its subquery filter by company. A ctid identifies a row only within one partition, and the
      // filter restricts both to the partition that contains all rows of the company.
      const { rows } = await sql<{ rows: number; last: string[] | null }>`with gone as (
          delete from ${sql.table(of.table)} where ${own} and ctid = any (array(
            select ctid from ${sql.table(of.table)} where ${own} ${inSet} ${beyond} order by ${key} limit ${limit}))
          returning ${key})
        select (select count(*) from gone) as rows,
          (select array[${texts}] from gone order by ${sql.join(columns.map((column) => sql`${column} desc`))} limit 1) as last`.execute(
        tx,
      );
      return { rows: rows[0]?.rows ?? 0, last: rows[0]?.last ?? undefined };
    },
  };
}
