import pg from 'pg';
import { limitedQuery } from './scoped-query.ts';

/**
 * How every connection to PostgreSQL is opened, and a watch over all of a process. A peer can be gone without a word (a
 * firewall that forgets, a proxy that hangs): keep-alive notices a dead machine, limits in PostgreSQL end what runs or
 * waits too long there, and the watch ends connections on which an answer is overdue.
 */
export type Connections = {
  /** For a pool or a client. */
  options(wanted: ConnectionOptions): PoolOptions;
};

type PoolOptions = {
  connectionString: string;
  application_name: string;
  connectionTimeoutMillis: number;
  keepAlive: boolean;
  keepAliveInitialDelayMillis: number;
  Client: new () => pg.ClientBase;
  statement_timeout?: number;
  idle_in_transaction_session_timeout?: number;
  options?: string;
};

export type ConnectionOptions = {
  url: string;
  name: string;
  /** Behind a transaction pooler no session has settings of its own: limits are sent with each statement. */
  pooler: boolean;
  /** Longest time of one statement; 0: no limit. */
  statementMs: number;
  /** Longest wait for a lock on a table. */
  lockMs?: number;
  /** The connection that the heartbeat runs on: when it falls silent, the others are taken for silent too. */
  isProbe?: boolean;
};

/** A transaction in which nothing happens for so long has lost its client. Nobody waits for the network inside one. */
export const idleInTransactionMs = 20_000;
/** Pools close their own idle connections after 10 s. Longer than a process may stand still and still use them afterwards. */
const idleSessionMs = 300_000;
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5000 };
const sessionSettings = {
  idle_session_timeout: idleSessionMs,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 3,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 15_000,
};
export const connectWithinMs = 10_000;

/** Counted in ticks and not by the clock: a process that stood still must first read what came meanwhile. */
const tickMs = 1000;
const probeTicks = 5;
/** How much longer than PostgreSQL's own limit an answer may take. */
const graceTicks = 2;

export class SilentConnection extends Error {
  override name = 'SilentConnection';
  constructor() {
    super('Connection terminated: PostgreSQL has not answered in time');
  }
}

type Watched = {
  client: pg.Client;
  limitTicks: number;
  isProbe: boolean;
  bytesRead: number;
  silentTicks: number;
  waitingTicks: number;
};
/** The parts of pg's client that its published types leave out. */
type Inside = {
  connection: { stream: { bytesRead: number; destroy(error?: Error): void } };
  readyForQuery?: boolean;
  _ending: boolean;
};
const inside = (client: pg.Client) => client as unknown as Inside;

export function createConnections(): Connections {
  const all = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function watch(client: pg.Client, { statementMs, isProbe = false }: ConnectionOptions): void {
    const ownTicks = statementMs === 0 ? Number.POSITIVE_INFINITY : Math.ceil(statementMs / tickMs) + graceTicks;
    const limitTicks = isProbe ? probeTicks : ownTicks;
    const watched = { client, limitTicks, isProbe, bytesRead: 0, silentTicks: 0, waitingTicks: 0 };
    all.add(watched);
    timer ??= setInterval(tick, tickMs).unref();
    client.once('end', () => {
      all.delete(watched);
      if (all.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  }

  function tick(): void {
    let isProbeSilent = false;
    for (const one of all) {
      count(one);
      if (one.waitingTicks < one.limitTicks) continue;
      isProbeSilent ||= one.isProbe;
      drop(one);
    }
    if (!isProbeSilent) return;
    for (const one of all) if (one.silentTicks >= probeTicks - 1) drop(one);
  }

  const classes = new Map<string, typeof pg.Client>();
  /** One class per kind of connection: pg's pool makes its clients by itself, from a class. */
  function classFor(wanted: ConnectionOptions): typeof pg.Client {
    const { pooler, statementMs, isProbe } = wanted;
    const kind = JSON.stringify({ pooler, statementMs, isProbe });
    const known = classes.get(kind);
    if (known) return known;
    class WatchedClient extends pg.Client {
      constructor(config?: string | pg.ClientConfig) {
        super(config);
        watch(this, wanted);
        if (pooler && statementMs > 0) sendLimits(this, statementMs);
      }
    }
    classes.set(kind, WatchedClient);
    return WatchedClient;
  }

  return {
    options(wanted) {
      return {
        connectionString: wanted.url,
        application_name: wanted.name,
        connectionTimeoutMillis: connectWithinMs,
        ...keepAlive,
        Client: classFor(wanted) as unknown as new () => pg.ClientBase,
        ...(!wanted.pooler && sessionOptions(wanted)),
      };
    },
  };
}

function sessionOptions({ statementMs, lockMs }: ConnectionOptions) {
  const options = Object.entries({ ...sessionSettings, ...(lockMs && { lock_timeout: lockMs }) }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  return {
    ...(statementMs > 0 && { statement_timeout: statementMs }),
    idle_in_transaction_session_timeout: idleInTransactionMs,
    options: options.join(' '),
  };
}

function count(one: Watched): void {
  const { connection, readyForQuery, _ending: isEnding } = inside(one.client);
  const { bytesRead } = connection.stream;
  const isSilent = bytesRead === one.bytesRead;
  one.bytesRead = bytesRead;
  one.silentTicks = isSilent ? one.silentTicks + 1 : 0;
  one.waitingTicks = isSilent && readyForQuery === false ? one.waitingTicks + 1 : 0;
  // A goodbye that the peer does not answer.
  if (isEnding && one.silentTicks >= probeTicks) connection.stream.destroy();
}

function drop({ client }: Watched): void {
  inside(client).connection.stream.destroy(new SilentConnection());
}

/** Behind a pooler, each statement brings its limits, in its own transaction and in the same round trip. */
function sendLimits(client: pg.Client, statementMs: number): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query: (config: unknown, ...rest: unknown[]) =>
      limitedQuery(query, { statementMs, idleInTransactionMs }, config, rest),
  });
}

/**
 * A connection of its own for one command, past any pooler. Without a limit of time: a schema change may take as long as
 * it needs. Whether PostgreSQL still works on a statement is therefore asked on a second connection.
 */
export async function openClient(options: { url: string; name: string }): Promise<pg.Client> {
  const config = {
    connectionString: options.url,
    application_name: options.name,
    connectionTimeoutMillis: connectWithinMs,
    ...keepAlive,
  };
  const settings = { ...sessionSettings, idle_session_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 };
  const text = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const client = new pg.Client({ ...config, options: text.join(' ') });
  client.on('error', () => {});
  await client.connect();
  const watched = { client, limitTicks: 0, isProbe: false, bytesRead: 0, silentTicks: 0, waitingTicks: 0 };
  const timer = setInterval(async () => {
    count(watched);
    if (watched.waitingTicks > 0 && !(await isAtWork(config, client))) drop(watched);
  }, lookMs).unref();
  client.once('end', () => clearInterval(timer));
  return client;
}

const lookMs = 10_000;

async function isAtWork(config: pg.ClientConfig, client: pg.Client): Promise<boolean> {
  const { processID: pid } = client as unknown as { processID: number };
  const other = new pg.Client({ ...config, query_timeout: connectWithinMs });
  other.on('error', () => {});
  try {
    await other.connect();
    const { rows } = await other.query('select state from pg_stat_activity where pid = $1', [pid]);
    return rows[0]?.state === 'active' || inside(client).readyForQuery === true;
  } catch {
    // Nobody can tell; the next look may.
    return true;
  } finally {
    await other.end().catch(() => {});
  }
}
