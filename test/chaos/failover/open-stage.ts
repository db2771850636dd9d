import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../../../bench/report.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { waitFor } from '../../wait-for.ts';
import { atExit } from '../at-exit.ts';
import type { Noted } from '../migrations/receiver.ts';
import { openWithUndo, runJson, secretKeys, stageLimits, startHere, type Undo } from '../stage-parts.ts';
import type { RunCommand } from '../upgrade/make-accounts.ts';
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
const commandWithinMs = 120_000;

export async function openStage(options: { isSynchronous: boolean }): Promise<Stage> {
  return openWithUndo((undo) => open(options, undo));
}

async function open({ isSynchronous }: { isSynchronous: boolean }, undo: Undo): Promise<Omit<Stage, 'close'>> {
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
  const command: RunCommand = (args, input = '') => runJson({ databaseUrl, withinMs: commandWithinMs }, args, input);
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

const limits = { ...stageLimits, DAYBOOK_BASE_URL: origin };
