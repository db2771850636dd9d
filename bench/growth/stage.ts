import type { Db } from '../../src/db/db.ts';
import { withLongStatements } from '../long-statements.ts';
import { copyRows, type MadeRows, withoutIndexes } from './copy-rows.ts';
import type { Cost } from './cost.ts';

/** A database that grows, and what is measured in it. Each unit runs once per round and returns what it cost. */
export type Stage = {
  /** Adds rows until there are that many of each kind. */
  grow(rows: number): Promise<void>;
  units: Record<string, () => Promise<Cost>>;
  /** Bytes on disk per row, with all indexes, of each kind of row. */
  diskBytes(): Promise<Record<string, number>>;
  stop(): Promise<void>;
};

/** A checkpoint in the middle of a round would make its write-ahead log larger than that of the others. */
export const growthSettings = { checkpoint_timeout: '1h' };

/**
 * Adds rows to the tables as the schema has made them: by COPY, then with all indexes, statistics and a visibility map.
 */
export async function growTables(
  db: Db,
  made: readonly MadeRows[],
  range: { from: number; to: number },
  afterwards?: string,
): Promise<void> {
  await withLongStatements(db, async (client) => {
    await client.query("set session_replication_role = 'replica'");
    await client.query('set synchronous_commit = off');
    await withoutIndexes(
      client,
      made.map(({ table }) => table),
      async () => {
        for (const rows of made) await copyRows(client, rows, range);
      },
    );
    if (afterwards) await client.query(afterwards);
    for (const { table } of made) await client.query(`vacuum (analyze) ${table}`);
    await client.query('analyze');
    // Otherwise the new rows would be flushed to disk during the measurement.
    await client.query('checkpoint');
  });
}

/** Size on disk of a table or of all of its partitions, with indexes and TOAST, divided by its rows. */
export async function diskPerRow(db: Db, tables: readonly string[]): Promise<Record<string, number>> {
  return withLongStatements(db, async (client) => {
    const sizes: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ bytes: number; rows: number }>(
        `select coalesce(sum(pg_total_relation_size(p.relid)), pg_total_relation_size('${table}'))::float8 as bytes,
          (select count(*) from ${table})::float8 as rows from pg_partition_tree('${table}') p where p.isleaf`,
      );
      sizes[table] = (rows[0]?.bytes ?? Number.NaN) / (rows[0]?.rows ?? Number.NaN);
    }
    return sizes;
  });
}
