import type { Cell } from '../../../bench/start-cell.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import type { TestAccount } from '../../harness.ts';
import { findReferences, type References } from '../../push/records.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import { makeChaosAccount, serveRole, startSandboxCell } from '../sandbox-cell.ts';
import { type Between, startProxy } from './proxy.ts';

/** PostgreSQL, the platform, the API and one worker, each in its own process; API and worker use the proxy. */
export type Stage = {
  cell: Cell;
  control: ReturnType<typeof controlSandbox>;
  proxy: Between;
  account: TestAccount;
  companies: PushCompany[];
  killWorker(): Promise<void>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
};

export type PushCompany = SyncedCompany & { name: string; references: References };

/** Data types that pushes refer to, and those that they are read from afterwards. */
const synced = ['accounts', 'taxRates', 'customers', 'suppliers', 'invoices', 'bills', 'journalEntries', 'items'];

/** `more`: data types that are synced besides those that pushes need. */
export async function openStage(companies: number, more: readonly string[] = []): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await open(companies, more, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  count: number,
  more: readonly string[],
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'close'>> {
  const { cell, sandbox } = await startSandboxCell(undo);
  const proxy = await startProxy(sandbox.url);
  undo.push(() => proxy.close());
  const api = await serveRole(cell, proxy.url, 'api');
  undo.push(() => api.kill());
  let worker = await serveRole(cell, proxy.url, 'worker');
  undo.push(() => worker.kill());
  const account = await makeChaosAccount(cell, api.url);
  const companies: PushCompany[] = [];
  for (let n = 0; n < count; n++) {
    const name = `push${n}-100`;
    const company = await linkCompany(account, name);
    for (const dataType of [...synced, ...more]) await company.sync(dataType);
    companies.push({ ...company, name, references: await findReferences(account, company) });
  }
  return {
    cell,
    control: controlSandbox(sandbox.url),
    proxy,
    account,
    companies,
    killWorker: () => worker.kill(),
    async startWorker() {
      worker = await serveRole(cell, proxy.url, 'worker');
    },
  };
}
