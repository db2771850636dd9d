import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { host, type RunningProxy, startProxy } from '../../ship/start-proxies.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { waitFor } from '../../wait-for.ts';
import type { Noted } from '../migrations/receiver.ts';
import { openWithUndo, runJson, secretKeys, stageLimits, startHere, type Undo } from '../stage-parts.ts';
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

const commandWithinMs = 5 * 60_000;

export async function openStage(options: { quick: boolean; stopDelayMs: number }): Promise<Stage> {
  return openWithUndo((undo) => open(options, undo));
}

async function open(
  { quick, stopDelayMs }: { quick: boolean; stopDelayMs: number },
  undo: Undo,
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

  // An upgrade would wait for locks for hours.
  const command = <T>({ folder: program }: Release, args: string[], input = '') =>
    runJson<T>({ databaseUrl, folder: program, withinMs: commandWithinMs }, args, input);
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
  { folder, undo }: { folder: string; undo: Undo },
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

const limits = { ...stageLimits, DAYBOOK_BASE_URL: `https://${host}`, DAYBOOK_TRUSTED_PROXIES: '127.0.0.1' };

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create database daybook');
  await client.end();
}
