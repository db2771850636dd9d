import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, type LocalPostgres, startEmbeddedPostgres } from '../dev/embedded-postgres.ts';
import { createLog } from '../src/base/log.ts';
import { openBase } from '../src/context.ts';
import { loadConfig } from '../src/load-config.ts';
import { upgradeDatabase } from '../src/upgrade-database.ts';

/** PostgreSQL with the schema, and processes that use it. `stop` removes everything. */
export type Cell = {
  databaseUrl: string;
  postgres: LocalPostgres;
  /** The operator's part of the program, to create accounts and keys. */
  base: ReturnType<typeof openBase>;
  /** Starts the real server in its own process. */
  serve(env?: Record<string, string>): Promise<Started>;
  /** Starts another program of the bench, which listens on the port in its environment variable PORT. */
  start(file: string, env: Record<string, string>): Promise<Started>;
  /** Starts the platform "sandbox" in its own process, with additional command options. */
  sandbox(options?: readonly string[]): Promise<Started>;
  stop(): Promise<void>;
};

export type Started = { url: string; pid: number };

const root = join(import.meta.dirname, '..');
/** The base URL of all links, so that responses have the same length whatever the port. */
export const baseUrl = 'http://api.bench';

/** Database connections of every measured process. */
export const poolSize = 20;

type Undo = (() => Promise<unknown>)[];

/** `settings`: additional PostgreSQL settings; `onLog` gets PostgreSQL's log output. */
export type CellOptions = { settings?: Record<string, string>; onLog?: (lines: string) => void };

export async function startCell(options: CellOptions = {}): Promise<Cell> {
  const undo: Undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await open(undo, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(undo: Undo, options: CellOptions): Promise<Omit<Cell, 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-bench-'));
  // Also after a signal: the exit hook of the embedded PostgreSQL then stops it and ends the process.
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  undo.push(async () => remove());
  const settings = { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB', ...options.settings };
  const postgres = await startEmbeddedPostgres({
    folder,
    durable: true,
    settings,
    ...(options.onLog && { onLog: options.onLog }),
  });
  undo.push(() => postgres.stop());
  await createDatabase(postgres.url('postgres'));
  const databaseUrl = postgres.url('daybook');
  const env = {
    DAYBOOK_DATABASE_URL: databaseUrl,
    DAYBOOK_DATABASE_POOL_SIZE: String(poolSize),
    DAYBOOK_SECRET_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
    DAYBOOK_BASE_URL: baseUrl,
    DAYBOOK_ROLE: 'api',
    DAYBOOK_STOP_DELAY_MS: '0',
    DAYBOOK_COSTLY_READS_AT_ONCE: '1000',
    DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
    DAYBOOK_REQUESTS_PER_MINUTE: '1000000000',
    DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000000',
  };
  const log = createLog({ level: 'warn', destination: process.stderr });
  await upgradeDatabase({ url: databaseUrl, log });
  const base = openBase({ ...(await loadConfig(env)).config, databasePoolSize: 2 }, { log });
  undo.push(() => base.db.end());

  return {
    databaseUrl,
    postgres,
    base,
    async serve(more = {}) {
      const port = await freePort();
      const own = { ...env, DAYBOOK_PORT: String(port), ...more };
      return startProcess(['src/main.ts', 'serve'], own, `http://127.0.0.1:${port}/health/ready`, undo);
    },
    async sandbox(options = []) {
      const port = await freePort();
      const args = ['src/main.ts', 'sandbox', '--port', String(port), ...options];
      return startProcess(args, {}, `http://127.0.0.1:${port}/control/stats`, undo);
    },
    async start(file, more) {
      const port = await freePort();
      const own = { ...more, PORT: String(port) };
      return startProcess([join('bench', file)], own, `http://127.0.0.1:${port}/`, undo);
    },
  };
}

/** All that were ever started, so that none outlives the bench. */
const children: ChildProcess[] = [];

async function startProcess(args: string[], env: Record<string, string>, ready: string, undo: Undo): Promise<Started> {
  // stdout is discarded: the server logs as in production, but the output goes nowhere.
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  undo.push(() => end(child));
  if (children.length === 0)
    process.once('exit', () => {
      for (const one of children) one.kill('SIGKILL');
    });
  children.push(child);
  await waitUntilReady(ready, child);
  return { url: new URL(ready).origin, pid: child.pid ?? 0 };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create database daybook');
  await client.end();
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200 && child.exitCode === null; tries++) {
    const ready = await fetch(url).then(
      (response) => response.bytes().then(() => response.ok),
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within 120 seconds.`);
}

/** Ends a process with SIGTERM, and with SIGKILL after 10 s. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}
