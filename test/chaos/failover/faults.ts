import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { waitFor } from '../../wait-for.ts';
import type { Cluster, Node } from './patroni.ts';

/** What a fault left: since when there is a primary again, and what has to be done before the cluster is whole. */
export type Struck = { primaryAt: number; heal(): Promise<void>; forks?: Forks };
/** Writes that were sent to the old primary itself, on its own host, while it was cut off. */
export type Forks = { tried: number; accepted: string[] };
export type Fault = (cluster: Cluster, primary: Node) => Promise<Struck>;

const run = promisify(execFile);
const takenOverWithinMs = 60_000;
/** While its standby is stalled, or after it has gone, so long clients write to a primary. */
const trafficMs = 3000;
const lagMs = 1000;
/** Longer than Patroni needs to promote a standby that it may promote. */
const noPromotionMs = 15_000;

async function whenPrimary(node: Node): Promise<number> {
  const isPrimary = async () => (await node.ask('/primary')).status === 200;
  await waitFor(isPrimary, takenOverWithinMs);
  return Date.now();
}

export const faults: Record<string, Fault> = {
  /** The host of the primary loses all its processes, without a word to anybody. */
  async kill(cluster, primary) {
    await primary.host.kill();
    const primaryAt = await whenPrimary(cluster.other(primary));
    return { primaryAt, heal: async () => primary.start() };
  },

  /** The host of the primary is cut off but goes on working: a client on the same host goes on writing. */
  async cut(cluster, primary) {
    await primary.host.cut();
    const forking = writeThere(primary);
    const primaryAt = await whenPrimary(cluster.other(primary));
    const forks: Forks = { tried: 0, accepted: [] };
    return {
      primaryAt,
      forks,
      async heal() {
        Object.assign(forks, await forking.stop());
        await primary.host.join();
      },
    };
  },

  async switchover(cluster, primary) {
    const to = cluster.other(primary);
    await cluster.switchover(primary, to);
    return { primaryAt: await whenPrimary(to), heal: async () => {} };
  },

  /**
   * The disk of the primary is full. While there is room in the log that was created before, PostgreSQL rejects
   * single statements and goes on, and so does Patroni. Then it cannot write its log, ends, and does not start again.
   */
  async disk(cluster, primary) {
    const files: string[] = [];
    let isFull = true;
    // Connected before, because a full disk also refuses new connections.
    const client = new pg.Client(primary.url('postgres', 'postgres'));
    client.on('error', () => {});
    await client.connect();
    const filling = (async () => {
      // What a checkpoint frees is filled, too.
      for (; isFull; await sleep(200)) files.push(await fill(join(primary.folder, 'disk', `filler${files.length}`)));
    })();
    const empty = async () => {
      isFull = false;
      await filling;
      for (const file of files) await rm(file, { force: true });
    };
    try {
      await writeLog(client);
      return { primaryAt: await whenPrimary(cluster.other(primary)), heal: empty };
    } catch (error) {
      await empty();
      throw error;
    } finally {
      await client.end().catch(() => {});
    }
  },

  /** The standby stops receiving, so commits wait for it. Then the primary is lost. */
  async stalled(cluster, primary) {
    const standby = cluster.other(primary);
    const receiver = await findReceiver(standby);
    process.kill(receiver, 'SIGSTOP');
    try {
      await sleep(trafficMs);
      await primary.host.kill();
    } finally {
      process.kill(receiver, 'SIGCONT');
    }
    return { primaryAt: await whenPrimary(standby), heal: async () => primary.start() };
  },

  /**
   * The standby is cut off while clients write, and then the primary is lost: an asynchronous standby lacks what was
   * committed meanwhile. Not longer, because Patroni does not promote a standby that lacks more than 1 MB.
   */
  async lagging(cluster, primary) {
    const standby = cluster.other(primary);
    await standby.host.cut();
    try {
      await sleep(lagMs);
      await primary.host.kill();
    } finally {
      await standby.host.join();
    }
    return { primaryAt: await whenPrimary(standby), heal: async () => primary.start() };
  },

  /** The standby is lost, and clients go on without it. Then the primary is lost: the standby must not replace it. */
  async alone(cluster, primary) {
    const standby = cluster.other(primary);
    await standby.host.kill();
    await waitFor(async () => (await settingOf(primary, 'synchronous_standby_names')) === '');
    await sleep(trafficMs);
    await primary.host.kill();
    standby.start();
    for (const until = Date.now() + noPromotionMs; Date.now() < until; await sleep(200))
      if ((await standby.ask('/primary')).status === 200)
        throw new Error('Patroni promoted a standby that lacked commits.');
    primary.start();
    return { primaryAt: await whenPrimary(primary), heal: async () => {} };
  },
};

async function findReceiver({ host }: Node): Promise<number> {
  for (const pid of await host.pids()) {
    const name = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (name.includes('walreceiver')) return pid;
  }
  throw new Error(`The standby ${host.name} has no process that receives.`);
}

async function settingOf(node: Node, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: node.url('postgres', 'postgres'), connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(`show ${name}`)).rows[0][name];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Writes to the log until PostgreSQL ends. */
async function writeLog(client: pg.Client): Promise<void> {
  await sleep(trafficMs);
  try {
    for (const until = Date.now() + takenOverWithinMs; Date.now() < until; )
      await client.query(`select pg_logical_emit_message(false, 'failover', repeat('x', 400000))`);
  } catch {
    // It has ended.
  }
}

/** Writes until the disk is full. */
async function fill(path: string): Promise<string> {
  const file = await open(path, 'w');
  const zeros = Buffer.alloc(2 ** 20);
  try {
    for (const size of [zeros.length, 4096]) while (true) if (!(await canWrite(file, zeros.subarray(0, size)))) break;
  } finally {
    await file.close();
  }
  return path;
}

async function canWrite(file: Awaited<ReturnType<typeof open>>, bytes: Buffer): Promise<boolean> {
  try {
    return (await file.write(bytes)).bytesWritten === bytes.length;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') return false;
    throw error;
  }
}

/** Writes to a PostgreSQL on its own host until `stop`. Accepted is what was reported as committed without a warning. */
function writeThere({ host }: Node): { stop(): Promise<Forks> } {
  const forks: Forks = { tried: 0, accepted: [] };
  let isEnding = false;
  const [program = '', ...args] = [...host.inside, 'psql', '-h', '127.0.0.1', '-U', 'daybook', '-d', 'daybook', '-qAt'];
  async function write(lane: number): Promise<void> {
    while (!isEnding) {
      const value = `${host.name} ${Date.now()} ${lane} ${forks.tried++}`;
      try {
        const { stderr } = await run(program, [...args, '-c', `insert into fork_probe values ('${value}')`], {
          timeout: 30_000,
          env: { ...process.env, PGCONNECT_TIMEOUT: '2' },
        });
        if (!stderr.includes('might not have been replicated')) forks.accepted.push(value);
      } catch {
        // Refused, or ended without an answer.
        await sleep(200);
      }
    }
  }
  const lanes = Promise.all([write(1), write(2)]);
  return {
    async stop() {
      isEnding = true;
      await lanes;
      return forks;
    },
  };
}
