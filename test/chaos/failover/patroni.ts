import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { waitFor } from '../../wait-for.ts';
import { atExit } from '../at-exit.ts';
import { endChild } from '../deliveries/open-stage.ts';
import { type Host, makeHosts, type Network } from './hosts.ts';
import { etcdArgs, haproxyConfig, patroniConfig, ports } from './settings.ts';

/** Two PostgreSQL nodes under Patroni, each on a host of its own, one etcd, and HAProxy, which follows the primary. */
export type Node = {
  host: Host;
  folder: string;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
  /** Patroni's answer to a question, or status 0. */
  ask(path: string): Promise<{ status: number; body: string }>;
  /** The URL of this PostgreSQL, past HAProxy. */
  url(database: string, user: string): string;
};
export type Cluster = {
  nodes: readonly [Node, Node];
  /** The database behind HAProxy. */
  databaseUrl: string;
  primary(): Promise<Node | undefined>;
  other(node: Node): Node;
  /** Waits until one node is the primary and the other one streams from it; synchronously, unless told otherwise. */
  whenWhole(): Promise<void>;
  switchover(from: Node, to: Node): Promise<void>;
  /** The last lines of the logs, to explain a failure. */
  logs(): Promise<string>;
};

const run = promisify(execFile);
export const diskBytes = 640 * 2 ** 20;
const startWithinMs = 90_000;
const wholeWithinMs = 90_000;

export async function startCluster(
  folder: string,
  { isSynchronous, undo }: { isSynchronous: boolean; undo: (() => Promise<unknown>)[] },
): Promise<Cluster> {
  const network = await makeHosts(['a', 'b']);
  undo.push(async () => network.remove());
  await startEtcd(folder, { network, undo });
  const nodes: Node[] = [];
  for (const host of network.hosts) nodes.push(await makeNode(folder, { host, network, isSynchronous, undo }));
  const [one, two] = nodes as [Node, Node];
  one.start();
  await waitFor(async () => (await one.ask('/primary')).status === 200, startWithinMs);
  two.start();
  const port = await startHaproxy(folder, { nodes, undo });
  const cluster = createCluster([one, two], { port, isSynchronous });
  await cluster.whenWhole();
  const client = new pg.Client(one.url('postgres', 'postgres'));
  await client.connect();
  await client.query('create role daybook login createrole');
  await client.query(`create database daybook owner daybook encoding 'UTF8' locale 'C.UTF-8' template template0`);
  await client.end();
  return cluster;
}

function createCluster(
  nodes: readonly [Node, Node],
  { port, isSynchronous }: { port: number; isSynchronous: boolean },
): Cluster {
  const [one, two] = nodes;
  const other = (node: Node) => (node === one ? two : one);
  async function primary(): Promise<Node | undefined> {
    const answers = await Promise.all(nodes.map(async (node) => (await node.ask('/primary')).status === 200));
    return nodes.find((_, at) => answers[at]);
  }
  return {
    nodes,
    databaseUrl: `postgres://daybook@127.0.0.1:${port}/daybook`,
    primary,
    other,
    whenWhole: () =>
      waitFor(async () => {
        const node = await primary();
        if (!node) return false;
        const { status } = await other(node).ask(isSynchronous ? '/synchronous' : '/replica');
        return status === 200 && (await isStreaming(node));
      }, wholeWithinMs),
    async switchover(from, to) {
      const response = await fetch(`http://${from.host.address}:${ports.patroni}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.host.name, candidate: to.host.name }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
    },
    async logs() {
      const tails = nodes.map(async (node) => {
        const text = await readFile(join(node.folder, 'patroni.log'), 'utf8').catch(() => '');
        return `--- ${node.host.name} ---\n${text.split('\n').slice(-40).join('\n')}`;
      });
      return (await Promise.all(tails)).join('\n');
    },
  };
}

/** The standby replays what it receives, and the primary sends to it. */
async function isStreaming(primary: Node): Promise<boolean> {
  const client = new pg.Client({
    connectionString: primary.url('postgres', 'postgres'),
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select from pg_stat_replication where state = 'streaming'");
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

type Parts = { undo: (() => Promise<unknown>)[] };

async function startEtcd(folder: string, { network, undo }: Parts & { network: Network }): Promise<void> {
  const child = start('etcd', etcdArgs(join(folder, 'etcd'), network.gateway), { log: join(folder, 'etcd.log') });
  undo.push(() => endChild(child));
  await waitFor(() => isHealthy(`http://${network.gateway}:${ports.etcd}/health`), startWithinMs);
}

const isHealthy = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function makeNode(
  folder: string,
  { host, network, isSynchronous, undo }: Parts & { host: Host; network: Network; isSynchronous: boolean },
): Promise<Node> {
  const own = join(folder, host.name);
  const disk = join(own, 'disk');
  await mkdir(disk, { recursive: true });
  // A disk that can become full without harm to anything else.
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'daybook-failover', disk]);
  const unmount = () => execFileSync('umount', ['-l', disk], { stdio: 'pipe' });
  let isMounted = true;
  const unmountOnce = () => {
    if (isMounted) unmount();
    isMounted = false;
  };
  atExit(unmountOnce);
  undo.push(async () => {
    await host.kill();
    unmountOnce();
  });
  const { stdout } = await run('id', ['-u', 'postgres']);
  for (const path of [own, disk]) {
    await chown(path, Number(stdout), -1);
    await chmod(path, 0o700);
  }
  const config = join(own, 'patroni.yml');
  const given = { name: host.name, address: host.address, data: join(disk, 'data'), network, isSynchronous };
  await writeFile(config, patroniConfig(given));
  await chmod(config, 0o644);
  return {
    host,
    folder: own,
    start: () =>
      void start(host.inside[0] ?? '', [...host.inside.slice(1), 'patroni', config], { log: join(own, 'patroni.log') }),
    async ask(path) {
      try {
        const url = `http://${host.address}:${ports.patroni}${path}`;
        const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
        return { status: response.status, body: await response.text() };
      } catch {
        return { status: 0, body: '' };
      }
    },
    url: (database, user) => `postgres://${user}@${host.address}:${ports.postgres}/${database}`,
  };
}

async function startHaproxy(folder: string, { nodes, undo }: Parts & { nodes: readonly Node[] }): Promise<number> {
  const port = await freePort();
  const config = join(folder, 'haproxy.cfg');
  await writeFile(
    config,
    haproxyConfig(
      port,
      nodes.map(({ host }) => host),
    ),
  );
  const child = start('haproxy', ['-db', '-f', config], { log: join(folder, 'haproxy.log') });
  undo.push(() => endChild(child));
  await sleep(200);
  if (child.exitCode !== null) throw new Error(`HAProxy ended: ${await readFile(join(folder, 'haproxy.log'), 'utf8')}`);
  return port;
}

function start(program: string, args: string[], { log }: { log: string }): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      try {
        appendFileSync(log, chunk);
      } catch {
        // The folder has been removed already.
      }
    });
  child.once(
    'exit',
    atExit(() => void child.kill('SIGKILL')),
  );
  return child;
}
