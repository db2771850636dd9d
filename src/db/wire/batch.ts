import pg from 'pg';
import { sendTogether } from './send-together.ts';

/**
 * Sends several statements before a single Sync, that is, in one round trip. PostgreSQL skips the rest of a batch after
 * an error, so a batch that ends with COMMIT commits everything or nothing, and so does a batch outside of a transaction,
 * which Sync commits.
 */
export type BatchPart = { text: string; values: unknown[]; name?: string };

/** What a statement of a batch returned. */
export type PartResult = { command: string; rowCount: number | null; rows: Row[] };
type Row = Record<string, unknown>;

/** The part of pg's connection and of its Query class that is used here. pg's published types do not include it. */
type Wire = {
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message?: undefined): void;
  sync(): void;
  _send(message: Buffer): void;
  parsedStatements: Record<string, string>;
  /** Columns of the named statements that were part of a batch on this connection. */
  daybookBatchColumns?: Map<string, Column[]>;
};
type Column = { name: string; parse(value: string): unknown };
type Callback = (error: Error | undefined, results: PartResult[]) => void;
type Handlers = {
  requiresPreparation(): boolean;
  prepare(wire: Wire): void;
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(message: { text: string }, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};
const Query = pg.Query as unknown as new (config: string, values: undefined, callback: Callback) => Handlers;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/**
 * Does not use pg's own results: they would describe the columns of every statement again and again, and create a Query
 * for each.
 */
class Batch extends Query {
  readonly #parts: readonly BatchPart[];
  readonly #callback: Callback;
  readonly #results: PartResult[] = [];
  #rows: Row[] = [];
  /** Columns of the statement whose result arrives next; undefined until PostgreSQL has described them. */
  #columns: Column[] | undefined;
  #known: Map<string, Column[]> = new Map();
  /** Names of the statements that this batch prepares. */
  readonly #parsing = new Set<string>();
  #error: Error | undefined;

  constructor(parts: readonly BatchPart[], callback: Callback) {
    super(parts[0]?.text ?? '', undefined, callback);
    this.#parts = parts;
    this.#callback = callback;
  }

  /** True if a named statement is parsed for the first time on this connection. */
  get isParsing(): boolean {
    return this.#parsing.size > 0;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    wire.daybookBatchColumns ??= new Map();
    this.#known = wire.daybookBatchColumns;
    this.#columns = this.#columnsOf(0);
    // If a value cannot be sent, nothing is: outside of a transaction, Sync would commit the statements before it.
    try {
      sendTogether(wire, () => {
        for (const part of this.#parts) this.#sendPart(wire, part);
        wire.sync();
      });
    } catch (error) {
      this.#error = error as Error;
      wire.sync();
    }
  }

  #sendPart(wire: Wire, { text, values, name = '' }: BatchPart): void {
    if (wire.parsedStatements[name] === undefined && !this.#parsing.has(name)) {
      wire.parse({ text, name });
      if (name !== '') this.#parsing.add(name);
    }
    wire.bind({ statement: name, values, valueMapper: prepareValue });
    // The columns of a prepared statement cannot change, so PostgreSQL describes them only once per connection.
    if (!this.#known.has(name)) wire.describe({ type: 'P', name: '' });
    wire.execute();
  }

  #columnsOf(part: number): Column[] | undefined {
    return this.#known.get(this.#parts[part]?.name ?? '');
  }

  override handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }));
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#error) return;
    try {
      const row: Row = {};
      this.#columns?.forEach(({ name, parse }, at) => {
        const value = fields[at] ?? null;
        row[name] = value === null ? null : parse(value);
      });
      this.#rows.push(row);
    } catch (error) {
      this.#error = error as Error;
    }
  }

  override handleCommandComplete({ text }: { text: string }): void {
    // For example "COMMIT", "SELECT 1", "INSERT 0 1", "CREATE TABLE".
    const [, command = '', count] = /^(\w+).*?(?: (\d+))?$/.exec(text) ?? [];
    const part = this.#results.push({
      command,
      rowCount: count === undefined ? null : Number(count),
      rows: this.#rows,
    });
    const { name } = this.#parts[part - 1] ?? {};
    if (name !== undefined) this.#known.set(name, this.#columns ?? []);
    this.#rows = [];
    this.#columns = this.#columnsOf(part);
  }

  override handleReadyForQuery(wire: Wire): void {
    if (this.#error) {
      this.#callback(this.#error, []);
      return;
    }
    // Record that the named statements are now prepared. pg records this only for the query itself, and a batch has no
    // name.
    for (const { name, text } of this.#parts) if (name && this.#parsing.has(name)) wire.parsedStatements[name] = text;
    this.#callback(undefined, this.#results);
  }

  override handleError(error: Error): void {
    this.#callback(this.#error ?? error, []);
  }
}

/** Connections on which pg may be wrong about which statements are prepared. */
const uncertain = new WeakSet<pg.ClientBase>();

/**
 * PostgreSQL does not know the statement (26000), or the statement's columns have changed (0A000). pg would go on using
 * the statement.
 */
const staleCodes = ['26000', '0A000'];

/**
 * Marks the connection if a named statement has failed in a way that leaves pg wrong about it. If a value cannot be
 * sent, pg itself closes the statement, and the error is not one of PostgreSQL.
 */
export function markIfUncertain(client: pg.ClientBase, error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || staleCodes.includes(error.code ?? '')) uncertain.add(client);
}

/** Returns true if the connection must be closed. */
export function isUncertain(client: pg.ClientBase): boolean {
  return uncertain.has(client);
}

/** How many statements of the running batch may each take as long as the statement timeout. */
const longStatements = new WeakMap<pg.ClientBase, number>();

/** PostgreSQL responds only at the end of a batch, so it may be silent for this many statement timeouts. */
export function silentTimeouts(client: pg.ClientBase): number {
  return longStatements.get(client) ?? 1;
}

/**
 * Returns the results in the order of the statements. `longCount` is the number of statements that may take long;
 * others, such as BEGIN, take no time.
 */
export function runBatch(
  client: pg.ClientBase,
  parts: readonly BatchPart[],
  { longCount = 1 }: { longCount?: number } = {},
): Promise<PartResult[]> {
  longStatements.set(client, longCount);
  return new Promise((resolve, reject) => {
    const batch: Batch = new Batch(parts, (error, results) => {
      longStatements.delete(client);
      if (!error) {
        resolve(results);
        return;
      }
      if (batch.isParsing) uncertain.add(client);
      else markIfUncertain(client, error);
      reject(error);
    });
    client.query(batch as unknown as pg.Submittable);
  });
}
