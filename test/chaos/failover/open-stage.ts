import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../../../bench/report.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { waitFor } from '../../wait-for.ts';
import { endChild } from '../deliveries/open-stage.ts';
import type { Noted } from '../migrations/receiver.ts';
import type { RunCommand } from '../upgrade/make-accounts.ts';
import { secretKey } from '../upgrade/open-stage.ts';
import { atExit } from './at-exit.ts';
import { type Cluster, startCluster } from './patroni.ts';

/** The cluster, the platform, the receiver of webhooks, two API processes and two workers. */
export type Stage = {
  cluster: Cluster;
  databaseUrl: string;
  sandboxUrl: string;
  processes: { role: 'api' | 'worker'; process: ServerProcess }[];
  /** The API processes in turn. */
  nextUrl(): string;
  receiver(name: string): string;
  noted(): Promise<Noted[]>;
  command: RunCommand;
  close(): Promise<void>;
};

export const origin = 'https://daybook.test';
const secretKeys = `${secretKey.id}:${secretKey.key.toString('base64')}`;
const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export async function openStage(options: { isSynchronous: boolean }): Promise<Stage> {
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
  { isSynchronous }: { isSynchronous: boolean },
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-failover-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  // The user postgres must be able to enter it.
  await chmod(folder, 0o711);
  const [sandboxPort, receiverPort] = [await freePort(), await freePort()];
  startHere(
    ['src/main.ts', 'sandbox', '--port', String(sandboxPort), '--state-file', join(folder, 'sandbox.jsonl')],
    {},
    undo,
  );
  startHere(['test/chaos/migrations/receiver.ts'], { PORT: String(receiverPort) }, undo);
  const cluster = await startCluster(folder, { isSynchronous, undo });
  const { databaseUrl } = cluster;
  const command: RunCommand = async <T>(args: string[], input = '') => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
    const own = { DAYBOOK_DATABASE_URL: databaseUrl, DAYBOOK_SECRET_KEYS: secretKeys };
    const options = { cwd: root, env: { ...env, ...own }, maxBuffer: 1 << 24, timeout: 120_000 };
    const running = run(process.execPath, ['src/main.ts', ...args, '--json'], options);
    running.child.stdin?.end(input);
    return JSON.parse((await running).stdout) as T;
  };
  say('failover: the cluster is whole');
  await command(['db', 'upgrade']);
  say('failover: the schema is there');
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const processes: Stage['processes'] = [];
  undo.push(() => Promise.all(processes.map(({ process }) => process.kill())));
  atExit(() => {
    for (const one of processes) one.process.child.kill('SIGKILL');
  });
  await Promise.all(
    (['api', 'worker', 'api', 'worker'] as const).map(async (role) => {
      const env = { ...limits, DAYBOOK_SANDBOX_URL: sandboxUrl, DAYBOOK_ROLE: role };
      const started = await startServerProcess({ databaseUrl, port: await freePort(), secretKeys, env });
      processes.push({ role, process: started });
    }),
  );
  await waitFor(() =>
    fetch(`${sandboxUrl}/control/stats`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const urls = processes.filter(({ role }) => role === 'api').map(({ process }) => process.url);
  let turn = 0;
  return {
    ...{ cluster, databaseUrl, sandboxUrl, processes, command },
    nextUrl: () => urls[turn++ % urls.length] as string,
    receiver: (name) => `http://127.0.0.1:${receiverPort}/c/${name}`,
    noted: async () => (await fetch(`http://127.0.0.1:${receiverPort}/log`)).json() as Promise<Noted[]>,
  };
}

const limits = {
  DAYBOOK_BASE_URL: origin,
  DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  DAYBOOK_DATABASE_UPGRADE: 'manual',
  DAYBOOK_DATABASE_POOL_SIZE: '10',
  DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
  DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
  DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000',
  DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
};

function startHere(args: string[], env: Record<string, string>, undo: (() => Promise<unknown>)[]): void {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  undo.push(() => endChild(child));
  atExit(() => void child.kill('SIGKILL'));
}
