import { CompiledQuery, type Kysely, sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Log } from '../base/log.ts';
import { endAfter, noTracing, type Tracing } from '../base/tracing.ts';
import { type Connections, createConnections } from '../db/connections.ts';
import type { Tx } from '../db/db.ts';
import { named } from '../db/pool-driver.ts';
import type { Tables } from '../db/tables.ts';
import { upgradeLockMs } from '../db/upgrade.ts';
import type { DueWork } from './due-work.ts';
import type { Job, JobHandler, Jobs } from './jobs.ts';
import { startSupervision, everyMs as superviseEveryMs } from './supervision.ts';

/** The job engine, which is based on pg-boss. No other file imports pg-boss. */
export type Engine = Jobs & {
  /** Starts the handlers. A process that does not call `work` can only enqueue jobs. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /**
   * Creates the queues of the enabled platforms, if they do not exist yet. Every process calls this at its start,
   * because a platform can be enabled after the last upgrade. The upgrade creates all other queues. Only jobs in the
   * queues created here can have a key (`Job.key`).
   */
  ensureQueues(names: readonly string[]): Promise<void>;
  /**
   * Returns job counts per queue, which a worker updates every few seconds. `ready` counts the jobs that could start
   * now. `waiting` counts these jobs and those that wait for a retry.
   */
  queues(): Promise<{ name: string; ready: number; waiting: number; active: number; failed: number }[]>;
  /** Returns how many jobs this process has run since it started. */
  runs(): { queue: string; outcome: string; count: number }[];
  /** Jobs that could start although no worker was notified. */
  due: DueWork;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

const schema = 'pgboss';
/** After this time without a heartbeat, a worker counts as dead and its job returns to the queue. */
const heartbeatSeconds = 10;

/** How often one sleeping worker of a queue checks for jobs while other workers are busy. */
const lookEveryMs = 3000;
/**
 * Time from the start of a job until the next sleeping worker is woken. By then, other workers have returned the jobs
 * that they may not run because of the limit per group.
 */
const foundMs = 250;

/** The field in a job's data that contains the trace of the job. It is removed before a handler gets the data. */
const traceField = '$trace';
type Carrying = { [traceField]?: string };

/** How often a worker looks for jobs by itself. Notifications and `due` wake it earlier. */
const pollSeconds = 300;
/** The queue from which the engine starts jobs with a `cron`. The engine sends no notifications for it. */
const cronQueue = '__pgboss__send-it';
const cronPollSeconds = 45;

const queueOptions = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 3600,
  heartbeatSeconds,
  deleteAfterSeconds: 24 * 3600,
  notify: true,
};

export type EngineOptions = {
  url: string;
  log: Log;
  worker: boolean;
  pooler: boolean;
  connections: Connections;
  tracing?: Tracing;
};

/** Timeout of the engine's own statements. Deleting a day's jobs can take longer than any request. */
const statementMs = 120_000;

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log, url, pooler, connections, tracing = noTracing } = options;
  const boss = new PgBoss({
    ...connections.options({ url, pooler, name: 'daybook-jobs', statementMs, min: 1 }),
    schema,
    max: options.worker ? 4 : 1,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: options.worker,
    monitorIntervalSeconds: superviseEveryMs / 1000,
    cronWorkerIntervalSeconds: cronPollSeconds,
    useListenNotify: options.worker && !pooler,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job engine error'));
  await boss.start();
  let handlers: readonly JobHandler[] = [];
  let isWorking = false;
  const runs = createRuns();
  const supervised = {
    supervise: () => boss.supervise(),
    hasJobs: async () => (await boss.getQueues()).some((queue) => queue.queuedCount + queue.activeCount > 0),
    lastLook: () => Math.max(...boss.getWipData().map((worker) => worker.lastFetchedOn ?? 0)),
    isWorking: () => isWorking,
  };
  const supervision = options.worker ? startSupervision(log, supervised) : undefined;

  /** Lets the job continue the current trace. */
  function withTrace<Data extends object>(data: Data): Data & Carrying {
    const trace = tracing.carried();
    return trace === undefined ? data : { ...data, [traceField]: trace };
  }

  async function resume(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (const handler of handlers) {
      await startWorkers(handler);
    }
  }

  /**
   * For queues with a limit per group. If a worker fetches a job beyond the limit of the job's group, it returns the
   * job and sleeps for minutes. A waiting job of another group does not wake the worker (seen after a restart). So one
   * sleeping worker is woken every 3 s while others are busy. In addition, the returned function must be called when a
   * job starts; it wakes the next sleeping worker 250 ms later. Only one worker is woken at a time, because with
   * 100,000 jobs of one group a check takes a tenth of a second.
   */
  function createLookout(name: string): () => void {
    let timer: NodeJS.Timeout | undefined;
    const lookIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(look, ms).unref();
    };
    const look = () => {
      if (!isWorking) return;
      const workers = boss.getWipData().filter((worker) => worker.name === name);
      const asleep = workers.filter((worker) => worker.count === 0);
      if (asleep.length === workers.length) return;
      wakeLongest(asleep);
      lookIn(lookEveryMs);
    };
    return () => lookIn(foundMs);
  }

  async function startWorkers(handler: JobHandler): Promise<void> {
    const { name, concurrency, perGroup } = handler;
    runs.open(name);
    const found = perGroup === undefined ? () => {} : createLookout(name);
    const settings = {
      localConcurrency: concurrency,
      // The limit applies per process. If each process lets a group use half of its workers, the group gets half of all
      // workers.
      ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: pollSeconds,
      batchSize: 1,
    };
    await boss.work<object>(name, settings, async ([job]) => {
      if (!job) return;
      found();
      const started = performance.now();
      const line = { job: handler.name, jobId: job.id };
      try {
        const { [traceField]: trace, ...data } = job.data as Carrying;
        const span = tracing.begin(trace, `job ${name}`, 'consumer');
        span?.set('daybook.job_id', job.id);
        const run = () => handler.run(data, { isStopping: () => !isWorking });
        await (span ? tracing.within(span, () => endAfter(span, run)) : run());
        runs.note(name, 'done');
        log.info({ ...line, durationMs: Math.round(performance.now() - started) }, 'job done');
      } catch (error) {
        runs.note(name, 'failed');
        log.error({ ...line, err: error }, 'job failed; it will be retried');
        throw error;
      } finally {
        // Wake this worker again, because more jobs may be waiting. Several notifications wake a worker only once, and
        // after its next job it would sleep. Without this, 1,458 of 1,943 purges were still open a minute
        // after the last request. All busy workers are notified, because the engine does not report which of them has
        // just finished. The other workers are not affected: they check again after their job anyway.
        for (const worker of boss.getWipData())
          if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
      }
    });
  }

  /**
   * Wakes one sleeping worker of every queue with jobs that could start: their notification was lost, or a retry is due.
   * If a queue with a limit per group has busy workers, its lookout does this.
   */
  async function wakeFor(queues: readonly string[]): Promise<void> {
    const { rows } = await boss.getDb().executeSql(readyQueues(queues));
    const workers = boss.getWipData({ includeInternal: true });
    for (const { name } of rows) {
      const own = workers.filter((worker) => worker.name === name);
      const asleep = own.filter((worker) => worker.count === 0);
      const isLimited = handlers.some((handler) => handler.name === name && handler.perGroup !== undefined);
      if (!isLimited || asleep.length === own.length) wakeLongest(asleep);
    }
  }

  function wakeLongest(asleep: { id: string; lastFetchedOn: number | null }[]): void {
    const [longest] = asleep.sort((one, other) => (one.lastFetchedOn ?? 0) - (other.lastFetchedOn ?? 0));
    if (longest) boss.notifyWorker(longest.id);
  }

  return {
    async enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data) {
      await boss.send(job.name, withTrace(data), { db: inside(tx), ...optionsOf(job, data) });
    },
    async enqueueAll<Data extends object>(executor: Kysely<Tables>, job: Job<Data>, datas: readonly Data[]) {
      const jobs = datas.map((data) => ({ data: withTrace(data), ...optionsOf(job, data) }));
      if (jobs.length > 0) await boss.insert(job.name, jobs, { db: inside(executor) });
    },
    async ensureQueues(names) {
      const options = { ...queueOptions, policy: 'short' as const };
      for (const name of names) if (!(await boss.getQueue(name))) await boss.createQueue(name, options);
    },
    async queues() {
      const all = (await boss.getQueues()).filter(({ name }) => !name.startsWith('__'));
      return all.map(({ name, queuedCount, deferredCount, activeCount, failedCount }) => ({
        name,
        ready: Math.max(0, queuedCount - deferredCount),
        waiting: queuedCount,
        active: activeCount,
        failed: failedCount,
      }));
    },
    runs: runs.counts,
    get due(): DueWork {
      const queues = [...handlers.map(({ name }) => name), cronQueue];
      return {
        name: 'jobs to start',
        isDue: () => sql`exists (${sql.raw(readyQueues(queues))})`,
        run: () => wakeFor(queues),
      };
    },
    async work(wanted) {
      handlers = wanted;
      for (const { name, cron } of wanted) if (cron) await boss.schedule(name, cron, {}, { missed: 'once' });
      await resume();
    },
    async pause() {
      if (!isWorking) return;
      isWorking = false;
      for (const { name } of handlers) await boss.offWork(name, { wait: true });
    },
    resume,
    stop() {
      isWorking = false;
      supervision?.stop();
      return boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/** Selects the queues that have jobs that could start now. */
function readyQueues(queues: readonly string[]): string {
  return `select q.name from unnest(array[${queues.map(pg.escapeLiteral).join()}]) q (name)
    where exists (select from ${schema}.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;
}

/** Counts runs by queue and outcome. */
function createRuns() {
  const byQueue = new Map<string, { done: number; failed: number }>();
  return {
    /**
     * Starts the counts of a queue at 0. Otherwise Prometheus would miss the first failure, because it reports only
     * increases.
     */
    open(queue: string): void {
      byQueue.set(queue, byQueue.get(queue) ?? { done: 0, failed: 0 });
    },
    note(queue: string, outcome: 'done' | 'failed'): void {
      const counts = byQueue.get(queue) ?? { done: 0, failed: 0 };
      counts[outcome]++;
      byQueue.set(queue, counts);
    },
    counts: () =>
      [...byQueue].flatMap(([queue, counts]) =>
        Object.entries(counts).map(([outcome, count]) => ({ queue, outcome, count })),
      ),
  };
}

function optionsOf<Data extends object>(
  { key, group }: Job<Data>,
  data: Data,
): { singletonKey?: string; group?: { id: string } } {
  return { ...(key && { singletonKey: key(data) }), ...(group && { group: { id: group(data) } }) };
}

/** Makes pg-boss run its statements in our transaction. */
function inside(executor: Kysely<Tables>) {
  return {
    executeSql: (text: string, values: unknown[] = []) => {
      const query = CompiledQuery.raw(text, values);
      // PostgreSQL needs longer to plan an insert of a job than to run it.
      return executor.executeQuery(values.length > 0 ? named(query) : query);
    },
  };
}

/**
 * Upgrades the engine's own tables and creates its queues. This is part of the schema upgrade and runs under its lock.
 */
export async function upgradeEngine(options: {
  url: string;
  log: Log;
  queues: readonly string[];
  client: pg.Client;
}): Promise<void> {
  const own = { url: options.url, name: 'daybook-upgrade', pooler: false, statementMs: 0, lockMs: upgradeLockMs };
  const boss = new PgBoss({
    ...createConnections().options(own),
    schema,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', (error) => options.log.error({ err: error }, 'job engine error'));
  await boss.start();
  try {
    // Include the queues that `ensureQueues` has created for platforms.
    const kept = (await boss.getQueues()).map((queue) => queue.name).filter((name) => !name.startsWith('__'));
    for (const name of new Set([...options.queues, ...kept])) {
      if (await boss.getQueue(name)) await boss.updateQueue(name, queueOptions);
      else await boss.createQueue(name, queueOptions);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  // The application role may only add jobs and read the tables.
  await options.client.query(`grant usage on schema ${pg.escapeIdentifier(schema)} to daybook_program;
    grant select, insert on all tables in schema ${pg.escapeIdentifier(schema)} to daybook_program;
    grant execute on all functions in schema ${pg.escapeIdentifier(schema)} to daybook_program`);
}
