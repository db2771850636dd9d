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

/** Erases rows in batches. `within` opens one database transaction per batch. Returns the number of erased rows. */
export async function eraseInBatches(
  eraser: Eraser,
  what: Omit<ToErase, 'limit' | 'after'>,
  within: (work: (tx: Tx) => Promise<Erased>) => Promise<Erased>,
): Promise<number> {
  let [all, batch]: [number, Erased] = [0, { rows: rowsAtOnce }];
  while (batch.rows === rowsAtOnce) {
    const { last: after } = batch;
    batch = await within((tx) => eraser.erase(tx, { ...what, limit: rowsAtOnce, after }));
    all += batch.rows;
  }
  return all;
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
