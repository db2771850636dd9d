import pg from 'pg';

/**
 * Sends several statements before a single Sync, that is, in one round trip. PostgreSQL skips the rest of a batch after
 * an error, so a batch that ends with COMMIT commits everything or nothing.
 */
export type BatchPart = { text: string; values: unknown[]; name?: string };

/** The part of pg's connection and of its Query class that is used here. pg's published types do not include it. */
type Wire = {
  sync(): void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};
type Callback = (error: Error | undefined, results: pg.QueryResult | pg.QueryResult[]) => void;
type Handlers = {
  requiresPreparation(): boolean;
  prepare(wire: Wire): void;
  hasBeenParsed(wire: Wire): boolean;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};
const Query = pg.Query as unknown as new (
  config: { text: string; values?: unknown[]; name?: string },
  values: undefined,
  callback: Callback,
) => Handlers;

class Batch extends Query {
  readonly #parts: readonly BatchPart[];
  #valueError: Error | undefined;
  /** True if a named statement is parsed for the first time on this connection. */
  isParsing = false;

  constructor(parts: readonly BatchPart[], callback: Callback) {
    super({ text: parts[0]?.text ?? '' }, undefined, callback);
    this.#parts = parts;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    const withoutSync: Wire = Object.create(wire, { sync: { value: () => {} } });
    for (const part of this.#parts) {
      const query = new Query(part, undefined, (error) => {
        this.#valueError = error;
      });
      if (part.name !== undefined && !query.hasBeenParsed(wire)) this.isParsing = true;
      // pg's own messages: Parse (unless the statement has a name and was parsed before), Bind, Describe, Execute.
      query.prepare(withoutSync);
      // This statement has a value that cannot be sent. The statements after it must not run either, above all not a
      // COMMIT.
      if (this.#valueError) break;
    }
    wire.sync();
  }

  override handleReadyForQuery(wire: Wire): void {
    if (this.#valueError) {
      this.handleError(this.#valueError, wire);
      return;
    }
    // Record that the named statements are now prepared. pg records this only for the query itself, and a batch has no
    // name.
    for (const { name, text } of this.#parts) {
      if (name === undefined) continue;
      wire.parsedStatements[name] = text;
      delete wire.submittedNamedStatements[name];
    }
    super.handleReadyForQuery(wire);
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

/** Returns the results in the order of the statements. */
export function runBatch(client: pg.ClientBase, parts: readonly BatchPart[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const batch: Batch = new Batch(parts, (error, results) => {
      if (!error) {
        resolve(Array.isArray(results) ? results : [results]);
        return;
      }
      if (batch.isParsing) uncertain.add(client);
      else markIfUncertain(client, error);
      reject(error);
    });
    client.query(batch as unknown as pg.Submittable);
  });
}
