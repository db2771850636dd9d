import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startEmbeddedPostgres } from '../dev/embedded-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import { openBase, upgradeDatabase } from '../src/context.ts';
import { createLog } from '../src/log.ts';

/** PostgreSQL with the schema, and processes on it. Everything is gone after `stop`. */
export type Cell = {
  databaseUrl: string;
  /** The operator's part of the program, for accounts and keys. */
  base: ReturnType<typeof openBase>;
  /** The real server as a process of its own; gives its address. */
  serve(env?: Record<string, string>): Promise<string>;
  /** Another program of the bench, which listens on the port in its environment. */
  start(file: string, env: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
};

const root = join(import.meta.dirname, '..');
/** The base of every link, so that answers have the same length whatever the port. */
export const baseUrl = 'http://api.bench';

/** Connections of every process that is measured. */
export const poolSize = 20;

export async function startCell(): Promise<Cell> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(130)));
  }
  try {
    return { ...(await open(undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(undo: (() => Promise<unknown>)[]): Promise<Omit<Cell, 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const settings = { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' };
  const postgres = await startEmbeddedPostgres({ folder, durable: true, settings });
  undo.push(() => postgres.stop());
  await createDatabase(postgres.url('postgres'));
  const databaseUrl = postgres.url('daybook');
  const env = {
    DAYBOOK_DATABASE_URL: databaseUrl,
    DAYBOOK_DATABASE_POOL_SIZE: String(poolSize),
    DAYBOOK_SECRET_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
    DAYBOOK_BASE_URL: baseUrl,
    DAYBOOK_ROLE: 'api',
    DAYBOOK_REQUESTS_PER_MINUTE: '1000000000',
    DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000000',
  };
  const log = createLog({ level: 'warn', destination: process.stderr });
  await upgradeDatabase({ url: databaseUrl, log });
  const base = openBase({ ...readConfig(env), databasePoolSize: 2 }, { log });
  undo.push(() => base.db.end());

  async function start(args: string[], childEnv: Record<string, string>, ready: string): Promise<string> {
    // stdout is thrown away: the server logs as in production, but to nowhere.
    const child = spawn(process.execPath, args, { cwd: root, env: childEnv, stdio: ['ignore', 'ignore', 'inherit'] });
    undo.push(() => end(child));
    await waitUntilReady(ready, child);
    return new URL(ready).origin;
  }

  return {
    databaseUrl,
    base,
    async serve(more = {}) {
      const port = await freePort();
      const own = { ...env, DAYBOOK_PORT: String(port), ...more };
      return start(['src/main.ts', 'serve'], own, `http://127.0.0.1:${port}/health/ready`);
    },
    async start(file, more) {
      const port = await freePort();
      return start([join('bench', file)], { ...more, PORT: String(port) }, `http://127.0.0.1:${port}/`);
    },
  };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create database daybook');
  await client.end();
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const ready = await fetch(url).then(
      (response) => response.bytes().then(() => response.ok),
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within 30 seconds.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}
