import type pg from 'pg';
import { ApiError } from '../base/errors.ts';
import { codeOf, queryCanceled } from './error-codes.ts';

/**
 * A standby of the database from which pages are read (`DAYBOOK_READ_DATABASE_URL`).
 *
 * A read from the standby never shows less than the primary had committed when the read began, whichever process or
 * client made the change. Before the read, the primary is asked for its position in the write-ahead log; the read then
 * waits on the standby until that position is replayed (SQL function `require_replayed`), in the same round trip and on
 * the same connection as the page's statement. So several standbys behind one address are no problem. If the standby is
 * too far behind, does not respond or belongs to an earlier primary, the read fails with `StandbyUnready`, and the whole
 * request is repeated on the primary (http/read-from-standby.ts). A request never mixes the two servers: with
 * synchronous replication, the standby can be ahead of what the primary shows.
 *
 * Never read lists with transaction ids (`List.pinned`) from a standby: there, `pg_current_snapshot()` lists no running
 * transactions.
 */
export type Replica = {
  /** What the primary has committed. Throws `StandbyUnready` if the standby has failed shortly before. */
  needed(): Promise<Position>;
  /** Takes the error of a read from the standby. Returns what to throw instead. */
  explain(error: unknown): unknown;
  /** Counts a statement that the standby has served, or a request that was passed on to the primary. */
  count(server: 'replica' | 'primary'): void;
  counts(): Readonly<Record<'replica' | 'primary', number>>;
  pool: pg.Pool;
};

/** `lsn` is a position in the write-ahead log, `server` the `database_identity()` of the primary that wrote it. */
export type Position = { lsn: string; server: string };

/** The standby cannot serve a read at the moment. */
export class StandbyUnready extends Error {
  override name = 'StandbyUnready';
  constructor(cause?: unknown) {
    super('The standby is not ready for this read.', { cause });
  }
}

/** How long a read waits on the standby for the primary's position. */
export const replayWaitMs = 20;
/** How long a connection to the standby may take, and how long its first answer: that the position is replayed. */
export const replicaConnectMs = 500;
export const replicaReplyMs = 1000;
/** After this many reads in a row that the standby could not serve, the primary serves all for a while. */
const failuresMax = 3;
/** How long. It doubles with each trial, up to the longest. */
const rest = { first: 1000, longest: 30_000 } as const;

/** The code with which `require_replayed` refuses. */
export const notReplayed = 'DB001';
/** Conflicts with replay, a server that is starting or stopping, a lost prepared statement, an older schema. */
const unreadyCodes = /^(DB001|40001|40P01|57P0\d|08\w{3}|53\w{3}|25006|25P03|26000|0A000|42883|42P01|42703|XX\w{3})$/;

export function createReplica(options: {
  pool: pg.Pool;
  /** Asks the primary. */
  readPosition: () => Promise<Position>;
  onChange: (change: { isUsed: boolean; error?: unknown }) => void;
  /** For tests. */
  nowMs?: () => number;
}): Replica {
  const { pool, onChange, nowMs = () => performance.now() } = options;
  const position = shareRuns(options.readPosition);
  const counts = { replica: 0, primary: 0 };
  let failures = 0;
  let restsUntil = 0;
  let restMs: number = rest.first;

  return {
    pool,
    counts: () => counts,
    async needed() {
      if (failures >= failuresMax) {
        if (nowMs() < restsUntil) throw new StandbyUnready();
        // After the rest, one read tries. The primary serves all others until it has succeeded.
        restMs = Math.min(rest.longest, restMs * 2);
        restsUntil = nowMs() + restMs;
      }
      return position();
    },
    explain(error) {
      const code = codeOf(error);
      // The statement itself took too long or was wrong, or a limit of this process refused it: the primary would do the
      // same.
      if (error instanceof ApiError || code === queryCanceled) return error;
      if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !unreadyCodes.test(code)) return error;
      failures++;
      if (failures === failuresMax) {
        onChange({ isUsed: false, error });
        restsUntil = nowMs() + restMs;
      }
      return new StandbyUnready(error);
    },
    count(server) {
      counts[server]++;
      if (server !== 'replica') return;
      if (failures >= failuresMax) onChange({ isUsed: true });
      failures = 0;
      restMs = rest.first;
    },
  };
}

/**
 * Calls that arrive while a run is under way share the next one, so that each gets the result of a run that began after
 * its call, and never more than one run is under way.
 */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const own = run().finally(() => {
      if (current === own) current = undefined;
    });
    current = own;
    return own;
  };
  return () => {
    if (next) return next;
    if (!current) return start();
    const isOver = current.then(
      () => {},
      () => {},
    );
    next = isOver.then(start);
    return next;
  };
}
