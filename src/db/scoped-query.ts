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
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
type QueryConfig = { text: string; values: unknown[]; name?: string };
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (config: QueryConfig, values: undefined, callback: Callback) => Handlers;

/** `costlyMs`: the time that a costly list has. */
export type Scope = { accountId: string; fixedPlan: boolean; costlyMs?: number };

class ScopedQuery extends Query {
  readonly #scope: Scope;
  readonly #named: boolean;
  #scopeSet = false;

  constructor(scope: Scope, config: QueryConfig, callback: Callback) {
    super(config, undefined, callback);
    this.#scope = scope;
    this.#named = config.name !== undefined;
  }

  override prepare(wire: Wire): void {
    // Without names nothing is planned ahead.
    const isFixed = this.#named && this.#scope.fixedPlan;
    const { accountId, costlyMs } = this.#scope;
    const isCostly = costlyMs !== undefined;
    const kind = `daybook_scope${isFixed ? '_fixed' : ''}${isCostly ? '_costly' : ''}`;
    const statement = this.#named ? kind : '';
    wire.daybookScopes ??= new Set();
    if (!this.#named || !wire.daybookScopes.has(statement)) {
      const text = `${isFixed ? fixedPlanSql : scopeSql}${isCostly ? costlySql : ''}`;
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
