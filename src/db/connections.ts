import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { type Limits, limitedQuery } from './scoped-query.ts';
import { refuseUnreplicatedCommits, warningSettings } from './unreplicated-commit.ts';
import { silentTimeouts } from './wire/batch.ts';
import { separateRows } from './wire/row-bytes.ts';

/**
 * Opens all connections to PostgreSQL and watches them. A peer can disappear without closing the connection, for
 * example if a firewall drops its state or a proxy hangs. Keep-alive detects a dead machine, timeouts in PostgreSQL
 * stop statements and idle transactions, and the watch closes connections whose response is overdue.
 */
export type Connections = {
  /** Options for a pool or a client. */
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
  min?: number;
};

export type ConnectionOptions = {
  url: string;
  name: string;
  /**
   * True behind a transaction pooler, where session settings do not persist. Timeouts are then sent with each
   * statement.
   */
  pooler: boolean;
  /** Statement timeout; 0 means no timeout. */
  statementMs: number;
  /** Lock timeout in milliseconds. */
  lockMs?: number;
  /** True for the heartbeat's connection. If it times out, other silent connections are closed as well. */
  isProbe?: boolean;
  /** How long opening a connection may take; for a pool, also the wait for a free one. */
  connectMs?: number;
  /** Number of idle connections that a pool keeps. They must be used at least once in `idleSessionMs`. */
  min?: number;
  /** More settings of the session. Ignored behind a pooler. */
  settings?: Record<string, string>;
};

/**
 * PostgreSQL ends a database transaction that is idle for this long. The process that began it must have died or lost
 * its connection, because our code never waits for the network inside a database transaction.
 */
export const idleInTransactionMs = 20_000;
/**
 * PostgreSQL closes a session after this idle time. The pools close idle connections after 10 s. The time here is
 * longer, so that a process that was suspended for a short time can still use its connections.
 */
const idleSessionMs = 300_000;
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5000 };
const sessionSettings = {
  ...warningSettings,
  idle_session_timeout: idleSessionMs,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 3,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 15_000,
};
export const connectWithinMs = 10_000;

/**
 * Timeouts are counted in ticks of this length, not by the clock. If the process is suspended and resumed, the clock
 * has jumped ahead, and a timeout by the clock would expire before the process could read the data that has arrived.
 */
const tickMs = 1000;
const probeTicks = 5;
/** How much longer than PostgreSQL's statement timeout a response may take. */
const graceTicks = 2;

export class SilentConnection extends Error {
  override name = 'SilentConnection';
  constructor() {
    super('Connection terminated: PostgreSQL did not respond in time');
  }
}

type Watched = {
  client: pg.Client;
  /** For one statement. */
  limitTicks: number;
  /** How much longer a response may take for each further statement of a batch. */
  statementTicks: number;
  isProbe: boolean;
  bytesRead: number;
  silentTicks: number;
  waitingTicks: number;
};
/** Internals of pg's client that are missing from its published types. */
type Inside = {
  connection: EventEmitter & { stream: { bytesRead: number; destroy(error?: Error): void } };
  readyForQuery?: boolean;
  _ending: boolean;
};
const inside = (client: pg.Client) => client as unknown as Inside;

export function createConnections(): Connections {
  const all = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function watch(client: pg.Client, { statementMs, isProbe = false }: ConnectionOptions): void {
    const statementTicks = isProbe ? 0 : Math.ceil(statementMs / tickMs);
    const ownTicks = statementMs === 0 ? Number.POSITIVE_INFINITY : statementTicks + graceTicks;
    const limitTicks = isProbe ? probeTicks : ownTicks;
    const watched = { client, limitTicks, statementTicks, isProbe, bytesRead: 0, silentTicks: 0, waitingTicks: 0 };
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
      const moreTicks = (silentTimeouts(one.client) - 1) * one.statementTicks;
      if (one.waitingTicks < one.limitTicks + moreTicks) continue;
      isProbeSilent ||= one.isProbe;
      drop(one);
    }
    if (!isProbeSilent) return;
    for (const one of all) if (one.silentTicks >= probeTicks - 1) drop(one);
  }

  const takeShard = createShards();
  const classes = new Map<string, typeof pg.Client>();
  /** One class per kind of connection, because pg's pool creates its clients from a class. */
  function classFor(wanted: ConnectionOptions): typeof pg.Client {
    const { pooler, statementMs, isProbe } = wanted;
    const kind = JSON.stringify({ pooler, statementMs, isProbe });
    const known = classes.get(kind);
    if (known) return known;
    const Base = pooler && statementMs > 0 ? limitedClient({ statementMs, idleInTransactionMs }) : pg.Client;
    class WatchedClient extends Base {
      constructor(config?: string | pg.ClientConfig) {
        const shard = takeShard();
        super(pooler || typeof config !== 'object' ? config : withShard(config, shard.number));
        separateRows(inside(this).connection);
        refuseUnreplicatedCommits(this);
        watch(this, wanted);
        this.once('end', shard.release);
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
        connectionTimeoutMillis: wanted.connectMs ?? connectWithinMs,
        ...keepAlive,
        Client: classFor(wanted) as unknown as new () => pg.ClientBase,
        ...(wanted.min !== undefined && { min: wanted.min }),
        ...(!wanted.pooler && sessionOptions(wanted)),
      };
    },
  };
}

/** Number of rows over which PostgreSQL spreads a counter that every writer changes (`company_count_shard`). */
const shards = 32;

/**
 * Numbers for connections, each in use only once as long as a process has at most `shards` connections. Processes start
 * at different numbers.
 */
function createShards(): () => { number: number; release: () => void } {
  const first = Math.floor(Math.random() * shards);
  const used = new Set<number>();
  return () => {
    let at = 0;
    while (used.has(at)) at++;
    used.add(at);
    return { number: (first + at) % shards, release: () => used.delete(at) };
  };
}

function withShard(config: pg.ClientConfig, shard: number): pg.ClientConfig {
  return { ...config, options: `${config.options ?? ''} -c daybook.shard=${shard}` };
}

function sessionOptions({ statementMs, lockMs, settings }: ConnectionOptions) {
  const options = Object.entries({ ...sessionSettings, ...(lockMs && { lock_timeout: lockMs }), ...settings }).map(
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
  // We are closing the connection, but the peer does not respond: destroy the socket.
  if (isEnding && one.silentTicks >= probeTicks) connection.stream.destroy();
}

function drop({ client }: Watched): void {
  dropSilent(client);
}

/** Closes a connection whose response is overdue. Its statement fails. */
export function dropSilent(client: pg.ClientBase): void {
  inside(client as pg.Client).connection.stream.destroy(new SilentConnection());
}

/**
 * Behind a pooler, each statement is sent together with its timeouts, in one database transaction and one round trip.
 */
function limitedClient(limits: Limits): typeof pg.Client {
  // pg's types declare six overloads of `query`. This type declares a single method that accepts any arguments, so that
  // one method can override it.
  const Base = pg.Client as unknown as new (
    config?: string | pg.ClientConfig,
  ) => {
    query(...given: unknown[]): unknown;
  };
  class LimitedClient extends Base {
    override query(config: unknown, ...rest: unknown[]): unknown {
      return limitedQuery((...given) => super.query(...given), limits, config, rest);
    }
  }
  return LimitedClient as unknown as typeof pg.Client;
}

/**
 * Opens a separate connection for one command, bypassing any pooler. It has no statement timeout, because a schema
 * change may take as long as it needs. Instead, a second connection checks whether PostgreSQL is still running the
 * statement.
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
  refuseUnreplicatedCommits(client);
  await client.connect();
  const watched: Watched = {
    ...{ client, limitTicks: 0, statementTicks: 0, isProbe: false },
    ...{ bytesRead: 0, silentTicks: 0, waitingTicks: 0 },
  };
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
    // The state is unknown. Assume that the statement is still running, and check again later.
    return true;
  } finally {
    await other.end().catch(() => {});
  }
}
