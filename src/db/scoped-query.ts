import pg from 'pg';
import { type Position, replayWaitMs } from './replica.ts';
import type { BatchPart } from './wire/batch.ts';
import type { BytesWire } from './wire/row-bytes.ts';
import { sendTogether } from './wire/send-together.ts';

/**
 * `runScoped` runs one statement for one account in one round trip, under row-level security (docs/decisions/0007).
 *
 * The Parse, Bind and Execute messages of the scope and of the statement are sent before a single Sync. PostgreSQL runs
 * everything up to Sync in one implicit transaction, so the role and the account apply to exactly this statement and
 * leave no state on the connection. Compared with BEGIN, set_config, statement and COMMIT, this saves three round
 * trips.
 */
const roleSql = "select set_config('role', 'daybook_program', true)";
const ownSql = `${roleSql}, set_config('daybook.account_id', $1, true)`;

/**
 * Makes PostgreSQL plan every execution for its own values. By default, PostgreSQL may switch to one generic plan after
 * five executions. But data sets range from 500 to a million rows, and with a generic plan a rare filter takes 1.9 s
 * instead of 0.9 ms.
 */
export const scopeSql = `${ownSql}, set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** Raises `accountClosed` if the account is being moved to another cell (schema/functions/accounts.sql). */
const openSql = ', require_open($1)';

/** The scope of a transaction: see `beginParts`. */
export const txScopeSql = (isReadOnly: boolean) =>
  `${ownSql}, set_config('plan_cache_mode', 'auto', true)${isReadOnly ? readOnlySql : openSql}`;

/**
 * Sets the trace of a transaction. Rows that cause later work, such as messages, store it
 * (schema/changes/0004-traces.sql).
 */
export const traceSql = "select set_config('daybook.trace', $1, true)";

/**
 * For a statement whose index suits every account. PostgreSQL plans it once per connection, which saves a third of the
 * work for a page of 100 rows. This generic plan assumes an account of average size. Plans that read and sort
 * everything are disabled, because they are slow for a large account (1.9 s instead of 0.9 ms). Parallel workers are
 * disabled too, because for a log of a million messages the plan started two of them to count zero rows (36 ms instead
 * of 0.1 ms).
 *
 * A separate statement (`accountSql`) sets the account after these settings. If the statement with the settings had a
 * parameter, PostgreSQL would plan it anew each time, because force_custom_plan is the default of the database.
 */
export const fixedPlanSql = `${roleSql}, set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
  set_config('max_parallel_workers_per_gather', '0', true)`;
export const accountSql = "select set_config('daybook.account_id', $1, true)";

/** Sent first if a standby serves the statement (replica.ts). */
const replayedSql = 'select require_replayed($1::pg_lsn, $2, $3::int)';

/**
 * Settings of `look` in db.ts, sent in one batch with its statement. The statement covers many tables, so it gives up
 * early if one of them is locked.
 */
export const lookScope: BatchPart = {
  name: 'daybook_look_scope',
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('lock_timeout', '1000', true)`,
  values: [],
};

/**
 * For a list that may read many rows. Sets a timeout for this list and disables parallel workers, because one list of
 * one account could otherwise occupy three cores.
 */
const costlySql = `, set_config('statement_timeout', $2, true), set_config('max_parallel_workers_per_gather', '0', true)`;

/** Makes PostgreSQL reject every statement that changes something or locks rows. */
const readOnlySql = `, set_config('transaction_read_only', 'on', true)`;

/** The part of pg's connection that its own Query class uses. pg's published types do not include it. */
type Wire = BytesWire & {
  parse(message: { text: string; name: string; types?: number[] }): void;
  bind(message: {
    portal: string;
    statement: string;
    values: unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
  _send(message: Buffer): void;
  /** Names of the scope statements prepared on this connection. */
  daybookScopes?: Set<string>;
  /** Columns of the named statements that have run on this connection. */
  daybookColumns?: Map<string, Column[]>;
};
type Columns = { fields: { name: string; dataTypeID: number }[] };
/** A column with the function that parses its text. */
type Column = { name: string; parse: (text: string) => unknown };
type Handlers = {
  requiresPreparation(): boolean;
  prepare(wire: Wire): void;
  handleRowDescription(message: Columns): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
  _result: { rows: Record<string, unknown>[] };
  /** The error of a row that could not be parsed. pg reports it when PostgreSQL has sent everything. */
  _canceledDueToError: Error | false;
};
type DataRow = { fields: (string | Buffer | null)[]; length: number };
type QueryConfig = { text: string; values: unknown[]; name?: string };
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
const Query = pg.Query as unknown as new (
  config: QueryConfig | string,
  values: unknown[] | undefined,
  callback: Callback,
) => Handlers & { name: string | undefined };

/**
 * `costlyMs` is the timeout of a costly list. `limits` contains the timeouts to set behind a pooler, where the session
 * has none. `bytesOf` is the text column that is returned as UTF-8 bytes.
 */
export type Scope = {
  accountId: string;
  fixedPlan: boolean;
  isReadOnly: boolean;
  /** For a change that may be lost when the account is moved to another cell. */
  isUnfenced?: boolean;
  costlyMs?: number;
  limits?: Limits;
  bytesOf?: string | undefined;
  /** The statement runs on a standby, after the standby has replayed this position. */
  atLeast?: Position | undefined;
  /** Called when the server has answered the first of the statements that are sent together. */
  onReplayed?: () => void;
};
export type Limits = { statementMs: number; idleInTransactionMs: number };

const limitsSql = (limits: Limits) =>
  `set_config('statement_timeout', '${limits.statementMs}', true), set_config('idle_in_transaction_session_timeout', '${limits.idleInTransactionMs}', true)`;

class ScopedQuery extends Query {
  readonly #scope: Scope;
  readonly #config: QueryConfig;
  readonly #named: boolean;
  /** Number of settings whose completion has not been reported yet. */
  #settings = 0;
  #wire: Wire | undefined;
  #columns: readonly Column[] = [];

  constructor(scope: Scope, config: QueryConfig, callback: Callback) {
    // Pass the text and the values, not `config`: pg would copy an object property by property.
    super(config.text, config.values, callback);
    this.name = config.name;
    this.#scope = scope;
    this.#config = config;
    this.#named = config.name !== undefined;
  }

  /**
   * Forces the extended protocol. As a simple query, the statement would run without its scope, as the database owner.
   */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    this.#wire = wire;
    wire.wantsBytes = this.#scope.bytesOf !== undefined;
    sendTogether(wire, () => this.#sendAll(wire));
  }

  #sendAll(wire: Wire): void {
    this.#sendScope(wire);
    const columns = wire.daybookColumns?.get(this.name ?? '');
    if (columns) this.#sendAgain(wire, columns);
    else super.prepare(wire);
  }

  /** The columns of a prepared statement cannot change, so PostgreSQL describes them only once per connection. */
  #sendAgain(wire: Wire, columns: Column[]): void {
    const { name = '', values } = this.#config;
    try {
      wire.bind({ portal: '', statement: name, values, valueMapper: prepareValue });
      wire.execute({ portal: '', rows: 0 });
      this.#columns = columns;
    } catch (error) {
      this.handleError(error as Error, wire);
    }
    wire.sync();
  }

  /** The parsers are looked up once per connection. pg would do that for every execution (2 % of the work for a page). */
  override handleRowDescription({ fields }: Columns): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
    this.#columns = columns;
    const { name } = this.#config;
    const wire = this.#wire;
    if (!wire || name === undefined) return;
    wire.daybookColumns ??= new Map();
    wire.daybookColumns.set(name, columns);
  }

  #sendScope(wire: Wire): void {
    const { accountId, fixedPlan, isReadOnly, isUnfenced, costlyMs, limits, atLeast } = this.#scope;
    if (atLeast) {
      const values = [atLeast.lsn, atLeast.server, String(replayWaitMs)];
      this.#sendSetting(wire, { name: this.#named ? 'daybook_replayed' : '', text: () => replayedSql, values });
    }
    const values = costlyMs === undefined ? [accountId] : [accountId, String(costlyMs)];
    const kind = `daybook_scope${isReadOnly ? '' : isUnfenced ? '_unfenced' : '_write'}`;
    const change = isUnfenced ? '' : openSql;
    const more = () => `${isReadOnly ? readOnlySql : change}${limits ? `, ${limitsSql(limits)}` : ''}`;
    // Both `limitsSql` and `costlySql` set the statement timeout. `costlySql` must come last, because the later of two
    // set_config calls wins.
    const [suffix, timeout] = costlyMs === undefined ? ['', ''] : ['_costly', costlySql];
    // Unnamed statements are planned each time, so a generic plan has no advantage.
    if (!this.#named || !fixedPlan) {
      const name = this.#named ? kind + suffix : '';
      this.#sendSetting(wire, { name, text: () => scopeSql + more() + timeout, values });
      return;
    }
    this.#sendSetting(wire, { name: `${kind}_fixed`, text: () => fixedPlanSql + more(), values: [] });
    this.#sendSetting(wire, { name: `daybook_account${suffix}`, text: () => accountSql + timeout, values });
  }

  /** Sends a statement that consists of settings. It is prepared once per connection if it has a name. */
  #sendSetting(wire: Wire, { name, text, values }: { name: string; text: () => string; values: string[] }): void {
    wire.daybookScopes ??= new Set();
    if (name === '' || !wire.daybookScopes.has(name)) {
      wire.parse({ text: text(), name });
      if (name !== '') wire.daybookScopes.add(name);
    }
    wire.bind({ portal: '', statement: name, values, valueMapper: (value) => value });
    wire.execute({ portal: '', rows: 0 });
    this.#settings++;
  }

  /** The rows of the settings come first and are dropped. */
  override handleDataRow({ fields }: DataRow): void {
    if (this.#settings > 0 || this._canceledDueToError) return;
    try {
      this._result.rows.push(this.#rowOf(fields));
    } catch (error) {
      this._canceledDueToError = error as Error;
    }
  }

  /** Large columns arrive as bytes, the others as text (wire/row-bytes.ts). */
  #rowOf(fields: DataRow['fields']): Record<string, unknown> {
    const { bytesOf } = this.#scope;
    const row: Record<string, unknown> = {};
    for (const [at, { name, parse }] of this.#columns.entries()) {
      const value = fields[at] ?? null;
      if (value === null) row[name] = null;
      else if (name === bytesOf) row[name] = typeof value === 'string' ? Buffer.from(value) : value;
      else row[name] = parse(value.toString());
    }
    return row;
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#settings > 0) {
      this.#settings--;
      this.#scope.onReplayed?.();
      return;
    }
    wire.wantsBytes = false;
    super.handleCommandComplete(message, wire);
  }

  override handleError(error: Error, wire: Wire): void {
    wire.wantsBytes = false;
    super.handleError(error, wire);
  }
}

export function runScoped(client: pg.ClientBase, scope: Scope, config: QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new ScopedQuery(scope, config, callback) as unknown as pg.Submittable);
  });
}

export type TxScope = { accountId: string; isReadOnly: boolean };

const tracedSql = ", set_config('daybook.trace', $2, true)";

/**
 * BEGIN and the scope of a transaction, which are sent together with its first statement. Unlike `scopeSql`, this scope
 * lets PostgreSQL reuse one plan for all values, because triggers and foreign key checks look up single rows. For
 * example, planning the check of a company's account took 0.07 ms, and running it took 0.04 ms. Unnamed statements are
 * planned for their own values in any case.
 */
export function beginParts({ accountId, trace, isReadOnly }: TxScope & { trace: string | undefined }): BatchPart[] {
  const [text, name] = [txScopeSql(isReadOnly), isReadOnly ? 'daybook_tx_read_scope' : 'daybook_tx_scope'];
  const scope =
    trace === undefined
      ? { text, name, values: [accountId] }
      : { text: `${text}${tracedSql}`, name: `${name}_traced`, values: [accountId, trace] };
  return [{ text: 'begin', name: 'daybook_begin', values: [] }, scope];
}

/**
 * Statements that cannot be sent in one database transaction with their timeouts. They cannot run in a transaction with
 * other statements, they start or end a transaction, or they must work in a failed one.
 */
const standsAlone =
  /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|set|reset|discard|listen|unlisten|vacuum|reindex|(create|drop)\s+(unique\s+)?index\s+concurrently)\b/i;

/** A statement that is sent together with its timeouts, in one database transaction and one round trip. */
class LimitedQuery extends Query {
  readonly #limits: Limits;
  #areSet = false;

  constructor(limits: Limits, config: QueryConfig, callback: Callback) {
    super(config, undefined, callback);
    this.#limits = limits;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    wire.parse({ text: `select ${limitsSql(this.#limits)}`, name: '' });
    wire.bind({ portal: '', statement: '', values: [], valueMapper: (value) => value });
    wire.execute({ portal: '', rows: 0 });
    super.prepare(wire);
  }

  override handleDataRow(message: DataRow): void {
    if (this.#areSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#areSet) super.handleCommandComplete(message, wire);
    else this.#areSet = true;
  }
}

/** Used instead of pg's own `client.query(config, values?, callback?)` behind a pooler. `query` is pg's own method. */
export function limitedQuery(
  query: (...given: unknown[]) => unknown,
  limits: Limits,
  config: unknown,
  rest: unknown[],
): unknown {
  const given = typeof config === 'string' ? { text: config } : (config as Partial<QueryConfig> & { submit?: unknown });
  const { text } = given;
  // A scoped statement sets its own timeouts.
  if (given.submit !== undefined || text === undefined || standsAlone.test(text)) return query(config, ...rest);
  const values = Array.isArray(rest[0]) ? (rest[0] as unknown[]) : (given.values ?? []);
  const callback = rest.find((one) => typeof one === 'function') as Callback | undefined;
  const answer = new Promise<pg.QueryResult>((resolve, reject) => {
    const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
    // Only the simple protocol, which has no values, accepts several statements in one text. The job engine sends such
    // texts.
    if (values.length === 0) {
      const unwrap: Callback = (error, results) => settle(error, error ? results : withoutFirst(results));
      query({ ...given, text: `select ${limitsSql(limits)};\n${text}`, values: undefined }, unwrap);
    } else {
      query(new LimitedQuery(limits, { ...given, text, values }, settle));
    }
  });
  if (!callback) return answer;
  answer.then(
    (result) => callback(undefined, result),
    (error) => callback(error, undefined as unknown as pg.QueryResult),
  );
  return undefined;
}

function withoutFirst(results: unknown): pg.QueryResult {
  const own = (results as pg.QueryResult[]).slice(1);
  return (own.length === 1 ? own[0] : own) as pg.QueryResult;
}
