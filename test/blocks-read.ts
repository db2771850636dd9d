import assert from 'node:assert/strict';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../src/db/db.ts';
import type { Tables } from '../src/db/tables.ts';

/** Runs the work in a transaction and counts the blocks that it reads of the given tables and of their indexes. */
export async function blocksRead(
  { system }: Pick<Db, 'system'>,
  tables: readonly string[],
  work: (tx: Transaction<Tables>) => Promise<unknown>,
): Promise<number> {
  return system.transaction().execute(async (tx) => {
    const before = await fetched(tx, tables);
    await work(tx);
    return (await fetched(tx, tables)) - before;
  });
}

async function fetched(tx: Transaction<Tables>, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    blocks: number;
  }>`select sum(pg_stat_get_xact_blocks_fetched(r.oid))::int as blocks from (
      select c.oid from pg_class c where c.oid = any (${[...tables]}::regclass[])
      union all select x.indexrelid from pg_index x where x.indrelid = any (${[...tables]}::regclass[])) r`.execute(tx);
  return rows[0]?.blocks ?? assert.fail('no such table');
}
