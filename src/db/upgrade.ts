import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { openClient } from './connections.ts';

/**
 * Numbered SQL files, applied in order under a lock. schema/README.md says how they are written. `additive`: a program that
 * does not know the change can run on the schema that has it.
 */
export type SchemaChange = { number: number; name: string; sql: string; checksum: string; additive?: boolean };

/** In the first lines of a file: `-- additive: yes` or `-- additive: no`. */
export function isAdditive(sql: string): boolean | undefined {
  const answer = /^-- additive: (yes|no)\b/m.exec(sql)?.[1];
  return answer === undefined ? undefined : answer === 'yes';
}

/**
 * `-- concurrently: yes`: every statement makes an index beside running programs, and none of them in a transaction. Only
 * `create index concurrently if not exists <name> …;`: what an attempt that failed has left is made anew.
 */
function isConcurrent(sql: string): boolean {
  return /^-- concurrently: yes\b/m.test(sql);
}

/** The same, for a transaction. */
export function sqlInTransaction({ sql }: Pick<SchemaChange, 'sql'>): string {
  return isConcurrent(sql) ? sql.replaceAll('index concurrently ', 'index ') : sql;
}

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
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number: Number(name.slice(0, 4)), name, sql, checksum, additive: isAdditive(sql) ?? false };
    }),
  );
}

/** Brings the database to the program's schema. Several processes may call it at once: one works, the others wait. */
export async function upgradeSchema(options: {
  url: string;
  log: Log;
  changes?: SchemaChange[];
  /** Between two tries for a lock; for tests. */
  pauseMs?: number;
  /** What is not SQL of ours but must be brought up to date under the same lock: the engine's own tables. */
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

/** Asked for again and again instead of waited for: a statement that waits would hold up whoever builds an index. */
async function takeUpgradeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [upgradeLock]);
    if (rows[0].taken) return;
    await sleep(300);
  }
}

/** `lowest_program`: a program whose newest schema change is older cannot run on this schema. */
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
    throw new Error(`Schema change ${change.name} failed; nothing of it was kept.`, { cause: error });
  }
}

async function keepChange(client: pg.Client, change: SchemaChange): Promise<void> {
  await client.query(
    `insert into schema_change (number, name, checksum, lowest_program) values ($1, $2, $3,
      case when $4 then (select coalesce(max(coalesce(lowest_program, number)), 0) from schema_change where number < $1) else $1 end)`,
    [change.number, change.name, change.checksum, change.additive ?? false],
  );
}

/** Waits for as long as it takes, for transactions that are older than the index: nobody who reads or writes waits behind it. */
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
    throw new Error(`Schema change ${change.name} failed; the next upgrade goes on with it.`, { cause: error });
  } finally {
    await client.query(`set lock_timeout = ${upgradeLockMs}`);
  }
}

/**
 * Whoever waits for a lock on a table makes everybody behind it wait too, also readers. So a lock is waited for only
 * briefly, with long pauses, for as long as a dump or a report holds its own.
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
          `The locks for ${what} could not be taken; the oldest transactions: ${JSON.stringify(oldest)}`,
          {
            cause: error,
          },
        );
      ctx.log.warn(
        { what, oldest },
        'a schema change waits for a transaction that holds its table; nobody is held up, it is tried again',
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
 * What is missing in the database. Throws where the database was built from other files, or has a change that this
 * program does not know and that is not additive.
 */
export async function findPending(
  client: pg.Client | pg.Pool,
  changes: SchemaChange[],
  log?: Log,
): Promise<SchemaChange[]> {
  const table = await client.query("select to_regclass('schema_change') as present");
  if (!table.rows[0].present) return changes;
  // As JSON: an older schema lacks the column lowest_program.
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
        `The database has schema change ${row.name}, which this program does not know and cannot run on: it was upgraded by a newer Daybook. Start that version or a later one.`,
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

export const databaseDefaults = { timezone: 'UTC', plan_cache_mode: 'force_custom_plan', jit: 'off' };

/**
 * Belong to the database and not to the session, so that they hold behind a transaction pooler as well.
 * force_custom_plan: with the skew between small and large accounts a generic plan made 0.9 ms into 1.9 s.
 */
export async function setDatabaseDefaults(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  for (const [name, value] of Object.entries(databaseDefaults)) {
    await client.query(`alter database ${database} set ${name} = ${pg.escapeLiteral(value)}`);
  }
}
