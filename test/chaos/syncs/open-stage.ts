import type { Cell } from '../../../bench/start-cell.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import type { ServerProcess } from '../../start-server-process.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import { makeChaosAccount, serveRole, startSandboxCell } from '../sandbox-cell.ts';

/** All participants, each in its own process: PostgreSQL, the sandbox, the API, one worker at a time. */
export type Stage = {
  cell: Cell;
  control: ReturnType<typeof controlSandbox>;
  sandboxUrl: string;
  /** The sandbox company that both Daybook companies are linked to. */
  name: string;
  api: ServerProcess;
  key: string;
  accountId: string;
  /** Processes are killed during its syncs. */
  struck: SyncedCompany;
  /** Its syncs run undisturbed; the other company must end up with the same data. */
  calm: SyncedCompany;
  worker: ServerProcess;
  startWorker(): Promise<void>;
  /** PostgreSQL is down, or has just restarted. */
  isOutage(): boolean;
  /** Kills PostgreSQL with -9 and restarts it on the same data. Returns how long it was down, in ms. */
  crashPostgres(): Promise<number>;
  close(): Promise<void>;
};

/** Requests that waited for a connection when PostgreSQL went down can fail up to this long after it is back. */
const outageEchoMs = 11_000;

export async function openStage(name: string): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return Object.assign(await open(name, undo), { close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(name: string, undo: (() => Promise<unknown>)[]): Promise<Omit<Stage, 'close'>> {
  const { cell, sandbox } = await startSandboxCell(undo);
  const api = await serveRole(cell, sandbox.url, 'api');
  undo.push(() => api.kill());
  const account = await makeChaosAccount(cell, api.url);
  let backAt = 0;
  const stage: Omit<Stage, 'close'> = {
    cell,
    control: controlSandbox(sandbox.url),
    sandboxUrl: sandbox.url,
    name,
    api,
    key: account.key,
    accountId: account.accountId,
    struck: await linkCompany(account, name),
    calm: await linkCompany(account, name),
    worker: await serveRole(cell, sandbox.url, 'worker'),
    async startWorker() {
      stage.worker = await serveRole(cell, sandbox.url, 'worker');
    },
    isOutage: () => Date.now() < backAt + outageEchoMs,
    async crashPostgres() {
      const from = Date.now();
      backAt = Number.POSITIVE_INFINITY;
      await cell.postgres.kill();
      await cell.postgres.start();
      backAt = Date.now();
      return backAt - from;
    },
  };
  undo.push(() => stage.worker.kill());
  return stage;
}
