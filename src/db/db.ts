import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import { type Connections, createConnections, idleInTransactionMs } from './connections.ts';
import { createReadSlots, type ReadSlots } from './read-slots.ts';
import { beginScoped, runScoped, type Scope, scopeSql } from './scoped-query.ts';
import type { Tables } from './tables.ts';

/**
 * The doors to PostgreSQL. A tenant's rows are reached through `read` and `transaction`, both under row-level security;
 * `system` is the owner's connection for what belongs to no account or to all (test/tidy.test.ts lists who may).
 */
export type Db = {
  /** One statement of one account, one round trip. */
  read<Row>(accountId: string, statement: RawBuilder<Row> | CompiledQuery<Row>, options?: ReadOptions): Promise<Row[]>;
  /** Several statements of one account, all or nothing; run again from the start when PostgreSQL asks for it. */
  transaction<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  system: Kysely<Tables>;
  /**
   * A connection of its own for the heartbeat: it must not wait where requests hold all others, and tells whether
   * PostgreSQL answers.
   */
  watch: Kysely<Tables>;
  pool: pg.Pool;
  connections: Connections;
  end(): Promise<void>;
};

export type ReadOptions = {
  /** Where its index is right for every account. */
  fixedPlan?: boolean;
  /** It may read very many rows: few of one account run at once, and their time is `costlyReadMs`. */
  isCostly?: boolean;
};

/** A costly read was stopped: its time was over. */
export class CostlyReadTimeout extends Error {
  readonly seconds: number;
  constructor(ms: number) {
    super(`A read was stopped after ${ms} ms.`);
    this.seconds = ms / 1000;
  }
}

export type Tx = Transaction<Tables> & {
  readonly accountId: string;
  /** Called once the transaction is committed, and not at all where it is not. Must not throw. */
  afterCommit(run: () => void): void;
};

export type DbOptions = {
  url: string;
  poolSize: number;
  statementTimeoutMs: number;
  /** Longest time of a costly read, and how many of one account run at once in this process. */
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
    // A connection in use has no listener of the pool's, and without any its loss would end the process. Whoever uses it
    // learns of it from the statement.
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
      // Errors are rare here, and after one it is open what pg believes to be prepared on this connection.
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

  /** Without a pooler, the transaction begins and gets its scope in one round trip. */
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
        // Where the connection is gone, so is the transaction.
        await connection.executeQuery(rollback).catch(() => {});
        throw error;
      }
    });
  }

  const end = async () => void (await Promise.all([system.destroy(), watch.destroy()]));
  return { read, transaction, system, watch, pool, connections, end };
}

/** The heartbeat takes milliseconds; its limit stays below the time after which the connection counts as silent. */
const heartbeatMs = 3000;

/**
 * Only a connection that waits for its next statement outside any transaction goes back to the pool. After a failed
 * BEGIN with scope it would be one in a transaction that nobody ends.
 */
function closeUnlessIdle(client: pg.PoolClient): void {
  const { readyForQuery } = client as unknown as { readyForQuery?: boolean };
  if (readyForQuery !== true || client.getTransactionStatus() !== 'I') void client.end();
}

/** Half of the connections are never those of one account's reads, nor of costly reads of all accounts together. */
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
      what: 'lists that are filtered, sorted or read from a page far in',
    }),
  };
}

const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');
/** Stands for `beginScoped` on its way through Kysely. */
const beginScopedSql = 'begin with scope';

/**
 * What most transactions tell is a statement that PostgreSQL parses once per connection: 0.1 ms less of an event's 0.6.
 * Kysely itself names none.
 */
const isFrequent = (text: string) => text.startsWith('select keep_messages(');

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

/** Named by their text, so that PostgreSQL parses each only once per connection. */
const statementNames = new Map<string, string>();
const statementNamesMax = 500;

function statementName(text: string): string | undefined {
  let name = statementNames.get(text);
  if (name === undefined) {
    // Filters make many texts: beyond the limit, further ones stay unnamed instead of filling every connection.
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
