import type { Kysely } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';

/**
 * The interface to the job engine. A job consists of a name and ids. The reason for a job is a database row, and the
 * job is enqueued in the transaction that writes this row. Jobs must be idempotent. If the row no longer exists when
 * the job runs, the job does nothing and succeeds.
 */
export type Job<Data extends object> = {
  name: string;
  data?: Data;
  /**
   * While a job with the same key is waiting, no other job with that key is added. Only for queues that `ensureQueues`
   * creates.
   */
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
  /**
   * Enqueues many jobs in one statement. `executor` is a database transaction of one account or of the database owner.
   */
  enqueueAll<Data extends object>(executor: Kysely<Tables>, job: Job<Data>, datas: readonly Data[]): Promise<void>;
};

/** `isStopping` returns true if the process is about to stop or pause. A long job calls it between its steps. */
export type Running = { isStopping(): boolean };

/** The function that a worker runs for jobs of one name. `cron` also starts such a job on a schedule. */
export type JobHandler = {
  name: string;
  run(data: object, running: Running): Promise<void>;
  /** Maximum number of jobs of this name that run concurrently in one process. */
  concurrency: number;
  /**
   * Maximum number of jobs of one group that run concurrently in one process. If a group has reached this limit, jobs
   * of other groups run before its waiting jobs.
   */
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
