import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { readCpuMs, startCpuClock } from '../cpu-time.ts';

/**
 * What some units of work cost: CPU time of Node and of PostgreSQL, and write-ahead log; and the blocks of 8 kB that
 * PostgreSQL had to get from the operating system, because they were not in its own memory (NaN where Linux does not
 * tell). `walFullPages` are the bytes of whole pages in the log: PostgreSQL writes a page when it changes it for the
 * first time after a checkpoint, so they depend on how many pages the rows are spread over.
 */
export type Cost = {
  units: number;
  nodeMs: number;
  postgresMs: number;
  walBytes: number;
  walFullPages: number;
  blocksRead: number;
};

export type Measured = {
  pool: pg.Pool;
  /** The processes whose CPU time counts as Node's. */
  pids: readonly number[];
  /** Reads write no log: what is measured is that of autovacuum and other processes, and counts as 0. */
  isRead?: boolean;
};

/**
 * Runs the work and returns its cost for `units` units. CPU time is read from /proc, so it hardly depends on what else
 * the machine does.
 */
export async function measureCost(
  { pool, pids, isRead = false }: Measured,
  units: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const before = await readWal(pool);
  const [node, postgres] = [startCpuClock(pids), await startPostgresClock(pool)];
  await work();
  const nodeMs = node();
  const { postgresMs, blocksRead } = await postgres();
  if (isRead) return { units, nodeMs, postgresMs, blocksRead, walBytes: 0, walFullPages: 0 };
  const walBytes = (await readWal(pool)).bytes - before.bytes;
  return { units, nodeMs, postgresMs, blocksRead, walBytes, walFullPages: await readFullPages(pool, before.lsn) };
}

/** Includes what PostgreSQL writes in the background, but not autovacuum, which also works off the seeding. */
async function startPostgresClock(pool: pg.Pool): Promise<() => Promise<Pick<Cost, 'postgresMs' | 'blocksRead'>>> {
  const before = await readPids(pool);
  const clock = startCpuClock(before);
  const blocksBefore = new Map(before.map((pid) => [pid, readBlocks(pid)]));
  return async () => {
    const postgresMs = clock();
    const pids = await readPids(pool);
    const opened = pids.filter((pid) => !before.includes(pid));
    return {
      postgresMs: postgresMs + opened.reduce((sum, pid) => sum + (readCpuMs(pid) ?? 0), 0),
      blocksRead: pids.reduce((sum, pid) => sum + readBlocks(pid) - (blocksBefore.get(pid) ?? 0), 0),
    };
  };
}

function readBlocks(pid: number): number {
  try {
    return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]) / 8192;
  } catch {
    return Number.NaN;
  }
}

async function readPids(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(`select pid from pg_stat_activity
    where backend_type in ('client backend', 'walwriter', 'background writer', 'checkpointer', 'io worker')`);
  return rows.map(({ pid }) => pid);
}

async function readWal(pool: pg.Pool): Promise<{ bytes: number; lsn: string }> {
  const { rows } = await pool.query<{ bytes: number; lsn: string }>(
    "select pg_wal_lsn_diff(lsn, '0/0')::float8 as bytes, lsn::text from pg_current_wal_insert_lsn() lsn",
  );
  return rows[0] ?? { bytes: Number.NaN, lsn: '0/0' };
}

/** From the log itself: pg_stat_wal gets the figures of a connection up to 10 s late. */
async function readFullPages(pool: pg.Pool, from: string): Promise<number> {
  await pool.query('create extension if not exists pg_walinspect');
  const { rows } = await pool.query<{ bytes: number }>(
    'select sum(fpi_size)::float8 as bytes from pg_get_wal_stats($1::pg_lsn, pg_current_wal_flush_lsn())',
    [from],
  );
  return rows[0]?.bytes ?? Number.NaN;
}
