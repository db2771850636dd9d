import { type CompiledQuery, Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { endAfter, type Tracing } from '../base/tracing.ts';
import {
  type ConnectionOptions,
  type Connections,
  createConnections,
  dropSilent,
  idleInTransactionMs,
} from './connections.ts';
import { codeOf, deadlockDetected, queryCanceled, serializationFailure } from './error-codes.ts';
import { type PoolConnection, PoolDialect, statementName } from './pool-driver.ts';
import { createReadSlots, type ReadSlots } from './read-slots.ts';
import { createReplica, type Position, type Replica, replicaConnectMs, replicaReplyMs } from './replica.ts';
import { lookScope, runScoped, type Scope, type TxScope } from './scoped-query.ts';
import { statementSpan } from './statement-span.ts';
import type { Tables } from './tables.ts';
import { runBatch } from './wire/batch.ts';

/** Access to PostgreSQL. `read`, `write` and `transaction` see only one account's rows, through row-level security. */
export type Db = {
  /** Runs one statement for one account in one round trip, in a read-only transaction. */
  read<Row>(accountId: string, statement: Statement<Row>, options?: ReadOptions): Promise<Row[]>;
  /**
   * Runs one statement that changes something for one account, in one round trip. Throws `accountClosed` while the
   * account is being moved to another cell, except with `isUnfenced`: then the change may be lost by the move.
   */
  write<Row>(accountId: string, statement: Statement<Row>, options?: { isUnfenced?: boolean }): Promise<Row[]>;
  /**
   * Runs `work` in one database transaction, which sees only the rows of one account. Repeats the database transaction
   * after a serialization failure or a deadlock. Throws `accountClosed` while the account is being moved to another
   * cell, unless it is read-only.
   */
  transaction<T>(accountId: string, work: (tx: Tx) => Promise<T>, options?: { isReadOnly?: boolean }): Promise<T>;
  /**
   * Runs as the database owner, without row-level security: it reads and writes the rows of all accounts, and the rows
   * that belong to no account. test/tidy.test.ts lists the files that may use it.
   */
  system: Kysely<Tables>;
  /**
   * The same, but `read` uses a standby if there is one (replica.ts), and throws `StandbyUnready` if that cannot serve
   * it. Never for lists with transaction ids.
   */
  withReplica: Db;
  /** Undefined without `DAYBOOK_READ_DATABASE_URL`. */
  replica: Replica | undefined;
  /**
   * Runs one statement as the database owner, as `system` does, for a statement that runs every second. PostgreSQL
   * plans it once per connection, and uses indexes only, because the tables may be empty when it is planned.
   */
  look<Row>(compile: (db: Kysely<Tables>) => CompiledQuery<Row>): Promise<Row[]>;
  /** The same as `system`. Only src/people may use this name, because persons and sessions belong to no account. */
  people: Kysely<Tables>;
  /**
   * A separate connection for the heartbeat, so that the heartbeat need not wait for connections that requests are
   * using. The heartbeat shows whether PostgreSQL responds.
   */
  watch: Kysely<Tables>;
  pool: pg.Pool;
  connections: Connections;
  end(): Promise<void>;
};

/** SQL expressions for a statement of `look`: its time, and the time up to which an earlier look has found everything. */
export type Look = { now: RawBuilder<Date>; after: RawBuilder<Date> };

export type Statement<Row> = RawBuilder<Row> | CompiledQuery<Row>;

export type ReadOptions = {
  /**
   * Makes PostgreSQL plan the statement once per connection instead of for each set of values. Only for statements
   * whose index suits every account.
   */
  fixedPlan?: boolean;
  /**
   * The statement may read many rows. One account can run `costlyReadsAtOnce` of these at the same time, each with the
   * timeout `costlyReadMs`.
   */
  isCostly?: boolean;
  /** Timeout of a statement that may read many rows, in the background: it counts as costly, but waits for no slot. */
  withinMs?: number;
  /** Name of a text column that is returned as UTF-8 bytes, so that a large text is not decoded. */
  bytesOf?: string;
  /**
   * The statement runs on the primary in any case: it uses transaction ids or sessions, of which a standby knows
   * nothing, or what it reads decides what is stored.
   */
  atPrimary?: boolean;
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
  /**
   * Sends the statement together with the COMMIT, in one round trip, so no other statement of the transaction sees its
   * changes. `take` gets its rows after the commit, and must not throw.
   */
  atCommit<Row>(statement: CompiledQuery<Row>, take?: (rows: Row[]) => void): void;
  /**
   * Sends the statement together with the next one, before it, in one round trip. Its rows are not returned, and the
   * next statement fails if it fails.
   */
  withNext(statement: CompiledQuery): void;
  /**
   * Returns a function that removes everything that was passed to `afterCommit` and `atCommit` after the call of
   * `mark`.
   */
  mark(): () => void;
};

type AtCommit = { statement: CompiledQuery; take: (rows: never[]) => void };

export type DbOptions = {
  url: string;
  /** URL of a standby; empty if there is none. */
  replicaUrl?: string;
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
  /** Called when a standby is no longer used for reads, and when it is used again. */
  onReplicaChange?: (change: { isUsed: boolean; error?: unknown }) => void;
  tracing: Tracing;
};

// Parse bigint columns as numbers: counts and versions stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openDb(options: DbOptions): Db {
  const { url, pooler, statementTimeoutMs: statementMs, tracing } = options;
  const connections = createConnections();
  const openPool = (more: Omit<ConnectionOptions, 'url' | 'pooler'> & { url?: string; max: number }) => {
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
  const system = new Kysely<Tables>({ dialect: new PoolDialect({ pool, pooler, tracing }) });
  const watchPool = openPool({
    ...{ name: 'daybook heartbeat', max: 1, statementMs: heartbeatMs, isProbe: true },
    // Planning took as long as running. The same statement runs once a second, and its tables are small.
    settings: { plan_cache_mode: 'force_generic_plan' },
  });
  const watch = new Kysely<Tables>({ dialect: new PoolDialect({ pool: watchPool, pooler, tracing }) });
  const limits = pooler ? { limits: { statementMs, idleInTransactionMs } } : {};
  const slots = slotsOf(options);
  const replica = options.replicaUrl
    ? createReplica({
        pool: openPool({
          ...{ url: options.replicaUrl, name: 'daybook reads', max: options.poolSize, statementMs },
          connectMs: replicaConnectMs,
        }),
        readPosition,
        onChange: options.onReplicaChange ?? (() => {}),
      })
    : undefined;

  async function readPosition(): Promise<Position> {
    const [position] = await look<Position>((db) => sql<Position>`select * from committed_position()`.compile(db));
    if (!position) throw new Error('The primary returned no position.');
    return position;
  }

  const read: Db['read'] = (accountId, statement, wanted = {}) =>
    readWith(accountId, wanted, (scope) => runOne(scope, statement));

  const readReplica: Db['read'] = (accountId, statement, wanted = {}) => {
    if (!replica || wanted.atPrimary) return read(accountId, statement, wanted);
    return readWith(accountId, wanted, async (scope) => {
      const atLeast = await replica.needed();
      const rows = await runOne({ ...scope, atLeast }, statement, replica.pool).catch((error) => {
        throw replica.explain(error);
      });
      replica.count('replica');
      return rows;
    });
  };

  async function readWith<Row>(
    accountId: string,
    { fixedPlan = false, isCostly = false, withinMs, bytesOf }: ReadOptions,
    run: (scope: Scope) => Promise<Row[]>,
  ): Promise<Row[]> {
    const release = isCostly ? await slots.costly.take(accountId) : undefined;
    const costlyMs = isCostly ? options.costlyReadMs : withinMs;
    try {
      return await run({
        ...{ accountId, fixedPlan, isReadOnly: true, bytesOf },
        ...(costlyMs !== undefined && { costlyMs }),
      });
    } catch (error) {
      if (costlyMs !== undefined && codeOf(error) === queryCanceled) throw new CostlyReadTimeout(costlyMs);
      throw error;
    } finally {
      release?.();
    }
  }

  function write<Row>(accountId: string, statement: Statement<Row>, { isUnfenced = false } = {}): Promise<Row[]> {
    return runOne({ accountId, fixedPlan: false, isReadOnly: false, isUnfenced }, statement);
  }

  async function look<Row>(compile: (db: Kysely<Tables>) => CompiledQuery<Row>): Promise<Row[]> {
    const compiled = compile(system);
    if (pooler) return (await system.executeQuery(compiled)).rows;
    const name = statementName(compiled.sql);
    const client = await pool.connect();
    try {
      const part = { text: compiled.sql, values: [...compiled.parameters], ...(name && { name }) };
      const [, result] = await runBatch(client, [lookScope, part]);
      client.release();
      return (result?.rows ?? []) as Row[];
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  function runOne<Row>(scope: Scope, statement: Statement<Row>, from = pool): Promise<Row[]> {
    const compiled = 'compile' in statement ? statement.compile(system) : statement;
    const span = statementSpan(tracing, compiled.sql);
    return span ? endAfter(span, () => runCompiled(scope, compiled, from)) : runCompiled(scope, compiled, from);
  }

  async function runCompiled<Row>(
    scope: Scope,
    { sql: text, parameters }: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>,
    from: pg.Pool,
  ): Promise<Row[]> {
    const name = pooler ? undefined : statementName(text);
    const releaseShare = await slots.share.take(scope.accountId);
    try {
      const client = await from.connect();
      const late = scope.atLeast && setTimeout(() => dropSilent(client), replicaReplyMs);
      try {
        const config = { text, values: [...parameters], ...(name && { name }) };
        const result = await runScoped(
          client,
          { ...scope, ...limits, ...(late && { onReplayed: () => clearTimeout(late) }) },
          config,
        );
        client.release();
        return result.rows;
      } catch (error) {
        // Close the connection, because after an error pg may be wrong about which statements are prepared on it.
        client.release(true);
        throw error;
      } finally {
        clearTimeout(late);
      }
    } finally {
      releaseShare();
    }
  }

  async function transaction<T>(
    accountId: string,
    work: (tx: Tx) => Promise<T>,
    { isReadOnly = false }: { isReadOnly?: boolean } = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const [committed, last]: [(() => void)[], AtCommit[]] = [[], []];
        const withNext: CompiledQuery[] = [];
        const own = {
          accountId,
          afterCommit: (run: () => void) => void committed.push(run),
          atCommit: (statement: CompiledQuery, take: AtCommit['take'] = () => {}) =>
            void last.push({ statement, take }),
          withNext: (statement: CompiledQuery) => void withNext.push(statement),
          mark() {
            const [kept, keptLast] = [committed.length, last.length];
            return () => {
              committed.length = kept;
              last.length = keptLast;
            };
          },
        };
        const { result, rows } = await inTransaction({ accountId, isReadOnly, withNext, last }, (tx) =>
          work(Object.assign(tx, own)),
        );
        for (const [at, { take }] of last.entries()) take((rows[at] ?? []) as never[]);
        for (const run of committed) run();
        return result;
      } catch (error) {
        if (attempt === 4 || !isWorthRepeating(error)) throw error;
      }
    }
  }

  function inTransaction<T>(
    { withNext, last, ...scope }: TxScope & { withNext: CompiledQuery[]; last: readonly AtCommit[] },
    work: (tx: Transaction<Tables>) => Promise<T>,
  ): Promise<{ result: T; rows: unknown[][] }> {
    return system.connection().execute(async (single) => {
      // Use the connection only through `provideConnection`, which waits for statements that are still running. For
      // example, if one statement of a Promise.all has failed, the others may still run.
      const use = <R>(run: (connection: PoolConnection) => Promise<R>) =>
        single.getExecutor().provideConnection((connection) => run(connection as PoolConnection));
      await use((connection) => connection.begin(scope, withNext));
      try {
        const result = await work(single as Transaction<Tables>);
        const rows = await use((connection) => connection.commit(last.map(({ statement }) => statement)));
        return { result, rows };
      } catch (error) {
        await use((connection) => connection.rollback());
        throw error;
      }
    });
  }

  const end = async () => void (await Promise.all([system.destroy(), watch.destroy(), replica?.pool.end()]));
  const db = { read, write, transaction, system, look, people: system, watch, pool, replica, connections, end } as Db;
  db.withReplica = { ...db, read: readReplica };
  db.withReplica.withReplica = db.withReplica;
  return db;
}

/**
 * Statement timeout of the heartbeat. It must be shorter than the 5 s after which the heartbeat's connection counts as
 * silent.
 */
const heartbeatMs = 3000;

/**
 * Closes a released connection unless it is idle and outside a transaction. For example, if BEGIN succeeds but the
 * scope of the transaction cannot be set, the transaction is still open.
 */
function closeUnlessIdle(client: pg.PoolClient): void {
  const { readyForQuery } = client as unknown as { readyForQuery?: boolean };
  if (readyForQuery !== true || client.getTransactionStatus() !== 'I') void client.end();
}

/**
 * The single statements (`read` and `write`) of one account can use at most half of the connections. The costly reads
 * of all accounts together can also use at most half.
 */
function slotsOf({ poolSize, costlyReadsAtOnce }: DbOptions): { share: ReadSlots; costly: ReadSlots } {
  const half = Math.max(1, Math.floor(poolSize / 2));
  return {
    share: createReadSlots({
      perAccount: half,
      total: Number.POSITIVE_INFINITY,
      waitMs: 10_000,
      waitingMax: Number.POSITIVE_INFINITY,
      what: 'database statements',
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

function isWorthRepeating(error: unknown): boolean {
  const code = codeOf(error);
  return code === serializationFailure || code === deadlockDetected;
}
