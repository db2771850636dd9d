import type pg from 'pg';
import { codeOf, queryCanceled } from './error-codes.ts';

/**
 * A standby of the database from which pages are read (`DAYBOOK_READ_DATABASE_URL`).
 *
 * A read from the standby never shows less than the primary had committed when the read began, whichever process or
 * client made the change. Before the read, the primary is asked for its position in the write-ahead log; the read then
 * waits on the standby until that position is replayed (SQL function `require_replayed`), in the same round trip and on
 * the same connection as the page's statement. So several standbys behind one address are no problem. If the standby is
 * too far behind, does not respond or belongs to an earlier primary, the primary serves the read.
 *
 * Never read lists with transaction ids (`List.pinned`) from a standby: there, `pg_current_snapshot()` lists no running
 * transactions.
 */
export type Replica = {
  /** What the primary has committed, or undefined if the standby has failed shortly before. */
  needed(): Promise<Position | undefined>;
  /** Takes the error of a read from the standby. Returns true if the primary should serve it instead. */
  isPassedOn(error: unknown): boolean;
  /** Counts a read by the server that served it. */
  count(server: 'replica' | 'primary'): void;
  counts(): Readonly<Record<'replica' | 'primary', number>>;
  pool: pg.Pool;
};

/** `lsn` is a position in the write-ahead log, `server` the `database_identity()` of the primary that wrote it. */
export type Position = { lsn: string; server: string };

/** How long a read waits on the standby for the primary's position. */
export const replayWaitMs = 20;
/** After this many reads in a row that the standby could not serve, the primary serves all for a while. */
const failuresMax = 3;
const restMs = 1000;

/** The code with which `require_replayed` refuses. */
export const notReplayed = 'DB001';

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

  return {
    pool,
    counts: () => counts,
    async needed() {
      return nowMs() < restsUntil ? undefined : position();
    },
    isPassedOn(error) {
      // The statement itself took too long, and would also on the primary.
      if (codeOf(error) === queryCanceled) return false;
      failures++;
      if (failures < failuresMax) return true;
      if (failures === failuresMax) onChange({ isUsed: false, error });
      restsUntil = nowMs() + restMs;
      return true;
    },
    count(server) {
      counts[server]++;
      if (server !== 'replica') return;
      if (failures >= failuresMax) onChange({ isUsed: true });
      failures = 0;
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
