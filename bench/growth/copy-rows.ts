import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

/** Rows of one table, numbered from 1: `row` makes the nth as a line of COPY, without the line end. */
export type MadeRows = { table: string; columns: string; row: (n: number) => string };

const rowsAtOnce = 50_000;

/** Adds the rows from `from` to `to`. PostgreSQL reads them from local files; the next file is made meanwhile. */
export async function copyRows(
  client: pg.Client,
  { table, columns, row }: MadeRows,
  { from, to }: { from: number; to: number },
): Promise<void> {
  let copying: Promise<unknown> = Promise.resolve();
  for (let first = from; first <= to; first += rowsAtOnce) {
    const last = Math.min(first + rowsAtOnce - 1, to);
    const file = join(tmpdir(), `daybook-growth-${randomUUID()}.txt`);
    const lines = Array.from({ length: last - first + 1 }, (_, at) => `${row(first + at)}\n`).join('');
    await writeFile(file, lines, { mode: 0o644 });
    await copying;
    copying = client.query(`copy ${table} (${columns}) from '${file}'`).finally(() => rm(file, { force: true }));
    copying.catch(() => {});
  }
  await copying;
}

type Index = { name: string; definition: string };
type Constraint = Index & { table: string };

/**
 * Drops the indexes and primary keys of the tables during the work: building them afterwards is much faster than
 * updating them row by row. What they are is read from the database, so that it is the schema's own shape.
 */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const constraints = await client.query<Constraint>(readConstraints, [tables]);
  const indexes = await client.query<Index>(readIndexes, [tables]);
  for (const { name, table } of constraints.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  await work();
  for (const { table, name, definition } of constraints.rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of indexes.rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
}

/** A key that a foreign key refers to stays. */
const readConstraints = `select conrelid::regclass::text as table, conname as name,
    pg_get_constraintdef(oid) as definition from pg_constraint c
  where conrelid = any ($1::regclass[]) and contype in ('p', 'u')
    and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`;

const readIndexes = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = any ($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
