import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hourMs } from '../base/durations.ts';
import type { Log } from '../base/log.ts';
import { openClient } from './connections.ts';
import { lockNotAvailable } from './error-codes.ts';
import {
  type Functions,
  functionsSql,
  isConcurrent,
  needsFunctions,
  readSchema,
  type Schema,
  type SchemaChange,
  sqlInTransaction,
  tablesNumber,
} from './schema-files.ts';

/** Key of the lock. The number is arbitrary but must be the same in every version of the program. */
const upgradeLock = 7_114_263_001;

export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/**
 * Upgrades the database to the program's schema. If several processes call it at once, one upgrades and the others
 * wait.
 */
export async function upgradeSchema(options: {
  url: string;
  log: Log;
  schema?: Schema;
  /** Pause between two attempts to get a lock, which tests can shorten. */
  pauseMs?: number;
  /** Further upgrades to run under the same lock, such as those of the job engine's tables. */
  afterwards?: (client: pg.Client) => Promise<void>;
}): Promise<{ applied: string[] }> {
  const schema = options.schema ?? (await readSchema());
  const client = await openClient({ url: options.url, name: 'daybook-upgrade' });
  const patiently = <T>(what: string, work: () => Promise<T>) => retryLocked({ ...options, client }, what, work);
  try {
    await takeUpgradeLock(client);
    await patiently('schema_change', () => prepareTables(client));
    await setDatabaseDefaults(client);
    const pending = await findPending(client, schema, options.log);
    for (const change of pending.changes) {
      await patiently(change.name, () => applyChange(client, change, schema.functions));
      options.log.info({ schemaChange: change.name }, 'schema change applied');
    }
    const last = pending.changes.at(-1);
    // Apply the functions after a change, too, because a change may drop a function to give it another signature.
    if (last ? !needsFunctions(last) : pending.functions)
      await patiently('functions', () => applyFunctions(client, schema.functions));
    await patiently('the job engine', async () => options.afterwards?.(client));
    return { applied: namesOf(pending) };
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
 * Creates the tables that record what was applied. A program whose newest schema change has a lower number than
 * `lowest_program` cannot run on this schema.
 */
async function prepareTables(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_change (
    number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(),
    lowest_program int)`);
  await client.query(`create table if not exists schema_functions (
    one_row boolean primary key default true check (one_row), checksum text not null, program text not null,
    applied_at timestamptz not null default now())`);
}

async function applyChange(client: pg.Client, change: SchemaChange, functions: Functions): Promise<void> {
  if (isConcurrent(change)) {
    await makeIndexes(client, change);
    return keepChange(client, change);
  }
  await inTransaction(client, `Schema change ${change.name}`, async () => {
    await client.query(sqlInTransaction(change, functions));
    await keepChange(client, change);
    if (needsFunctions(change)) await keepFunctions(client, functions);
  });
}

/** Replaces functions, which takes no table locks. */
async function applyFunctions(client: pg.Client, functions: Functions): Promise<void> {
  await inTransaction(client, 'schema/functions', async () => {
    await client.query(functionsSql(functions));
    await keepFunctions(client, functions);
  });
}

async function inTransaction(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (isLockTimeout(error)) throw error;
    throw new Error(`${what} failed and was rolled back.`, { cause: error });
  }
}

async function keepFunctions(client: pg.Client, { checksum, program }: Functions): Promise<void> {
  await client.query(
    `insert into schema_functions (checksum, program) values ($1, $2)
     on conflict (one_row) do update set checksum = excluded.checksum, program = excluded.program, applied_at = now()`,
    [checksum, program],
  );
}

async function keepChange(client: pg.Client, change: SchemaChange): Promise<void> {
  // For an additive change, 0 keeps the value of the changes before: the statement stores the greater of the two.
  const lowest = change.additive ? 0 : (change.unusedSince ?? change.number);
  await client.query(
    `insert into schema_change (number, name, checksum, lowest_program) values ($1, $2, $3,
      greatest($4::int, (select max(coalesce(lowest_program, number)) from schema_change where number < $1)))`,
    [change.number, change.name, change.checksum, lowest],
  );
}

/**
 * Creates the indexes, without a lock timeout. While PostgreSQL builds an index, it waits for all older transactions to
 * end. This wait blocks no other readers or writers.
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
const [pauseMs, giveUpAfterMs] = [4000, 6 * hourMs];

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
    if (one.code === lockNotAvailable) return true;
  return false;
}

/** Schema changes and functions that the database does not have yet. */
export type Pending = { changes: SchemaChange[]; functions: boolean };

export function namesOf({ changes, functions }: Pending): string[] {
  return [...changes.map(({ name }) => name), ...(functions ? ['functions'] : [])];
}

/**
 * Throws if an applied file has been edited since, or if the database has a change that this program does not know and
 * cannot run on.
 */
export async function findPending(client: pg.Client | pg.Pool, schema: Schema, log?: Log): Promise<Pending> {
  const { rows: present } = await client.query("select to_regclass('schema_change') as changes");
  const { rows } = present[0].changes
    ? await client.query<{ number: number; name: string; checksum: string; lowest: number | null }>(
        `select number, name, checksum, (to_jsonb(c)->>'lowest_program')::int as lowest from schema_change c order by number`,
      )
    : { rows: [] };
  if (rows.length === 0) return { changes: schema.changes, functions: true };
  requireTables(rows);
  const known = new Map(schema.changes.map((change) => [change.number, change]));
  const newest = Math.max(...known.keys());
  let isOlder = false;
  for (const row of rows) {
    const change = known.get(row.number);
    if (!change && row.lowest !== null && row.lowest <= newest) {
      log?.info({ schemaChange: row.name }, 'the database was upgraded by a newer Daybook; this program can run on it');
      isOlder = true;
      continue;
    }
    if (!change) {
      throw new SchemaMismatch(
        `The database has the schema change ${row.name}, and this version cannot run on it. The database was upgraded by a newer Daybook. Start that version or a later one.`,
      );
    }
    if (change.checksum !== row.checksum) {
      throw new SchemaMismatch(
        `schema/${change.number === tablesNumber ? 'tables' : `changes/${change.name}`} differs from what was applied to this database. Applied schema changes must not be edited: restore the file and add a new one in schema/changes.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.number));
  return {
    changes: schema.changes.filter((change) => !applied.has(change.number)),
    functions: !isOlder && (await areFunctionsOutdated(client, schema.functions)),
  };
}

/**
 * Rejects databases of development versions from before the first release. In their schema_change table, the numbers
 * start at 1, not at 0.
 */
function requireTables(rows: { number: number; name: string }[]): void {
  if (rows.some(({ number }) => number === tablesNumber)) return;
  throw new SchemaMismatch(
    `The database was created by a development version from before the first release (${rows[0]?.name}) and cannot be upgraded. Create an empty database and start again. In development, "npm run dev -- --fresh" does both.`,
  );
}

/** An older program, which may run next to a newer one during a rolling restart, leaves the newer functions alone. */
async function areFunctionsOutdated(client: pg.Client | pg.Pool, { checksum, program }: Functions): Promise<boolean> {
  const { rows } = await client.query<{ checksum: string; program: string }>(
    'select checksum, program from schema_functions',
  );
  const [row] = rows;
  if (!row) return true;
  return row.checksum !== checksum && row.program.localeCompare(program, 'en', { numeric: true }) <= 0;
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
