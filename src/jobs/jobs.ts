import type { Kysely } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';

/**
 * The interface to the job engine. A job consists of a name and ids; a database row is the reason for it. It is
 * enqueued in the transaction that writes this row. Jobs must be idempotent: if the row is gone, the job succeeds.
 */
export type Job<Data extends object> = {
  name: string;
  data?: Data;
  /** While a job with the same key is waiting, no other one is added. Only for queues of `ensureQueues`. */
  key?: (data: Data) => string;
  /** Group of the job, for a handler's `perGroup` limit. */
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
  /** Enqueues many jobs in one statement, in a transaction of an account or of the database owner. */
  enqueueAll<Data extends object>(executor: Kysely<Tables>, job: Job<Data>, datas: readonly Data[]): Promise<void>;
};

/** A long job checks this between its steps: true if the process is about to stop or pause. */
export type Running = { isStopping(): boolean };

/** What a worker runs for a job name. `cron` also starts it on a schedule. */
export type JobHandler = {
  name: string;
  run(data: object, running: Running): Promise<void>;
  /** How many jobs of this name run concurrently in one process. */
  concurrency: number;
  /** How many of them may belong to one group. Jobs of other groups overtake those that wait for their group. */
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
