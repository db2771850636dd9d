import pg from 'pg';
import { refuseUnreplicatedCommits, warningSettings } from '../../../db/unreplicated-commit.ts';

/**
 * A PostgreSQL session that bypasses any connection pooler, because advisory locks and LISTEN belong to the session. If
 * the client or the server disappears silently, the other side notices within about ten seconds.
 */
export type LaneConnection = {
  /** The process id of the session in PostgreSQL. */
  readonly pid: string;
  /**
   * Returns rows whose values are texts. Most values are only passed back to PostgreSQL, and parsing them would take
   * longer than reading them.
   */
  query<T extends Row>(statement: Statement<T>, values?: readonly unknown[]): Promise<T[]>;
  end(): Promise<void>;
};

/** A statement that is prepared under its name, once per session. */
export type Statement<T extends Row = Row> = { name: string; text: string; row?: T };
export type Row = Record<string, string | null>;

/** Query plans are made once, possibly on empty tables. These settings rule out plans that are slow on full tables. */
const sessionSettings = {
  ...warningSettings,
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_material: 'off',
  enable_memoize: 'off',
  jit: 'off',
  timezone: 'UTC',
  statement_timeout: '10000',
  // The heartbeat runs every 4 s. If the heartbeat stops, PostgreSQL closes the session and so releases its lanes. This
  // works even behind a proxy that answers every TCP keep-alive.
  idle_session_timeout: '15000',
  tcp_keepalives_idle: '4',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};

/** The `application_name` of the session that holds a worker's lanes. */
export const lanesSession = 'daybook lanes';

const heartbeatMs = 4000;
const answerWithinMs = 6000;
/**
 * PostgreSQL itself cancels long statements (`statement_timeout`). This limit is for the case that the server does not
 * respond at all.
 */
const queryTimeoutMs = 12_000;

const asText = { getTypeParser: () => (text: unknown) => text };

export type ConnectionOptions = {
  url: string;
  name: string;
  onNotification?: { channel: string; run: (payload: string) => void };
  /** Called once when the session is lost. Not called after `end`. */
  onLost: (error: Error) => void;
};
export type OpenConnection = (options: ConnectionOptions) => Promise<LaneConnection>;

export async function openLaneConnection(options: ConnectionOptions): Promise<LaneConnection> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: options.name,
    connectionTimeoutMillis: 5000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 4000,
  });
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const lose = (error: Error) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    // Destroys the socket, because `client.end` would send a message to a server that may be gone.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    options.onLost(error);
  };
  refuseUnreplicatedCommits(client);
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection was closed')));
  await client.connect();
  try {
    const settings = Object.entries(sessionSettings);
    await client.query(
      `select ${settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`).join()}`,
      [...settings.flat()],
    );
    const { onNotification } = options;
    if (onNotification) {
      client.on('notification', ({ payload }) => onNotification.run(payload ?? ''));
      await client.query(`listen ${onNotification.channel}`);
    }
  } catch (error) {
    isOver = true;
    await client.end().catch(() => {});
    throw error;
  }

  /** Runs one query at a time, because pg has deprecated its implicit query queue. */
  let last: Promise<unknown> = Promise.resolve();
  let inFlight = 0;
  let hasAnswered = false;
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    inFlight++;
    const turn = last.then(run);
    last = turn
      .then(
        () => {
          hasAnswered = true;
        },
        () => {},
      )
      .finally(() => {
        inFlight--;
      });
    return turn;
  }

  /** Not needed if a query was answered since the last one, and none waits for its answer. */
  async function beat(): Promise<void> {
    const isAlive = hasAnswered && inFlight === 0;
    hasAnswered = false;
    if (isAlive) return;
    const late = setTimeout(() => lose(new Error('PostgreSQL did not answer in time')), answerWithinMs);
    await inTurn(() => client.query('select 1')).catch(lose);
    clearTimeout(late);
    hasAnswered = false;
  }
  timer = setInterval(beat, heartbeatMs);

  return {
    // The types of pg do not declare `processID`.
    pid: String((client as unknown as { processID: number }).processID),
    async query<T extends Row>({ name, text }: Statement<T>, values: readonly unknown[] = []) {
      if (isOver) throw new Error('the connection is lost');
      try {
        const { rows } = await inTurn(() => client.query<T>({ name, text, values: [...values], types: asText }));
        return rows;
      } catch (error) {
        // An error without a code did not come from PostgreSQL, so the state of the session is unknown.
        if ((error as { code?: string }).code === undefined) lose(error as Error);
        throw error;
      }
    },
    async end() {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      await client.end().catch(() => {});
    },
  };
}
