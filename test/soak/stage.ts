import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../dev/embedded-postgres.ts';
import { atExit } from '../chaos/at-exit.ts';
import type { Noted } from '../chaos/migrations/receiver.ts';
import { openWithUndo, runJson, secretKeys, stageLimits, startHere, type Undo } from '../chaos/stage-parts.ts';
import type { RunCommand } from '../chaos/upgrade/make-accounts.ts';
import { findPrograms } from '../debian-cluster.ts';
import { type ServerProcess, startServerProcess } from '../start-server-process.ts';
import { waitFor } from '../wait-for.ts';
import { openClock, type ShiftedClock } from './clock.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';

/** PostgreSQL with its standby, the platform, the receiver of webhooks, two API processes and two workers. */
export type Stage = {
  clock: ShiftedClock;
  postgres: PostgresPair;
  databaseUrl: string;
  sandboxUrl: string;
  processes: Process[];
  /** The API processes in turn. */
  nextUrl(): string;
  receiver(name: string): string;
  noted(): Promise<Noted[]>;
  command: RunCommand;
  /** What the database was doing, for a run that fails. */
  describe(): Promise<string>;
  close(): Promise<void>;
};

/** `restarts`: ended and started again now and then. The others run from the beginning to the end. */
export type Process = {
  name: string;
  role: 'api' | 'worker';
  restarts: boolean;
  process: ServerProcess;
  start(): Promise<void>;
};

export const origin = 'https://daybook.test';
const commandWithinMs = 120_000;

/** The shortest times that the settings allow, in hours. */
export const keptHours = { messages: 72, counts: 192, versions: 24, syncs: 48, pushes: 48, audit: 24, sessions: 24 };

const settings = {
  ...stageLimits,
  DAYBOOK_BASE_URL: origin,
  DAYBOOK_MESSAGES_KEPT_DAYS: String(keptHours.messages / 24),
  DAYBOOK_DELIVERY_COUNTS_KEPT_DAYS: String(keptHours.counts / 24),
  DAYBOOK_VERSIONS_KEPT_HOURS: String(keptHours.versions),
  DAYBOOK_SYNCS_KEPT_DAYS: String(keptHours.syncs / 24),
  DAYBOOK_PUSHES_KEPT_DAYS: String(keptHours.pushes / 24),
  DAYBOOK_AUDIT_KEPT_DAYS: String(keptHours.audit / 24),
  DAYBOOK_REQUEST_LOG_DAYS: '1',
  DAYBOOK_PLATFORM_CALL_LOG_DAYS: '1',
  DAYBOOK_SESSION_DAYS: String(keptHours.sessions / 24),
};

export async function openStage(): Promise<Stage> {
  return openWithUndo(open);
}

async function open(undo: Undo): Promise<Omit<Stage, 'close'>> {
  const bin = findPrograms();
  if (!bin) throw new Error("Debian's package postgresql is needed.");
  const folder = await mkdtemp(join(tmpdir(), 'daybook-soak-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  // The user postgres must be able to enter it.
  await chmod(folder, 0o711);
  const clock = await openClock(folder);
  const [sandboxPort, receiverPort] = [await freePort(), await freePort()];
  const stateFile = join(folder, 'sandbox.jsonl');
  startHere(['src/main.ts', 'sandbox', '--port', String(sandboxPort), '--state-file', stateFile], {}, undo);
  startHere(['test/chaos/migrations/receiver.ts'], { PORT: String(receiverPort) }, undo);
  const postgres = await startPostgresPair(folder, { bin, clock, undo });
  const { databaseUrl } = postgres;
  const command: RunCommand = (args, input = '') => runJson({ databaseUrl, withinMs: commandWithinMs }, args, input);
  await command(['db', 'upgrade']);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const processes: Process[] = [];
  undo.push(() => Promise.all(processes.map(({ process }) => process.kill())));
  atExit(() => {
    for (const one of processes) one.process.child.kill('SIGKILL');
  });
  for (const [name, role] of [
    ['api1', 'api'],
    ['worker1', 'worker'],
    ['api2', 'api'],
    ['worker2', 'worker'],
  ] as const) {
    const port = await freePort();
    const env = { ...settings, ...clock.env, DAYBOOK_SANDBOX_URL: sandboxUrl, DAYBOOK_ROLE: role };
    const serve = () => startServerProcess({ databaseUrl, port, secretKeys, env });
    const one: Process = {
      ...{ name, role, restarts: name.endsWith('2'), process: await serve() },
      async start() {
        one.process = await serve();
      },
    };
    processes.push(one);
  }
  await waitFor(() =>
    fetch(`${sandboxUrl}/control/stats`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const urls = processes.filter(({ role }) => role === 'api').map(({ process }) => process.url);
  let turn = 0;
  return {
    ...{ clock, postgres, databaseUrl, sandboxUrl, processes, command, describe: () => postgres.describe() },
    nextUrl: () => urls[turn++ % urls.length] as string,
    receiver: (name) => `http://127.0.0.1:${receiverPort}/c/${name}`,
    noted: async () => (await fetch(`http://127.0.0.1:${receiverPort}/log`)).json() as Promise<Noted[]>,
  };
}
