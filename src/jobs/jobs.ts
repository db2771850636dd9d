import type { Tx } from '../db/db.ts';

/**
 * The boundary to the engine. A job is a name and ids; the reason for it is a row. It is enqueued in the transaction
 * that made the reason, and running it twice must be harmless: "the row is gone" is success.
 */
export type Job<Data extends object> = { name: string; data?: Data };

export function defineJob<Data extends object>(name: string): Job<Data> {
  return { name };
}

export type Jobs = {
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data): Promise<void>;
};

/** What a worker runs. `cron` starts it without anybody asking. */
export type JobHandler = {
  name: string;
  run(data: object): Promise<void>;
  /** Jobs of this name run side by side in one process. */
  concurrency: number;
  cron?: string;
};

export function handle<Data extends object>(
  job: Job<Data>,
  options: { concurrency: number; cron?: string },
  run: (data: Data) => Promise<void>,
): JobHandler {
  return { name: job.name, ...options, run: (data) => run(data as Data) };
}
