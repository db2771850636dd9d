import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

/** Numbered SQL files, applied in order under a lock. schema/README.md says how they are written. */
export type SchemaChange = { number: number; name: string; sql: string; checksum: string };

/** Any number, the same for every version of the program. */
const upgradeLock = 7_114_263_001;

export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

export async function readSchemaChanges(folder = new URL('../../schema/', import.meta.url)): Promise<SchemaChange[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { number: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Brings the database to the program's schema. Several processes may call it at once: one works, the others wait. */
export async function upgradeSchema(options: {
  url: string;
  log: Log;
  changes?: SchemaChange[];
  /** What is not SQL of ours but must be brought up to date under the same lock: the engine's own tables. */
  afterwards?: (client: pg.Client) => Promise<void>;
}): Promise<{ applied: string[] }> {
  const changes = options.changes ?? (await readSchemaChanges());
  const client = new pg.Client({ connectionString: options.url, application_name: 'daybook-upgrade' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [upgradeLock]);
    await client.query(`create table if not exists schema_change (
      number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    await setDatabaseDefaults(client);
    const pending = await findPending(client, changes);
    for (const change of pending) {
      await client.query('begin');
      try {
        await client.query(change.sql);
        await client.query('insert into schema_change (number, name, checksum) values ($1, $2, $3)', [
          change.number,
          change.name,
          change.checksum,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Schema change ${change.name} failed; nothing of it was kept.`, { cause: error });
      }
      options.log.info({ schemaChange: change.name }, 'schema change applied');
    }
    await options.afterwards?.(client);
    return { applied: pending.map((change) => change.name) };
  } finally {
    await client.end();
  }
}

/** What is missing in the database; throws where the database is newer than the program or was built from other files. */
export async function findPending(client: pg.Client | pg.Pool, changes: SchemaChange[]): Promise<SchemaChange[]> {
  const table = await client.query("select to_regclass('schema_change') as present");
  if (!table.rows[0].present) return changes;
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_change order by number',
  );
  const known = new Map(changes.map((change) => [change.number, change]));
  for (const row of rows) {
    const change = known.get(row.number);
    if (!change) {
      throw new SchemaMismatch(
        `The database has schema change ${row.name}, which this program does not know: it was upgraded by a newer Daybook. Start that version or a later one.`,
      );
    }
    if (change.checksum !== row.checksum) {
      throw new SchemaMismatch(
        `schema/${change.name} differs from what was applied to this database. A schema change is never edited: restore the file and write a new one.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.number));
  return changes.filter((change) => !applied.has(change.number));
}

/**
 * Belong to the database and not to the session, so that they hold behind a transaction pooler as well.
 * force_custom_plan: with the skew between small and large accounts a generic plan made 0.9 ms into 1.9 s.
 */
export async function setDatabaseDefaults(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  for (const setting of ["timezone = 'UTC'", "plan_cache_mode = 'force_custom_plan'", 'jit = off']) {
    await client.query(`alter database ${database} set ${setting}`);
  }
}
