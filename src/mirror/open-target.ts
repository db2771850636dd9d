import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { within } from '../db/within.ts';

/** The client's own PostgreSQL. A mirror uses one connection, and one statement at a time. */
export type Target = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` in one database transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** The quoted name of the mirror's schema, and the quoted name of a table or view in it. */
  schema: string;
  schemaName: string;
  in(name: string): string;
  close(): Promise<void>;
};

/** The database cannot be used as it is. Retrying does not help. */
export class TargetRefused extends Error {
  override name = 'TargetRefused';
}

const lockTries = 20;
const lockPauseMs = 500;
const oldestVersion = 150_000;

export async function openTarget({ url, schemaName }: { url: string; schemaName: string }): Promise<Target> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'daybook mirror',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Loading a data set is one transaction, and each of its statements inserts a limited number of records.
    statement_timeout: 600_000,
    lock_timeout: 30_000,
    idle_in_transaction_session_timeout: 300_000,
  });
  // Without a listener, a lost connection would crash the process. The next statement reports it.
  client.on('error', () => {});
  await client.connect();
  const schema = client.escapeIdentifier(schemaName);
  const target: Target = {
    schema,
    schemaName,
    in: (name) => `${schema}.${client.escapeIdentifier(name)}`,
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      return (await client.query<Row>(text, values)).rows;
    },
    transaction: (work) => within(client, work),
    close: () => client.end(),
  };
  try {
    await prepare(target);
    return target;
  } catch (error) {
    await target.close().catch(() => {});
    throw error;
  }
}

/** One mirror at a time writes to a schema. The lock belongs to the session, so it ends with the process. */
async function prepare(target: Target): Promise<void> {
  await target.query("set time zone 'UTC'");
  const [server] = await target.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  if ((server?.version ?? 0) < oldestVersion) throw new TargetRefused('The mirror needs PostgreSQL 15 or later.');
  for (let tries = 1; ; tries++) {
    const [lock] = await target.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('daybook mirror ' || $1, 0)) as taken",
      [target.schemaName],
    );
    if (lock?.taken) return;
    if (tries === lockTries)
      throw new TargetRefused(`Another mirror is writing to the schema "${target.schemaName}". Stop it first.`);
    await sleep(lockPauseMs);
  }
}
