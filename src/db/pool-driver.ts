import { createHash } from 'node:crypto';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { endAfter, type Tracing } from '../base/tracing.ts';
import { beginParts, type TxScope, traceSql, txScopeSql } from './scoped-query.ts';
import { statementSpan } from './statement-span.ts';
import { type BatchPart, isUncertain, markIfUncertain, type PartResult, runBatch } from './wire/batch.ts';

/**
 * Kysely's dialect for PostgreSQL with a driver of our own. Kysely's driver cannot begin a transaction and set its
 * account in one round trip, and it cannot use named prepared statements.
 */
export class PoolDialect extends PostgresDialect {
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#options);
  }
}

/** `pooler` is true behind a transaction pooler, where named statements cannot be used. */
type PoolOptions = { pool: pg.Pool; pooler: boolean; tracing: Tracing };

class PoolDriver implements Driver {
  readonly #options: PoolOptions;
  readonly #connections = new WeakMap<pg.PoolClient, PoolConnection>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    const client = await this.#options.pool.connect();
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new PoolConnection(client, this.#options);
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: PoolConnection, { isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    await connection.run(`begin${level}${accessMode ? ` ${accessMode}` : ''}`);
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.commit();
  }

  /** Ignores errors, so that Kysely reports the error that caused the rollback. See `PoolConnection.rollback`. */
  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.run('rollback').catch(() => {});
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.client.release(isUncertain(connection.client));
  }

  destroy(): Promise<void> {
    return this.#options.pool.end();
  }
}

export class PoolConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #pooler: boolean;
  readonly #tracing: Tracing;
  /** BEGIN and the scope of a transaction whose first statement has not been sent yet. */
  #unsent: BatchPart[] = [];
  /** Statements that are sent together with the next one, before it. The transaction adds to this list. */
  #withNext: SentQuery[] = [];
  /**
   * True if BEGIN and the scope were sent but did not succeed. Until the rollback, no statement is sent, because it
   * could run without the scope.
   */
  #hasNotBegun = false;
  /** True if the whole transaction was sent in one round trip: if it fails, PostgreSQL has already rolled it back. */
  #isOver = false;

  constructor(client: pg.PoolClient, { pooler, tracing }: PoolOptions) {
    this.client = client;
    this.#pooler = pooler;
    this.#tracing = tracing;
  }

  executeQuery<Row>(query: SentQuery): Promise<QueryResult<Row>> {
    return this.#traced(query.sql, () => this.#execute<Row>(query));
  }

  async #execute<Row>(query: SentQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#send(this.#partOf(query)).catch(withCaller);
    const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows: (rows ?? []) as Row[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  #partOf({ sql: text, parameters, isNamed }: SentQuery): BatchPart {
    const name = isNamed && !this.#pooler ? statementName(text) : undefined;
    return { text, values: parameters as unknown[], ...(name && { name }) };
  }

  async #send(part: BatchPart): Promise<PartResult> {
    if (this.#hasNotBegun) throw new AbortedTransactionError();
    // Each of these may wait for a lock.
    const longCount = this.#withNext.length + 1;
    const first = this.#takeFirst();
    if (first.length > 0 && part.values.length > 0) {
      const result = (await this.#beginWith([...first, part], longCount)).at(-1);
      if (!result) throw new Error('A batch returned no result.');
      return result;
    }
    // Send what comes first separately. A text without values may contain several statements, and a batch cannot
    // contain such a text.
    if (first.length > 0) await this.#beginWith(first, longCount);
    if (!part.name) return this.client.query(part.text, part.values);
    return this.client.query(part).catch((error) => {
      markIfUncertain(this.client, error);
      throw error;
    });
  }

  /** What has to be sent before the next statement: BEGIN with its scope, and the statements of `withNext`. */
  #takeFirst(): BatchPart[] {
    return [...this.#unsent.splice(0), ...this.#withNext.splice(0).map((query) => this.#partOf(query))];
  }

  async #beginWith(parts: BatchPart[], longCount = parts.length): Promise<PartResult[]> {
    this.#hasNotBegun = true;
    const results = await runBatch(this.client, parts, { longCount });
    this.#hasNotBegun = false;
    return results;
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing is streamed.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Results are not streamed.');
  }

  #traced<T>(text: string, work: () => Promise<T>): Promise<T> {
    const span = statementSpan(this.#tracing, text);
    return span ? endAfter(span, work) : work();
  }

  async run(text: string): Promise<void> {
    await this.client.query(text);
  }

  /**
   * Begins a database transaction that sees only one account's rows. Without a pooler, BEGIN and the scope are sent
   * with the first statement, in one round trip. If there is a trace, it is set, too: rows that cause later work, such
   * as messages, store it (schema/changes/0004-traces.sql). Statements in `withNext` are sent with the next one.
   */
  async begin(scope: TxScope, withNext: SentQuery[]): Promise<void> {
    this.#withNext = withNext;
    this.#isOver = false;
    const trace = this.#tracing.carried();
    if (!this.#pooler) {
      this.#unsent = beginParts({ ...scope, trace });
      return;
    }
    await this.#traced('begin', async () => {
      await this.run('begin');
      await this.client.query(txScopeSql(scope.isReadOnly), [scope.accountId]);
      if (trace !== undefined) await this.client.query(traceSql, [trace]);
    });
  }

  /** `last` are statements that are sent with the COMMIT, in one round trip. Returns their rows. */
  async commit(last: readonly SentQuery[] = []): Promise<unknown[][]> {
    if (this.#pooler) {
      const first = this.#takeFirst();
      if (first.length > 0) await this.#beginWith(first);
      const rows: unknown[][] = [];
      for (const query of last) rows.push((await this.executeQuery(query)).rows);
      await this.#traced('commit', async () => requireCommitted(await this.client.query('commit')));
      return rows;
    }
    if (this.#hasNotBegun) throw new AbortedTransactionError();
    // Nothing was sent and nothing has to be.
    if (this.#unsent.length > 0 && this.#withNext.length + last.length === 0) {
      this.#unsent = [];
      return [];
    }
    if (this.#unsent.length > 0) return this.#runWhole(last);
    const first = this.#takeFirst();
    if (first.length + last.length === 0) {
      await this.#traced('commit', async () => requireCommitted(await this.client.query('commit')));
      return [];
    }
    const parts = [...first, ...last.map((query) => this.#partOf(query)), commitPart];
    const longCount = first.length + last.length + 1;
    const results = await this.#traced('commit', () => runBatch(this.client, parts, { longCount }).catch(withCaller));
    requireCommitted(results.at(-1));
    return results.slice(first.length, -1).map(({ rows }) => rows);
  }

  /**
   * Sends a whole transaction in one round trip. PostgreSQL runs everything up to Sync in one implicit transaction, so
   * BEGIN and COMMIT are not needed.
   */
  async #runWhole(last: readonly SentQuery[]): Promise<unknown[][]> {
    const first = this.#takeFirst().slice(1);
    this.#isOver = true;
    const parts = [...first, ...last.map((query) => this.#partOf(query))];
    const longCount = parts.length;
    const results = await this.#traced('commit', () => runBatch(this.client, parts, { longCount }).catch(withCaller));
    return results.slice(first.length).map(({ rows }) => rows);
  }

  /** Ignores errors: if the connection is lost, PostgreSQL rolls back the transaction itself. */
  async rollback(): Promise<void> {
    this.#withNext = [];
    if (this.#unsent.splice(0).length > 0 || this.#isOver) return;
    this.#hasNotBegun = false;
    await this.run('rollback').catch(() => {});
  }
}

/** `isNamed`: see `named`. */
export type SentQuery = CompiledQuery & { isNamed?: boolean };

const commitPart: BatchPart = { text: 'commit', name: 'daybook_commit', values: [] };

/**
 * On COMMIT, PostgreSQL rolls back if a statement of the transaction has failed, even if the program ignored the error.
 */
function requireCommitted(result: Pick<PartResult, 'command'> | undefined): void {
  if (result?.command !== 'COMMIT') throw new AbortedTransactionError();
}

/** The stack of pg's errors starts at the socket. Adds the stack of the statement's caller. */
function withCaller(error: Error): never {
  error.stack += (new Error().stack ?? '').replace(/^.*\n/, '\n');
  throw error;
}

/** Gives a frequent statement a name, so that PostgreSQL parses it only once per connection. */
export function named<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, isNamed: true } as CompiledQuery<Row>;
}

/** Names of prepared statements by their text. */
const statementNames = new Map<string, string>();
const statementNamesMax = 500;

export function statementName(text: string): string | undefined {
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
