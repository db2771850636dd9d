import { join } from 'node:path';
import type { Cell } from '../../../bench/start-cell.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import type { TestAccount } from '../../harness.ts';
import type { ServerProcess } from '../../start-server-process.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import { makeChaosAccount, serveRole, startSandboxCell } from '../sandbox-cell.ts';
import { openWithUndo, type Undo } from '../stage-parts.ts';
import { platformKey } from './shifting-platform/shifting-platform.ts';

/** All participants, each in its own process: PostgreSQL, the platform, the API, one worker at a time. */
export type Stage = {
  cell: Cell;
  account: TestAccount;
  url: string;
  company: SyncedCompany;
  /** The mapping version of workers that are started from now on. At first 1. */
  useVersion(version: number): void;
  startWorker(): Promise<void>;
  killWorker(): Promise<void>;
  /** Kills PostgreSQL with -9 and restarts it on the same data. */
  crashPostgres(): Promise<void>;
  /** PostgreSQL is down, or has just restarted. */
  isOutage(): boolean;
  /** How often the platform was called for this company. */
  providerCalls(): Promise<number>;
  close(): Promise<void>;
};

/** Requests that waited for a connection when PostgreSQL went down can fail up to this long after it is back. */
const outageEchoMs = 11_000;

export function openStage(name: string): Promise<Stage> {
  return openWithUndo((undo) => open(name, undo));
}

async function open(name: string, undo: Undo): Promise<Omit<Stage, 'close'>> {
  const { cell, sandbox } = await startSandboxCell(undo);
  const control = controlSandbox(sandbox.url);
  const env = (version: number) => ({
    DAYBOOK_CONNECTORS: join(import.meta.dirname, 'shifting-platform'),
    DAYBOOK_SHIFTING_URL: sandbox.url,
    DAYBOOK_SHIFTING_VERSION: String(version),
  });
  const api = await serveRole(cell, sandbox.url, 'api', env(1));
  undo.push(() => api.kill());
  const account = await makeChaosAccount(cell, api.url);
  const company = await linkCompany(account, name, platformKey);
  let worker: ServerProcess | undefined;
  undo.push(async () => worker?.kill());
  let [backAt, version] = [0, 1];
  return {
    cell,
    account,
    url: api.url,
    company,
    useVersion(next) {
      version = next;
    },
    async startWorker() {
      worker = await serveRole(cell, sandbox.url, 'worker', env(version));
    },
    async killWorker() {
      await worker?.kill();
    },
    isOutage: () => Date.now() < backAt + outageEchoMs,
    async crashPostgres() {
      backAt = Number.POSITIVE_INFINITY;
      await cell.postgres.kill();
      await cell.postgres.start();
      backAt = Date.now();
      for (const one of [worker, api])
        if (one && (one.child.exitCode !== null || one.child.signalCode !== null))
          throw new Error(`A process exited when PostgreSQL was killed:\n${one.output()}`);
    },
    providerCalls: async () => (await control.stats()).companies[name]?.requests ?? 0,
  };
}
