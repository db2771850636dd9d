import type { Log } from './log.ts';

/**
 * Collects rows in memory and writes them in batches, about once a second. Adding a row never waits and never throws. If
 * the rows cannot be written and the buffer is full, new rows are dropped and counted.
 */
export type BatchWriter<Row> = {
  add(row: Row): void;
  /** Writes everything that has been added so far. Resolves also if that fails. */
  flush(): Promise<void>;
  counts(): WriterCounts;
  /** Writes the rest. Rows that cannot be written within 3 seconds are dropped. */
  stop(): Promise<void>;
};

export type WriterCounts = { written: number; dropped: number };

export type BatchWriterOptions<Row> = {
  /** For the log. */
  name: string;
  log: Log;
  /** `isAgain`: an earlier attempt failed, and some of these rows may already be stored. */
  write(rows: readonly Row[], options: { isAgain: boolean }): Promise<void>;
  /** Whether a later attempt can succeed. Otherwise, the batch is dropped. */
  isWorthRepeating(error: unknown): boolean;
  rowsMax?: number;
  batchMax?: number;
  everyMs?: number;
};

const stopWithinMs = 3000;
const warnEveryMs = 60_000;

export function createBatchWriter<Row>({
  name,
  log,
  write,
  isWorthRepeating,
  rowsMax = 20_000,
  batchMax = 2000,
  everyMs = 1000,
}: BatchWriterOptions<Row>): BatchWriter<Row> {
  const counts: WriterCounts = { written: 0, dropped: 0 };
  let waiting: Row[] = [];
  /** The batch that is being written, or that could not be written. */
  let taken: Row[] = [];
  let isAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;

  function drop(rows: number, error?: unknown): void {
    counts.dropped += rows;
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    log.warn(
      { err: error, dropped: counts.dropped, rows: name },
      'rows of a log could not be written and were dropped',
    );
  }

  /** Writes one batch. Returns false if it failed and is kept. */
  async function writeBatch(): Promise<boolean> {
    if (taken.length === 0) {
      taken = waiting.length <= batchMax ? waiting : waiting.slice(0, batchMax);
      waiting = waiting.length <= batchMax ? [] : waiting.slice(batchMax);
    }
    try {
      await write(taken, { isAgain });
      counts.written += taken.length;
    } catch (error) {
      isAgain = isWorthRepeating(error);
      if (isAgain) return false;
      drop(taken.length, error);
    }
    taken = [];
    isAgain = false;
    return true;
  }

  async function writeAll(): Promise<void> {
    while (taken.length + waiting.length > 0) if (!(await writeBatch())) break;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (taken.length + waiting.length > 0) schedule();
    });
    return writing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  }

  return {
    add(row) {
      if (waiting.length + taken.length >= rowsMax) return drop(1);
      waiting.push(row);
      if (timer === undefined && writing === undefined) schedule();
    },
    // Rows may have been added while a batch was being written.
    flush: async () => {
      await writing;
      await flush();
    },
    counts: () => counts,
    async stop() {
      clearTimeout(timer);
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopWithinMs).unref());
      await Promise.race([flush().then(() => flush()), late]);
      clearTimeout(timer);
      const rest = taken.length + waiting.length;
      if (rest > 0) drop(rest);
      waiting = [];
    },
  };
}
