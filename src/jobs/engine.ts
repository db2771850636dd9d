import { CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { type Connections, createConnections } from '../db/connections.ts';
import type { Tx } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { upgradeLockMs } from '../db/upgrade.ts';
import type { Log } from '../log.ts';
import type { Job, JobHandler, Jobs } from './jobs.ts';

/** pg-boss. The only file that knows it. */
export type Engine = Jobs & {
  /** Runs the handlers; without a call to it, the process only enqueues. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /**
   * Queues that the configuration brings, beside those that the upgrade has made: a platform may be enabled any time. Their
   * jobs have keys.
   */
  ensureQueues(names: readonly string[]): Promise<void>;
  /** What waits in each queue; as of the last look of a worker, seconds ago. */
  queues(): Promise<{ name: string; waiting: number; active: number; failed: number }[]>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

const schema = 'pgboss';
/** A job whose worker died is given back after this time without a heartbeat. */
const heartbeatSeconds = 10;

/** How often one worker that sleeps looks, while others of its queue work. */
const lookEveryMs = 3000;
/** After a job has begun: those that were woken with its worker have given back theirs by then. */
const foundMs = 250;

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

export type EngineOptions = { url: string; log: Log; worker: boolean; pooler: boolean; connections: Connections };

/** Of the engine's own statements; removing a day's jobs may take longer than any request. */
const statementMs = 120_000;

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log, url, pooler, connections } = options;
  const boss = new PgBoss({
    ...connections.options({ url, pooler, name: 'daybook-jobs', statementMs }),
    schema,
    max: options.worker ? 4 : 1,
    migrate: false,
    createSchema: false,
    supervise: options.worker,
    schedule: options.worker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    useListenNotify: options.worker && !pooler,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job engine reports an error'));
  await boss.start();
  let handlers: readonly JobHandler[] = [];
  let isWorking = false;

  async function resume(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (const handler of handlers) {
      await startWorkers(handler);
    }
  }

  /**
   * For queues with a share per group. A worker that was brought a job beyond its group's share gives it back and sleeps, for
   * 30 s, and another group's job that waits already tells nobody: seen after a restart. So one that sleeps looks every 3 s
   * while others work, and the next one as soon as it has found something. One at a time: past 100,000 jobs of one group,
   * a look takes a tenth of a second.
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
      const [longest] = asleep.sort((one, other) => (one.lastFetchedOn ?? 0) - (other.lastFetchedOn ?? 0));
      if (longest) boss.notifyWorker(longest.id);
      lookIn(lookEveryMs);
    };
    return () => lookIn(foundMs);
  }

  async function startWorkers(handler: JobHandler): Promise<void> {
    const { name, concurrency, perGroup } = handler;
    const found = perGroup === undefined ? () => {} : createLookout(name);
    const settings = {
      localConcurrency: concurrency,
      // Counted in this process: at most half of the workers of each is at most half of all.
      ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
      pollingIntervalSeconds: 1,
      batchSize: 1,
    };
    await boss.work<object>(name, settings, async ([job]) => {
      if (!job) return;
      found();
      const started = performance.now();
      const line = { job: handler.name, jobId: job.id };
      try {
        await handler.run(job.data, { isStopping: () => !isWorking });
        log.info({ ...line, durationMs: Math.round(performance.now() - started) }, 'job done');
      } catch (error) {
        log.error({ ...line, err: error }, 'job failed; the engine runs it again');
        throw error;
      } finally {
        // Where one job was there may be more. Many notifications wake a worker once, and then it would sleep for 30 s:
        // 1,458 of 1,943 purges were still open a minute after the last one was asked for. Told to all that work: the
        // engine does not say which of them has just ended, and the others look again after their job in any case.
        for (const worker of boss.getWipData())
          if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
      }
    });
  }

  return {
    async enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data) {
      await boss.send(job.name, data, { db: inside(tx), ...optionsOf(job, data) });
    },
    async enqueueAll<Data extends object>(executor: Kysely<Tables>, job: Job<Data>, datas: readonly Data[]) {
      const jobs = datas.map((data) => ({ data, ...optionsOf(job, data) }));
      if (jobs.length > 0) await boss.insert(job.name, jobs, { db: inside(executor) });
    },
    async ensureQueues(names) {
      const options = { ...queueOptions, policy: 'short' as const };
      for (const name of names) if (!(await boss.getQueue(name))) await boss.createQueue(name, options);
    },
    async queues() {
      const all = (await boss.getQueues()).filter(({ name }) => !name.startsWith('__'));
      return all.map(({ name, queuedCount, activeCount, failedCount }) => ({
        name,
        waiting: queuedCount,
        active: activeCount,
        failed: failedCount,
      }));
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
      return boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

function optionsOf<Data extends object>(
  { key, group }: Job<Data>,
  data: Data,
): { singletonKey?: string; group?: { id: string } } {
  return { ...(key && { singletonKey: key(data) }), ...(group && { group: { id: group(data) } }) };
}

/** Lets pg-boss write in a transaction of ours. */
function inside(executor: Kysely<Tables>) {
  return {
    executeSql: (text: string, values: unknown[] = []) => executor.executeQuery(CompiledQuery.raw(text, values)),
  };
}

/** Brings the engine's own tables up to date and makes its queues; part of the schema upgrade, under its lock. */
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
  boss.on('error', (error) => options.log.error({ err: error }, 'the job engine reports an error'));
  await boss.start();
  try {
    // Also those that a process has made for its platforms.
    const kept = (await boss.getQueues()).map((queue) => queue.name).filter((name) => !name.startsWith('__'));
    for (const name of new Set([...options.queues, ...kept])) {
      if (await boss.getQueue(name)) await boss.updateQueue(name, queueOptions);
      else await boss.createQueue(name, queueOptions);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  // Whoever makes a job may add it and see its queue, nothing else.
  await options.client.query(`grant usage on schema ${pg.escapeIdentifier(schema)} to daybook_program;
    grant select, insert on all tables in schema ${pg.escapeIdentifier(schema)} to daybook_program;
    grant execute on all functions in schema ${pg.escapeIdentifier(schema)} to daybook_program`);
}
