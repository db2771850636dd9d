import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { say } from '../../../bench/report.ts';
import { freePort, startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { host, type RunningProxy, startProxy } from '../../ship/start-proxies.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { waitFor } from '../../wait-for.ts';
import { endChild } from '../deliveries/open-stage.ts';
import type { Noted } from '../migrations/receiver.ts';
import { buildReleases, findPrevious, type Release, type Releases } from './build-releases.ts';

/** PostgreSQL, the platform, the receiver of webhooks, HAProxy, two API processes and two workers. */
export type Stage = {
  releases: Releases;
  databaseUrl: string;
  sandboxUrl: string;
  proxy: RunningProxy;
  /** HAProxy without TLS. */
  url: string;
  /** Waits until HAProxy sends requests to both API processes. */
  whenUsed(): Promise<void>;
  /** URL of a receiver of webhooks. */
  receiver(name: string): string;
  noted(): Promise<Noted[]>;
  slots: Slot[];
  /** Starts a release in a slot and waits until it is ready. */
  start(slot: Slot, release: Release): Promise<void>;
  /** Runs a command of a release and returns its JSON. */
  command<T>(release: Release, args: string[], input?: string): Promise<T>;
  close(): Promise<void>;
};

/** The place of one process: its port stays the same whichever release runs in it. */
export type Slot = {
  role: 'api' | 'worker';
  port: number;
  process: ServerProcess | undefined;
  release: Release;
};

export const secretKey = { id: 'chaos', key: Buffer.alloc(32, 9) };
const secretKeys = `${secretKey.id}:${secretKey.key.toString('base64')}`;
const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const commandWithinMs = 5 * 60_000;

export async function openStage(options: { quick: boolean; stopDelayMs: number }): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => say(`closing: ${error}`));
  };
  try {
    return { ...(await open(options, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  { quick, stopDelayMs }: { quick: boolean; stopDelayMs: number },
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'close'>> {
  const commit = await findPrevious({ quick });
  const folder = await mkdtemp(join(tmpdir(), 'daybook-upgrade-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const data = await mkdtemp(join(tmpdir(), 'daybook-upgrade-data-'));
  undo.push(() => rm(data, { recursive: true, force: true }));
  const settings = { shared_buffers: '256MB', max_wal_size: '1GB' };
  const [releases, postgres] = await Promise.all([
    buildReleases(folder, commit),
    startEmbeddedPostgres({ folder: data, durable: true, settings }),
  ]);
  undo.push(() => postgres.stop());
  await createDatabase(postgres.url('postgres'));
  const databaseUrl = postgres.url('daybook');
  const [sandboxPort, receiverPort] = [await freePort(), await freePort()];
  const state = ['--state-file', join(folder, 'sandbox.jsonl')];
  startHere(['src/main.ts', 'sandbox', '--port', String(sandboxPort), ...state], {}, undo);
  startHere(['test/chaos/migrations/receiver.ts'], { PORT: String(receiverPort) }, undo);

  async function command<T>(release: Release, args: string[], input = ''): Promise<T> {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
    const own = { DAYBOOK_DATABASE_URL: databaseUrl, DAYBOOK_SECRET_KEYS: secretKeys };
    const running = run(process.execPath, ['src/main.ts', ...args, '--json'], {
      cwd: release.folder,
      env: { ...env, ...own },
      maxBuffer: 1 << 24,
      // An upgrade would wait for locks for hours.
      timeout: commandWithinMs,
    });
    running.child.stdin?.end(input);
    return JSON.parse((await running).stdout) as T;
  }
  await command(releases.previous, ['db', 'upgrade']);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const slots: Slot[] = [];
  for (const role of ['api', 'worker', 'api', 'worker'] as const)
    slots.push({ role, port: await freePort(), process: undefined, release: releases.previous });
  const stage: Omit<Stage, 'close'> = {
    releases,
    databaseUrl,
    sandboxUrl,
    slots,
    command,
    async start(slot, release) {
      slot.process = await startServerProcess({
        databaseUrl,
        port: slot.port,
        secretKeys,
        program: release.folder,
        env: {
          ...limits,
          DAYBOOK_SANDBOX_URL: sandboxUrl,
          DAYBOOK_ROLE: slot.role,
          // Nobody sends requests to a worker.
          DAYBOOK_STOP_DELAY_MS: String(slot.role === 'api' ? stopDelayMs : 0),
        },
      });
      slot.release = release;
    },
    receiver: (name) => `http://127.0.0.1:${receiverPort}/c/${name}`,
    noted: async () => (await fetch(`http://127.0.0.1:${receiverPort}/log`)).json() as Promise<Noted[]>,
    ...(await startFront(slots, { folder, undo })),
  };
  undo.push(() => Promise.all(slots.map((slot) => slot.process?.kill())));
  process.once('exit', () => {
    for (const slot of slots) slot.process?.child.kill('SIGKILL');
  });
  await Promise.all(slots.map((slot) => stage.start(slot, releases.previous)));
  const control = `${sandboxUrl}/control/stats`;
  await stage.whenUsed();
  await waitFor(() =>
    fetch(control).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return stage;
}

async function startFront(
  slots: Slot[],
  { folder, undo }: { folder: string; undo: (() => Promise<unknown>)[] },
): Promise<Pick<Stage, 'proxy' | 'url' | 'whenUsed'>> {
  const [one = 0, two = 0] = slots.filter(({ role }) => role === 'api').map(({ port }) => port);
  const socket = join(folder, 'haproxy.sock');
  const proxy = await startProxy(
    'haproxy',
    [one, two],
    [
      // Serves http, too, so that the clients of the other chaos tests can use it.
      ['    http-request redirect scheme https code 308 unless { ssl_fc }\n', ''],
      ['    maxconn 5000\n', `    maxconn 5000\n    stats socket ${socket} mode 600 level user\n`],
      // On a starved machine, a late response must not look like a process that has stopped.
      ['timeout check 2s', 'timeout check 10s'],
    ],
  );
  undo.push(() => proxy.stop());
  const areUsed = async () => (await ask(socket, 'show stat')).match(/^daybook,(one|two),.*,UP,/gm)?.length === 2;
  return { proxy, url: `http://127.0.0.1:${proxy.plainPort}`, whenUsed: () => waitFor(areUsed, 60_000) };
}

/** Sends a command to HAProxy and returns its answer. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`${command}\n`);
  return Buffer.concat(await connection.toArray()).toString();
}

const limits = {
  DAYBOOK_BASE_URL: `https://${host}`,
  DAYBOOK_TRUSTED_PROXIES: '127.0.0.1',
  DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  DAYBOOK_DATABASE_UPGRADE: 'manual',
  DAYBOOK_DATABASE_POOL_SIZE: '10',
  DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
  DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
  DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000',
  DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
};
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create database daybook');
  await client.end();
}

/** Starts a program of this working tree that is never replaced. */
function startHere(args: string[], env: Record<string, string>, undo: (() => Promise<unknown>)[]): void {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  undo.push(() => endChild(child));
  process.once('exit', () => child.kill('SIGKILL'));
}
