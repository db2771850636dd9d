import pg from 'pg';

/**
 * One statement of one account in one round trip, under row-level security (docs/decisions/0007).
 *
 * Parse/Bind/Execute of the scope and of the statement are sent before a single Sync: PostgreSQL runs everything up to
 * Sync in one implicit transaction, so the role and the account hold for exactly this statement and leave no trace on
 * the connection. Measured against BEGIN, set_config, statement, COMMIT: three round trips less.
 */
const ownSql = "select set_config('role', 'daybook_program', true), set_config('daybook.account_id', $1, true)";

/**
 * Planned for the values at hand, each time. PostgreSQL left to itself takes one plan for all after five executions, and
 * data sets of 500 rows stand beside those of a million: a rare filter then takes 1.9 s instead of 0.9 ms.
 */
export const scopeSql = `${ownSql}, set_config('plan_cache_mode', 'force_custom_plan', true)`;

/**
 * For a statement that reads by an index that is right for every account: PostgreSQL plans it once per connection, which
 * for a page of 100 rows saves a third of its work. Such a plan is made for an account of average size; what would ruin
 * a large one (reading all of it to sort it, 1.9 s instead of 0.9 ms) is therefore ruled out. So are parallel workers: the
 * plan of a log of a million started two of them to count nothing (36 ms instead of 0.1).
 */
export const fixedPlanSql = `${ownSql}, set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
  set_config('max_parallel_workers_per_gather', '0', true)`;

/**
 * For a list that may read very many rows: a time of its own, and one process. PostgreSQL would start workers for it, and
 * one list of one account would then have three cores.
 */
const costlySql = `, set_config('statement_timeout', $2, true), set_config('max_parallel_workers_per_gather', '0', true)`;

/** The part of pg's connection that its own Query uses too; the published types leave it out. */
type Wire = {
  parse(message: { text: string; name: string; types?: number[] }): void;
  bind(message: {
    portal: string;
    statement: string;
    values: string[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  execute(message: { portal: string; rows: number }): void;
  /** Scopes that are prepared on this connection. */
  daybookScopes?: Set<string>;
};
type Handlers = {
  requiresPreparation(): boolean;
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
type QueryConfig = { text: string; values: unknown[]; name?: string };
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (config: QueryConfig, values: undefined, callback: Callback) => Handlers;

/** `costlyMs`: the time that a costly list has. `limits`: behind a pooler, where the session has none of its own. */
export type Scope = { accountId: string; fixedPlan: boolean; costlyMs?: number; limits?: Limits };
export type Limits = { statementMs: number; idleInTransactionMs: number };

const limitsSql = (limits: Limits) =>
  `set_config('statement_timeout', '${limits.statementMs}', true), set_config('idle_in_transaction_session_timeout', '${limits.idleInTransactionMs}', true)`;

class ScopedQuery extends Query {
  readonly #scope: Scope;
  readonly #named: boolean;
  #scopeSet = false;

  constructor(scope: Scope, config: QueryConfig, callback: Callback) {
    super(config, undefined, callback);
    this.#scope = scope;
    this.#named = config.name !== undefined;
  }

  /** pg sends a statement without name and values as plain text: without its scope it would run as the owner. */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    // Without names nothing is planned ahead.
    const isFixed = this.#named && this.#scope.fixedPlan;
    const { accountId, costlyMs, limits } = this.#scope;
    const isCostly = costlyMs !== undefined;
    const kind = `daybook_scope${isFixed ? '_fixed' : ''}${isCostly ? '_costly' : ''}`;
    const statement = this.#named ? kind : '';
    wire.daybookScopes ??= new Set();
    if (!this.#named || !wire.daybookScopes.has(statement)) {
      const plan = isFixed ? fixedPlanSql : scopeSql;
      // The costly list's own time comes last: of two settings of one name, the later one holds.
      const text = `${plan}${limits ? `, ${limitsSql(limits)}` : ''}${isCostly ? costlySql : ''}`;
      wire.parse({ text, name: statement });
      if (this.#named) wire.daybookScopes.add(statement);
    }
    const values = isCostly ? [accountId, String(costlyMs)] : [accountId];
    wire.bind({ portal: '', statement, values, valueMapper: (value) => value });
    wire.execute({ portal: '', rows: 0 });
    super.prepare(wire);
  }

  /** The scope's own row comes first and is dropped. */
  override handleDataRow(message: unknown): void {
    if (this.#scopeSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#scopeSet) super.handleCommandComplete(message, wire);
    else this.#scopeSet = true;
  }
}

export function runScoped(client: pg.ClientBase, scope: Scope, config: QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new ScopedQuery(scope, config, callback) as unknown as pg.Submittable);
  });
}

/** BEGIN and the scope of its transaction in one round trip, each planned once per connection. */
class ScopedBegin extends Query {
  #hasBegun = false;

  override prepare(wire: Wire): void {
    wire.daybookScopes ??= new Set();
    if (!wire.daybookScopes.has('daybook_begin')) {
      wire.parse({ text: 'begin', name: 'daybook_begin' });
      wire.daybookScopes.add('daybook_begin');
    }
    wire.bind({ portal: '', statement: 'daybook_begin', values: [], valueMapper: (value) => value });
    wire.execute({ portal: '', rows: 0 });
    super.prepare(wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#hasBegun) super.handleCommandComplete(message, wire);
    else this.#hasBegun = true;
  }
}

export function beginScoped(client: pg.ClientBase, accountId: string): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
    const config = { text: scopeSql, name: 'daybook_tx_scope', values: [accountId] };
    client.query(new ScopedBegin(config, undefined, callback) as unknown as pg.Submittable);
  });
}

/** What may not stand in one transaction with others, begins or ends one, or must work in a failed one. */
const standsAlone =
  /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|set|reset|discard|listen|unlisten|vacuum|reindex|(create|drop)\s+(unique\s+)?index\s+concurrently)\b/i;

/** A statement that brings its limits of time, in the same round trip and transaction. */
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

  override handleDataRow(message: unknown): void {
    if (this.#areSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#areSet) super.handleCommandComplete(message, wire);
    else this.#areSet = true;
  }
}

/** `client.query(config, values?, callback?)` behind a pooler: `query` is the client's own. */
export function limitedQuery(
  query: (...given: unknown[]) => unknown,
  limits: Limits,
  config: unknown,
  rest: unknown[],
): unknown {
  const given = typeof config === 'string' ? { text: config } : (config as Partial<QueryConfig> & { submit?: unknown });
  const { text } = given;
  // A scoped statement has its limits already.
  if (given.submit !== undefined || text === undefined || standsAlone.test(text)) return query(config, ...rest);
  const values = Array.isArray(rest[0]) ? (rest[0] as unknown[]) : (given.values ?? []);
  const callback = rest.find((one) => typeof one === 'function') as Callback | undefined;
  const answer = new Promise<pg.QueryResult>((resolve, reject) => {
    const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
    // Texts of several statements, such as the engine's, exist without values only, and only in the simple protocol.
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
