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
import { beginScoped, scopeSql, traceSql } from './scoped-query.ts';
import { statementSpan } from './statement-span.ts';

/**
 * Kysely's dialect for PostgreSQL with a driver of our own. Kysely's driver can neither begin a transaction and set its
 * account in one round trip, nor name statements.
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

  commitTransaction(connection: PoolConnection): Promise<void> {
    return connection.commit();
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.run('rollback');
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.client.release();
  }

  destroy(): Promise<void> {
    return this.#options.pool.end();
  }
}

export class PoolConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #pooler: boolean;
  readonly #tracing: Tracing;

  constructor(client: pg.PoolClient, { pooler, tracing }: PoolOptions) {
    this.client = client;
    this.#pooler = pooler;
    this.#tracing = tracing;
  }

  executeQuery<Row>(query: CompiledQuery & { isNamed?: boolean }): Promise<QueryResult<Row>> {
    return this.#traced(query.sql, () => this.#execute<Row>(query));
  }

  async #execute<Row>(query: CompiledQuery & { isNamed?: boolean }): Promise<QueryResult<Row>> {
    const { sql: text, parameters, isNamed } = query;
    const name = isNamed && !this.#pooler ? statementName(text) : undefined;
    const values = parameters as unknown[];
    const answer = name ? this.client.query({ name, text, values }) : this.client.query(text, values);
    const { command, rowCount, rows } = await answer.catch(withCaller);
    const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows: rows ?? [], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
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
   * Begins a database transaction that sees only one account's rows. Without a pooler, BEGIN and the scope are sent in
   * one round trip. Inside a trace, rows that start later work store it (schema/changes/0004-traces.sql).
   */
  async begin(accountId: string): Promise<void> {
    const trace = this.#tracing.carried();
    await this.#traced('begin', async () => {
      if (!this.#pooler) return void (await beginScoped(this.client, { accountId, trace }));
      await this.run('begin');
      await this.client.query(scopeSql, [accountId]);
      if (trace !== undefined) await this.client.query(traceSql, [trace]);
    });
  }

  async commit(): Promise<void> {
    // On COMMIT, PostgreSQL rolls back if a statement of the transaction has failed, even if the program ignored the
    // error.
    const { command } = await this.#traced('commit', () => this.client.query('commit'));
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /** Ignores errors: if the connection is lost, PostgreSQL rolls back the transaction itself. */
  async rollback(): Promise<void> {
    await this.run('rollback').catch(() => {});
  }
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
