import type pg from 'pg';
import type { MovedTable } from './moved-tables.ts';
import { rowsOf } from './side.ts';

/**
 * Rows travel as JSON arrays of texts, one text (or null) for each column. PostgreSQL reads and writes the text of every
 * type exactly, so a number, a time or a document is the same on the other side.
 */
export type TextRow = (string | null)[];

export type Columns = { name: string; type: string; isKey: boolean }[];

/** The columns that are copied. Generated ones compute themselves. */
export async function readColumns(client: pg.Client, { name, omitted = [] }: MovedTable): Promise<Columns> {
  return (
    await rowsOf<Columns[number]>(
      client,
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1])) as "isKey"
      from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`,
      [name],
    )
  ).filter((column) => !omitted.includes(column.name));
}

export const quote = (name: string) => `"${name}"`;
export const arrayOf = (columns: Columns, alias: string) =>
  `json_build_array(${columns.map(({ name }) => `${alias}.${quote(name)}::text`).join()})::text`;

/** The inverse: selects the rows of a batch, which is a JSON array of these arrays in $1. */
export const rowsIn = (columns: Columns) =>
  `select ${columns.map(({ name, type }, at) => `(a ->> ${at})::${type} as ${quote(name)}`).join()} from jsonb_array_elements($1::jsonb) a`;

export const batchOf = (rows: readonly string[]) => `[${rows.join()}]`;

const batchRows = 1000;

/** Reads all rows with one statement. */
export async function readAll(
  client: pg.Client,
  columns: Columns,
  { from, values }: { from: string; values: unknown[] },
): Promise<string[][]> {
  const rows = await rowsOf<{ row: string }>(client, `select ${arrayOf(columns, 't')} as row from ${from}`, values);
  const batches: string[][] = [];
  for (let at = 0; at < rows.length; at += batchRows)
    batches.push(rows.slice(at, at + batchRows).map(({ row }) => row));
  return batches;
}

/** Reads rows in batches, by a cursor of the current database transaction. `from` has the alias `t`. */
export async function* readRows(
  client: pg.Client,
  columns: Columns,
  { from, values }: { from: string; values: unknown[] },
): AsyncGenerator<string[]> {
  await client.query(`declare moved no scroll cursor for select ${arrayOf(columns, 't')} as row from ${from}`, values);
  try {
    for (;;) {
      const rows = await rowsOf<{ row: string }>(client, `fetch ${batchRows} from moved`);
      if (rows.length > 0) yield rows.map(({ row }) => row);
      if (rows.length < batchRows) return;
    }
  } finally {
    await client.query('close moved').catch(() => {});
  }
}

/** Inserts rows; with `again`, rows with the same keys are replaced. */
export async function writeRows(
  client: pg.Client,
  table: MovedTable,
  columns: Columns,
  rows: readonly string[],
  { accountId, again }: { accountId: string; again: boolean },
): Promise<void> {
  const batch = batchOf(rows);
  const source = `(${rowsIn(columns)}) copied`;
  if (again) {
    const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => `old.${quote(name)} = copied.${quote(name)}`);
    await client.query(`delete from ${table.name} old using ${source} where ${keys.join(' and ')}`, [batch]);
  }
  const values = columns.map(({ name }) => {
    const set = table.set?.[name];
    return set === undefined ? quote(name) : `${set ?? 'null'}`;
  });
  const usesAccount = values.some((value) => value.includes('$2'));
  await client.query(
    `insert into ${table.name} (${columns.map(({ name }) => quote(name)).join()}) overriding system value
      select ${values.join()} from ${source}`,
    usesAccount ? [batch, accountId] : [batch],
  );
}
