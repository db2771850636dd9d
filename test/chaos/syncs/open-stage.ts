import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cell, startCell } from '../../../bench/start-cell.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { createAccount } from '../../../src/accounts/create-account.ts';
import { createApiKey } from '../../../src/accounts/create-api-key.ts';
import { createClient } from '../../client.ts';
import { controlSandbox } from '../../connectors/control-sandbox.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';

/** Everything that takes part, each in processes of its own: PostgreSQL, the sandbox, the API, one worker at a time. */
export type Stage = {
  cell: Cell;
  control: ReturnType<typeof controlSandbox>;
  sandboxUrl: string;
  /** The sandbox's company that both companies of ours are linked to. */
  name: string;
  api: ServerProcess;
  key: string;
  accountId: string;
  /** Its syncs are struck. */
  struck: SyncedCompany;
  /** Its syncs run undisturbed: what the other must come to. */
  calm: SyncedCompany;
  worker: ServerProcess;
  startWorker(): Promise<void>;
  /** PostgreSQL is down, or has just come back. */
  isOutage(): boolean;
  /** kill -9 of PostgreSQL, and a start on what it left. Answers how long it was away. */
  crashPostgres(): Promise<number>;
  close(): Promise<void>;
};

const secretKeys = `chaos:${Buffer.alloc(32, 9).toString('base64')}`;
/** Requests that were waiting for a connection when PostgreSQL went fail up to this long after it is back. */
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
  const folder = await mkdtemp(join(tmpdir(), 'daybook-chaos-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const cell = await startCell();
  undo.push(() => cell.stop());
  const sandbox = await cell.sandbox(['--state-file', join(folder, 'sandbox.jsonl')]);
  const serve = async (role: 'api' | 'worker') =>
    startServerProcess({
      databaseUrl: cell.databaseUrl,
      port: await freePort(),
      secretKeys,
      env: {
        DAYBOOK_ROLE: role,
        DAYBOOK_SANDBOX_URL: sandbox.url,
        DAYBOOK_DATABASE_UPGRADE: 'manual',
        DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
        DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
      },
    });
  const api = await serve('api');
  undo.push(() => api.kill());

  const { accountId } = await createAccount(cell.base, { name: 'chaos', plan: 'paid' });
  const made = await cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'chaos' }));
  const client = createClient(api.url);
  const account = {
    accountId,
    key: made.secret,
    apiKeyId: made.apiKeyId,
    send: (request: string, options?: object) => client(request, { key: made.secret, ...options }),
  };
  let backAt = 0;
  const stage: Omit<Stage, 'close'> = {
    cell,
    control: controlSandbox(sandbox.url),
    sandboxUrl: sandbox.url,
    name,
    api,
    key: made.secret,
    accountId,
    struck: await linkCompany(account, name),
    calm: await linkCompany(account, name),
    worker: await serve('worker'),
    async startWorker() {
      stage.worker = await serve('worker');
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
