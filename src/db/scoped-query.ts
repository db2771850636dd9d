import pg from 'pg';

/**
 * One statement of one account in one round trip, under row-level security (docs/decisions/0007).
 *
 * Parse/Bind/Execute of the scope and of the statement are sent before a single Sync: PostgreSQL runs everything up to
 * Sync in one implicit transaction, so the role and the account hold for exactly this statement and leave no trace on
 * the connection. Measured against BEGIN, set_config, statement, COMMIT: three round trips less.
 */
export const scopeSql =
  "select set_config('role', 'daybook_program', true), set_config('daybook.account_id', $1, true)";

const scopeName = 'daybook_scope';

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
  hasDaybookScope?: boolean;
};
type Handlers = {
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
type QueryConfig = { text: string; values: unknown[]; name?: string };
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (config: QueryConfig, values: undefined, callback: Callback) => Handlers;

class ScopedQuery extends Query {
  readonly #accountId: string;
  readonly #named: boolean;
  #scopeSet = false;

  constructor(accountId: string, config: QueryConfig, callback: Callback) {
    super(config, undefined, callback);
    this.#accountId = accountId;
    this.#named = config.name !== undefined;
  }

  override prepare(wire: Wire): void {
    const statement = this.#named ? scopeName : '';
    if (!this.#named || !wire.hasDaybookScope) {
      wire.parse({ text: scopeSql, name: statement });
      if (this.#named) wire.hasDaybookScope = true;
    }
    wire.bind({ portal: '', statement, values: [this.#accountId], valueMapper: (value) => value });
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

export function runScoped(
  client: pg.ClientBase,
  options: { accountId: string; text: string; values: unknown[]; name?: string },
): Promise<pg.QueryResult> {
  const { accountId, ...config } = options;
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new ScopedQuery(accountId, config, callback) as unknown as pg.Submittable);
  });
}
