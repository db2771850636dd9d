import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { type Connections, createConnections, idleInTransactionMs } from './connections.ts';
import { createReadSlots, type ReadSlots } from './read-slots.ts';
import { beginScoped, runScoped, type Scope, scopeSql } from './scoped-query.ts';
import type { Tables } from './tables.ts';

/**
 * Access to PostgreSQL. `read` and `transaction` see only one account's rows, through row-level security. `system` runs
 * as the database owner, for rows that belong to no account or to all accounts (test/tidy.test.ts lists the files that
 * use it).
 */
export type Db = {
  /** Runs one statement for one account in one round trip. */
  read<Row>(accountId: string, statement: RawBuilder<Row> | CompiledQuery<Row>, options?: ReadOptions): Promise<Row[]>;
  /**
   * Runs `work` in one transaction of one account. Repeats the transaction after a serialization failure or a deadlock.
   */
  transaction<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  system: Kysely<Tables>;
  /**
   * A separate connection for the heartbeat, so that it need not wait for connections that requests are using. It shows
   * whether PostgreSQL responds.
   */
  watch: Kysely<Tables>;
  pool: pg.Pool;
  connections: Connections;
  end(): Promise<void>;
};

export type ReadOptions = {
  /** Uses one generic plan. Only for statements whose index suits every account. */
  fixedPlan?: boolean;
  /**
   * The statement may read many rows. One account can run `costlyReadsAtOnce` of these at the same time, each with the
   * timeout `costlyReadMs`.
   */
  isCostly?: boolean;
};

/** A costly read exceeded its timeout. */
export class CostlyReadTimeout extends Error {
  readonly seconds: number;
  constructor(ms: number) {
    super(`A read exceeded its timeout of ${ms} ms.`);
    this.seconds = ms / 1000;
  }
}

export type Tx = Transaction<Tables> & {
  readonly accountId: string;
  /** Calls `run` after the commit, and never after a rollback. `run` must not throw. */
  afterCommit(run: () => void): void;
};

export type DbOptions = {
  url: string;
  poolSize: number;
  statementTimeoutMs: number;
  /**
   * `costlyReadMs` is the timeout of a costly read. One account can run `costlyReadsAtOnce` of them at the same time in
   * this process.
   */
  costlyReadMs: number;
  costlyReadsAtOnce: number;
  pooler: boolean;
  onIdleError: (error: Error) => void;
};

// Counts and versions stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openDb(options: DbOptions): Db {
  const { url, pooler, statementTimeoutMs: statementMs } = options;
  const connections = createConnections();
  const openPool = (more: { name: string; max: number; statementMs: number; isProbe?: boolean }) => {
    const { max, ...wanted } = more;
    const opened = new pg.Pool({ ...connections.options({ url, pooler, ...wanted }), max });
    opened.on('error', options.onIdleError);
    // The pool listens for errors only on idle connections. Without this listener, the loss of a connection in use
    // would crash the process. The statement that uses the connection reports the error anyway.
    opened.on('connect', (client) => void client.on('error', () => {}));
    opened.on('release', (_error, client) => closeUnlessIdle(client));
    return opened;
  };
  const pool = openPool({ name: 'daybook', max: options.poolSize, statementMs });
  if (!pooler) pool.on('connect', prepareFrequent);
  const system = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const watchPool = openPool({ name: 'daybook heartbeat', max: 1, statementMs: heartbeatMs, isProbe: true });
  const watch = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watchPool }) });
  const limits = pooler ? { limits: { statementMs, idleInTransactionMs } } : {};
  const slots = slotsOf(options);

  async function read<Row>(
    accountId: string,
    statement: RawBuilder<Row> | CompiledQuery<Row>,
    { fixedPlan = false, isCostly = false }: ReadOptions = {},
  ): Promise<Row[]> {
    const release = isCostly ? await slots.costly.take(accountId) : undefined;
    try {
      const releaseShare = await slots.share.take(accountId);
      try {
        const compiled = 'compile' in statement ? statement.compile(system) : statement;
        const scope = { accountId, fixedPlan, ...limits, ...(isCostly && { costlyMs: options.costlyReadMs }) };
        return await readNow<Row>(scope, compiled);
      } finally {
        releaseShare();
      }
    } catch (error) {
      if (isCostly && (error as { code?: string }).code === queryCanceled)
        throw new CostlyReadTimeout(options.costlyReadMs);
      throw error;
    } finally {
      release?.();
    }
  }

  async function readNow<Row>(scope: Scope, { sql: text, parameters }: CompiledQuery<Row>): Promise<Row[]> {
    const name = pooler ? undefined : statementName(text);
    const client = await pool.connect();
    try {
      const config = { text, values: [...parameters], ...(name && { name }) };
      const result = await runScoped(client, scope, config);
      client.release();
      return result.rows;
    } catch (error) {
      // Close the connection, because after an error pg may be wrong about which statements are prepared on it.
      client.release(true);
      throw error;
    }
  }

  async function transaction<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const committed: (() => void)[] = [];
        const afterCommit = (run: () => void) => void committed.push(run);
        const result = await inTransaction(accountId, (tx) => work(Object.assign(tx, { accountId, afterCommit })));
        for (const run of committed) run();
        return result;
      } catch (error) {
        if (attempt === 4 || !isWorthRepeating(error)) throw error;
      }
    }
  }

  /** Without a pooler, BEGIN and the scope are sent in one round trip. */
  function inTransaction<T>(accountId: string, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    if (pooler) {
      return system.transaction().execute(async (tx) => {
        await tx.executeQuery(CompiledQuery.raw(scopeSql, [accountId]));
        return work(tx);
      });
    }
    return system.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(beginScopedSql, [accountId]));
      try {
        const result = await work(connection as Transaction<Tables>);
        await connection.executeQuery(commit);
        return result;
      } catch (error) {
        // If the connection is lost, the transaction has been rolled back already.
        await connection.executeQuery(rollback).catch(() => {});
        throw error;
      }
    });
  }

  const end = async () => void (await Promise.all([system.destroy(), watch.destroy()]));
  return { read, transaction, system, watch, pool, connections, end };
}

/**
 * Statement timeout of the heartbeat. It must be shorter than the 5 s after which the heartbeat's connection counts as
 * silent.
 */
const heartbeatMs = 3000;

/**
 * Closes a released connection unless it is idle and outside a transaction. Otherwise a transaction would stay open
 * after a failed BEGIN with scope.
 */
function closeUnlessIdle(client: pg.PoolClient): void {
  const { readyForQuery } = client as unknown as { readyForQuery?: boolean };
  if (readyForQuery !== true || client.getTransactionStatus() !== 'I') void client.end();
}

/** One account's reads, and the costly reads of all accounts together, can each use at most half of the connections. */
function slotsOf({ poolSize, costlyReadsAtOnce }: DbOptions): { share: ReadSlots; costly: ReadSlots } {
  const half = Math.max(1, Math.floor(poolSize / 2));
  return {
    share: createReadSlots({
      perAccount: half,
      total: Number.POSITIVE_INFINITY,
      waitMs: 10_000,
      waitingMax: Number.POSITIVE_INFINITY,
      what: 'reads',
    }),
    costly: createReadSlots({
      perAccount: Math.min(half, costlyReadsAtOnce),
      total: half,
      waitMs: 5000,
      waitingMax: 50,
      what: 'lists that are filtered, sorted or opened at a high page number',
    }),
  };
}

const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');
/** Placeholder that Kysely passes to the client; `prepareFrequent` replaces it with `beginScoped`. */
const beginScopedSql = 'begin with scope';

/**
 * Goes before a frequent statement. Kysely does not name statements. With a name, PostgreSQL parses the statement once
 * per connection, which saves 0.1 ms of the 0.6 ms that storing an event takes.
 */
const frequentMark = '/* frequent */';
export const frequent = sql.raw(frequentMark);
const isFrequent = (text: string) => text.startsWith(frequentMark);

function prepareFrequent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const named = (config: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof config !== 'string' || !Array.isArray(values)) return query(config, values, ...rest);
    if (config === beginScopedSql) return beginScoped({ query } as unknown as pg.ClientBase, String(values[0]));
    if (isFrequent(config)) return query({ name: statementName(config), text: config, values }, ...rest);
    return query(config, values, ...rest);
  };
  Object.assign(client, { query: named });
}

/** Names of prepared statements by their text. PostgreSQL parses a named statement only once per connection. */
const statementNames = new Map<string, string>();
const statementNamesMax = 500;

function statementName(text: string): string | undefined {
  let name = statementNames.get(text);
  if (name === undefined) {
    // Filters create many different texts. Beyond the limit, statements stay unnamed, so that connections do not
    // accumulate them.
    if (statementNames.size >= statementNamesMax) return undefined;
    name = `d_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
    statementNames.set(text, name);
  }
  return name;
}

const queryCanceled = '57014';
const serializationFailure = '40001';
const deadlockDetected = '40P01';

function isWorthRepeating(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === serializationFailure || code === deadlockDetected;
}
