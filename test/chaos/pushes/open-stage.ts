import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cell, startCell } from '../../../bench/start-cell.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { createAccount } from '../../../src/accounts/create-account.ts';
import { createApiKey } from '../../../src/accounts/create-api-key.ts';
import { createClient } from '../../client.ts';
import { controlSandbox } from '../../connectors/control-sandbox.ts';
import type { TestAccount } from '../../harness.ts';
import { findReferences, type References } from '../../push/records.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import { type Between, startProxy } from './proxy.ts';

/** Each in a process of its own: PostgreSQL, the platform, the API, one worker; between the last two of them a proxy. */
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

const secretKeys = `chaos:${Buffer.alloc(32, 9).toString('base64')}`;
/** What pushes refer to, and what they are read back from. */
const synced = ['accounts', 'taxRates', 'customers', 'suppliers', 'invoices', 'bills', 'journalEntries', 'items'];

export async function openStage(companies: number): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await open(companies, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(count: number, undo: (() => Promise<unknown>)[]): Promise<Omit<Stage, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-chaos-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const cell = await startCell();
  undo.push(() => cell.stop());
  const sandbox = await cell.sandbox(['--state-file', join(folder, 'sandbox.jsonl')]);
  const proxy = await startProxy(sandbox.url);
  undo.push(() => proxy.close());
  const serve = async (role: 'api' | 'worker') =>
    startServerProcess({
      databaseUrl: cell.databaseUrl,
      port: await freePort(),
      secretKeys,
      env: {
        DAYBOOK_ROLE: role,
        DAYBOOK_SANDBOX_URL: proxy.url,
        DAYBOOK_DATABASE_UPGRADE: 'manual',
        DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
        DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
      },
    });
  const api = await serve('api');
  undo.push(() => api.kill());
  let worker: ServerProcess = await serve('worker');
  undo.push(() => worker.kill());

  const { accountId } = await createAccount(cell.base, { name: 'chaos', plan: 'paid' });
  const made = await cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'chaos' }));
  const client = createClient(api.url);
  const account: TestAccount = {
    accountId,
    key: made.secret,
    apiKeyId: made.apiKeyId,
    send: (request, options) => client(request, { key: made.secret, ...options }),
  };
  const companies: PushCompany[] = [];
  for (let n = 0; n < count; n++) {
    const name = `push${n}-100`;
    const company = await linkCompany(account, name);
    for (const dataType of synced) await company.sync(dataType);
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
      worker = await serve('worker');
    },
  };
}
