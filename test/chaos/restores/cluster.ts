import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../dev/embedded-postgres.ts';

/** Clusters of Debian's PostgreSQL that can be lost: killed with all their processes, and their directory deleted. */
const run = promisify(execFile);

/** A folder that belongs to the user that PostgreSQL runs as, and a way to run programs as that user. */
export type Home = {
  bin: string;
  folder: string;
  asPostgres(program: string, args: string[]): Promise<string>;
  remove(): Promise<void>;
};

export async function openHome(bin: string): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-restore-'));
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, Number((await run('id', ['-u', 'postgres'])).stdout), -1);
  const drop = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return {
    bin,
    folder,
    async asPostgres(program, args) {
      const [file, rest] = isRoot ? ['setpriv', [...drop, program, ...args]] : [program, args];
      const { stdout } = await run(file, rest, { cwd: folder, maxBuffer: 1 << 26 });
      return stdout;
    },
    remove: () => removeFolder(folder),
  };
}

export type Cluster = {
  data: string;
  port: number;
  /** The database "daybook", as its owner, who is not a superuser. */
  url: string;
  adminUrl: string;
  /** Kills every process of the cluster with -9, and deletes its directory and its socket. */
  lose(): Promise<void>;
};

export type ClusterPlace = { home: Home; name: string; port: number; settings: string[] };

/** Creates a cluster with the role and the empty database of Daybook. */
export async function createCluster(home: Home, name: string, settings: string[] = []): Promise<Cluster> {
  const place = { home, name, port: await freePort(), settings };
  const data = join(home.folder, name);
  await home.asPostgres(join(home.bin, 'initdb'), [
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
  ]);
  const cluster = await startCluster(place);
  await ask(cluster.adminUrl, 'create role daybook login createrole');
  await ask(
    cluster.adminUrl,
    `create database daybook owner daybook encoding 'UTF8' locale 'C.UTF-8' template template0`,
  );
  return cluster;
}

/** Starts the cluster whose directory has this name, and waits until it has ended its recovery. */
export async function startCluster({ home, name, port, settings }: ClusterPlace): Promise<Cluster> {
  const data = join(home.folder, name);
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${home.folder}`, ...settings];
  const given = options.map((option) => `-c ${option.replace(/=(.*)/, `='$1'`)}`).join(' ');
  const log = join(home.folder, `${name}.log`);
  const args = ['-D', data, '-w', '-t', '120', '-l', log, '-o', given, 'start'];
  await home.asPostgres(join(home.bin, 'pg_ctl'), args).catch((cause) => {
    throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`, { cause });
  });
  const urlOf = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const adminUrl = urlOf('postgres', 'postgres');
  while ((await ask(adminUrl, 'select pg_is_in_recovery() as is_recovering'))[0]?.is_recovering)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    data,
    port,
    url: urlOf('daybook', 'daybook'),
    adminUrl,
    async lose() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      // 0 would be our own process group.
      if (!(Number(pid) > 1)) throw new Error(`${data}/postmaster.pid begins with "${pid}", not with a process id.`);
      const all = [Number(pid), ...(await descendantsOf(Number(pid)))];
      for (const one of all)
        try {
          process.kill(one, 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      await removeFolder(data);
      // The killed server may still be a zombie when the restored one starts, which would then find its lock in use.
      const socket = join(home.folder, `.s.PGSQL.${port}`);
      for (const file of [socket, `${socket}.lock`]) await rm(file, { force: true });
    },
  };
}

/** With retries, because a process that was just killed may still create a file there. */
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

/** The processes of a cluster: its children, and what they have started, such as the command that archives WAL. */
async function descendantsOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const under = (pid: number): number[] => {
    const children = pids.filter((one) => parents.get(one) === pid);
    return [...children, ...children.flatMap(under)];
  };
  return under(parent);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

export async function makeFolder(home: Home, name: string): Promise<string> {
  const folder = join(home.folder, name);
  await home.asPostgres('mkdir', ['-p', '-m', '750', folder]);
  return folder;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
export async function ask(url: string, text: string, values: unknown[] = []): Promise<any[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
