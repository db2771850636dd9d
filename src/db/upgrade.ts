import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../base/log.ts';
import { openClient } from './connections.ts';

/**
 * A numbered SQL file. The files are applied in order under a lock; schema/README.md has the rules for writing them.
 * `additive` is true if a program that does not know the change can run on the changed schema.
 */
export type SchemaChange = { number: number; name: string; sql: string; checksum: string; additive?: boolean };

/** Reads the line `-- additive: yes` or `-- additive: no`; undefined if there is none. */
export function isAdditive(sql: string): boolean | undefined {
  const answer = /^-- additive: (yes|no)\b/m.exec(sql)?.[1];
  return answer === undefined ? undefined : answer === 'yes';
}

/**
 * Checks for the line `-- concurrently: yes`. Every statement of such a file creates an index without blocking running
 * programs and outside a transaction. Only `create index concurrently if not exists <name> …;` is allowed. An invalid
 * index left by a failed attempt is dropped and created again.
 */
function isConcurrent(sql: string): boolean {
  return /^-- concurrently: yes\b/m.test(sql);
}

/** Returns the SQL of a change in a form that can run in a transaction. */
export function sqlInTransaction({ sql }: Pick<SchemaChange, 'sql'>): string {
  return isConcurrent(sql) ? sql.replaceAll('index concurrently ', 'index ') : sql;
}

/** Key of the lock. The number is arbitrary but must be the same in every version of the program. */
const upgradeLock = 7_114_263_001;

export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

export async function readSchemaChanges(folder = new URL('../../schema/', import.meta.url)): Promise<SchemaChange[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number: Number(name.slice(0, 4)), name, sql, checksum, additive: isAdditive(sql) ?? false };
    }),
  );
}

/**
 * Upgrades the database to the program's schema. If several processes call it at once, one upgrades and the others
 * wait.
 */
export async function upgradeSchema(options: {
  url: string;
  log: Log;
  changes?: SchemaChange[];
  /** Pause between two attempts to get a lock, which tests can shorten. */
  pauseMs?: number;
  /** Further upgrades to run under the same lock, such as those of the job engine's tables. */
  afterwards?: (client: pg.Client) => Promise<void>;
}): Promise<{ applied: string[] }> {
  const changes = options.changes ?? (await readSchemaChanges());
  const client = await openClient({ url: options.url, name: 'daybook-upgrade' });
  const patiently = <T>(what: string, work: () => Promise<T>) => retryLocked({ ...options, client }, what, work);
  try {
    await takeUpgradeLock(client);
    await patiently('schema_change', () => prepareTable(client));
    await setDatabaseDefaults(client);
    const pending = await findPending(client, changes, options.log);
    for (const change of pending) {
      await patiently(change.name, () => applyChange(client, change));
      options.log.info({ schemaChange: change.name }, 'schema change applied');
    }
    await patiently('the job engine', async () => options.afterwards?.(client));
    return { applied: pending.map((change) => change.name) };
  } finally {
    await client.end();
  }
}

/** Polls for the lock, because a waiting statement would hold a snapshot and delay a concurrent index build. */
async function takeUpgradeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [upgradeLock]);
    if (rows[0].taken) return;
    await sleep(300);
  }
}

/**
 * Creates the table of applied changes. A program whose newest schema change has a lower number than `lowest_program`
 * cannot run on this schema.
 */
async function prepareTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_change (
    number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
  const column = `select from pg_attribute where attrelid = 'schema_change'::regclass and attname = 'lowest_program'`;
  if ((await client.query(column)).rowCount === 0)
    await client.query('alter table schema_change add column lowest_program int');
}

async function applyChange(client: pg.Client, change: SchemaChange): Promise<void> {
  if (isConcurrent(change.sql)) {
    await makeIndexes(client, change);
    return keepChange(client, change);
  }
  await client.query('begin');
  try {
    await client.query(change.sql);
    await keepChange(client, change);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (isLockTimeout(error)) throw error;
    throw new Error(`Schema change ${change.name} failed and was rolled back.`, { cause: error });
  }
}

async function keepChange(client: pg.Client, change: SchemaChange): Promise<void> {
  await client.query(
    `insert into schema_change (number, name, checksum, lowest_program) values ($1, $2, $3,
      case when $4 then (select coalesce(max(coalesce(lowest_program, number)), 0) from schema_change where number < $1) else $1 end)`,
    [change.number, change.name, change.checksum, change.additive ?? false],
  );
}

/**
 * Creates the indexes. PostgreSQL waits without a time limit for transactions older than the index, which blocks no
 * other readers or writers.
 */
async function makeIndexes(client: pg.Client, change: SchemaChange): Promise<void> {
  const statements = change.sql.replaceAll(/^--.*$/gm, '').split(';');
  await client.query('set lock_timeout = 0');
  try {
    for (const statement of statements.map((text) => text.trim()).filter(Boolean)) {
      const [, name = ''] = /^create (?:unique )?index concurrently if not exists (\w+) on /.exec(statement) ?? [];
      if (!name) throw new Error(`"${statement}" is not "create index concurrently if not exists <name> on …".`);
      const broken = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid';
      if ((await client.query(broken, [name])).rowCount) await client.query(`drop index concurrently ${name}`);
      await client.query(statement);
    }
  } catch (error) {
    throw new Error(`Schema change ${change.name} failed; the next upgrade will continue it.`, { cause: error });
  } finally {
    await client.query(`set lock_timeout = ${upgradeLockMs}`);
  }
}

/**
 * Lock timeout of an upgrade. A statement that waits for a table lock blocks all later statements on the table, even
 * reads. So the upgrade waits only briefly, and retries with long pauses while a dump or a report holds the lock.
 */
export const upgradeLockMs = 400;
const [pauseMs, giveUpAfterMs] = [4000, 6 * 60 * 60 * 1000];

async function retryLocked<T>(
  ctx: { client: pg.Client; log: Log; pauseMs?: number },
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  await ctx.client.query(`set lock_timeout = ${upgradeLockMs}`);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const { rows: oldest } =
        await ctx.client.query(`select pid, application_name, state, xact_start from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 3`);
      if (performance.now() - started > giveUpAfterMs)
        throw new Error(
          `Could not get the locks for ${what} in time. The oldest transactions: ${JSON.stringify(oldest)}`,
          {
            cause: error,
          },
        );
      ctx.log.warn(
        { what, oldest },
        'a schema change waits for a transaction that holds its table; the change blocks nothing and will be retried',
      );
      await sleep(ctx.pauseMs ?? pauseMs);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  for (let one = error as { code?: string; cause?: unknown } | undefined; one; one = one.cause as typeof one)
    if (one.code === '55P03') return true;
  return false;
}

/**
 * Returns the changes that the database does not have yet. Throws if an applied file has been edited since, or if the
 * database has a change that this program does not know and cannot run on.
 */
export async function findPending(
  client: pg.Client | pg.Pool,
  changes: SchemaChange[],
  log?: Log,
): Promise<SchemaChange[]> {
  const table = await client.query("select to_regclass('schema_change') as present");
  if (!table.rows[0].present) return changes;
  // Read through JSON, because an older schema does not have the column `lowest_program`.
  const { rows } = await client.query<{ number: number; name: string; checksum: string; lowest: number | null }>(
    `select number, name, checksum, (to_jsonb(c)->>'lowest_program')::int as lowest from schema_change c order by number`,
  );
  const known = new Map(changes.map((change) => [change.number, change]));
  const newest = Math.max(0, ...known.keys());
  for (const row of rows) {
    const change = known.get(row.number);
    if (!change && row.lowest !== null && row.lowest <= newest) {
      log?.info({ schemaChange: row.name }, 'the database was upgraded by a newer Daybook; this program can run on it');
      continue;
    }
    if (!change) {
      throw new SchemaMismatch(
        `The database has the schema change ${row.name}, and this version cannot run on it. The database was upgraded by a newer Daybook. Start that version or a later one.`,
      );
    }
    if (change.checksum !== row.checksum) {
      throw new SchemaMismatch(
        `schema/${change.name} differs from what was applied to this database. Applied schema changes must not be edited: restore the file and add a new one.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.number));
  return changes.filter((change) => !applied.has(change.number));
}

export const databaseDefaults = { timezone: 'UTC', plan_cache_mode: 'force_custom_plan', jit: 'off' };

/**
 * Sets the defaults on the database and not per session, so that they also apply behind a transaction pooler.
 * force_custom_plan is needed because small and large accounts differ so much that a generic plan took 1.9 s instead of
 * 0.9 ms.
 */
export async function setDatabaseDefaults(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  for (const [name, value] of Object.entries(databaseDefaults)) {
    await client.query(`alter database ${database} set ${name} = ${pg.escapeLiteral(value)}`);
  }
}
