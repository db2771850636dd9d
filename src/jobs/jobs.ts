import type { Kysely } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';

/**
 * The boundary to the engine. A job is a name and ids; the reason for it is a row. It is enqueued in the transaction
 * that made the reason, and running it twice must be harmless: "the row is gone" is success.
 */
export type Job<Data extends object> = {
  name: string;
  data?: Data;
  /** While a job of the same key waits in the queue, another one is not added. Only for queues of `ensureQueues`. */
  key?: (data: Data) => string;
  /** Whose job it is: a handler's `perGroup` counts by it. */
  group?: (data: Data) => string;
};

export function defineJob<Data extends object>(
  name: string,
  key?: (data: Data) => string,
  group?: (data: Data) => string,
): Job<Data> {
  return { name, ...(key && { key }), ...(group && { group }) };
}

export type Jobs = {
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data): Promise<void>;
  /** Many jobs in one statement, in a transaction of one account or of the owner. */
  enqueueAll<Data extends object>(executor: Kysely<Tables>, job: Job<Data>, datas: readonly Data[]): Promise<void>;
};

/** What a job that takes long looks at between its steps: the process is about to stop, or to pause. */
export type Running = { isStopping(): boolean };

/** What a worker runs. `cron` starts it without anybody asking. */
export type JobHandler = {
  name: string;
  run(data: object, running: Running): Promise<void>;
  /** Jobs of this name run side by side in one process. */
  concurrency: number;
  /** As many of them may be of one group; jobs of others are taken past those that wait for it. */
  perGroup?: number;
  cron?: string;
};

export function handle<Data extends object>(
  job: Job<Data>,
  options: { concurrency: number; perGroup?: number; cron?: string },
  run: (data: Data, running: Running) => Promise<void>,
): JobHandler {
  return { name: job.name, ...options, run: (data, running) => run(data as Data, running) };
}
