import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startXeroServer, type XeroServer } from '../../../connectors/xero/contract-server/xero-server.ts';
import { freePort, type LocalPostgres, startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { type cellNames, type Router, startRouter } from '../../../dev/start-router.ts';
import { createAccount } from '../../../src/accounts/create-account.ts';
import { createApiKey } from '../../../src/accounts/create-api-key.ts';
import { createLog } from '../../../src/base/log.ts';
import { openBase } from '../../../src/context.ts';
import { loadConfig } from '../../../src/load-config.ts';
import { upgradeDatabase } from '../../../src/upgrade-database.ts';
import { createClient } from '../../client.ts';
import type { TestAccount } from '../../harness.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { atExit } from '../at-exit.ts';
import { openWithUndo, stageLimits, startHere, type Undo } from '../stage-parts.ts';

/** Two cells behind the HAProxy of deploy/cells: each has its own PostgreSQL, sealing key and two processes. */
export type CellName = (typeof cellNames)[number];

export type StageCell = {
  name: CellName;
  postgres: LocalPostgres;
  databaseUrl: string;
  ports: readonly [number, number];
  processes: ServerProcess[];
  account: TestAccount;
  /** The settings of its processes and commands. */
  env: Record<string, string>;
  base: ReturnType<typeof openBase>;
  start(): Promise<void>;
  /** SIGKILL to PostgreSQL and all processes at once. */
  kill(): Promise<void>;
};

export type Stage = {
  router: Router;
  cells: Record<CellName, StageCell>;
  xero: XeroServer;
  /** What the receiver has got since the last call: path, message id, time. */
  noted(): Promise<[path: string, id: string, at: number][]>;
  close(): Promise<void>;
};

const cellsKey = randomBytes(32).toString('base64');
const roles = ['all', 'api'];

export const openStage = (): Promise<Stage> => openWithUndo(open);

async function open(undo: Undo): Promise<Omit<Stage, 'close'>> {
  const [routerPort, receiverPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${routerPort}`;
  const ports = { eu1: [await freePort(), await freePort()], eu2: [await freePort(), await freePort()] } as const;
  startHere(['bench/plain-receiver.ts'], { PORT: String(receiverPort) }, undo);
  const xero = await startXeroServer({ limits: { perMinute: 100_000, perDay: 100_000 }, invoices: 3, bills: 2 });
  undo.push(() => xero.stop());
  const shared = {
    ...stageLimits,
    DAYBOOK_BASE_URL: url,
    DAYBOOK_TRUSTED_PROXIES: '127.0.0.1',
    DAYBOOK_CELLS: `eu1=http://127.0.0.1:${ports.eu1[0]},eu2=http://127.0.0.1:${ports.eu2[0]}`,
    DAYBOOK_CELLS_KEY: cellsKey,
    DAYBOOK_PROVIDER_ALLOWED_ADDRESSES: '127.0.0.0/8',
    DAYBOOK_XERO_URL: xero.url,
    DAYBOOK_XERO_CLIENT_ID: xero.oauth.client.clientId,
    DAYBOOK_XERO_CLIENT_SECRET: xero.oauth.client.clientSecret,
  };
  const cells = {
    eu1: await openCell('eu1', { url, ports: ports.eu1, shared, undo }),
    eu2: await openCell('eu2', { url, ports: ports.eu2, shared, undo }),
  };
  const router = await startRouter({ ports, port: routerPort });
  undo.push(() => router.stop());
  await Promise.all(Object.values(cells).map((cell) => cell.start()));
  await Promise.all([router.whenUp('eu1', 2), router.whenUp('eu2', 2)]);
  for (const { name, account } of Object.values(cells)) {
    const body = { name, url: `http://127.0.0.1:${receiverPort}/noted/${name}`, eventTypes: ['company.created'] };
    const made = await account.send('POST /webhooks/consumers', { body });
    if (made.status >= 300) throw new Error(`The consumer was rejected: ${made.text}`);
  }
  const noted = async () =>
    (await fetch(`http://127.0.0.1:${receiverPort}/noted`)).json() as ReturnType<Stage['noted']>;
  return { router, cells, xero, noted };
}

async function openCell(
  name: CellName,
  given: { url: string; ports: readonly [number, number]; shared: Record<string, string>; undo: Undo },
): Promise<StageCell> {
  const { url, ports, shared, undo } = given;
  const folder = await mkdtemp(join(tmpdir(), `daybook-cells-${name}-`));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ folder, durable: true, settings: { shared_buffers: '256MB' } });
  undo.push(() => postgres.stop());
  const client = new pg.Client(postgres.url('postgres'));
  await client.connect();
  await client.query('create database daybook');
  await client.end();
  const databaseUrl = postgres.url('daybook');
  const secretKeys = `${name}:${randomBytes(32).toString('base64')}`;
  const log = createLog({ level: 'error', destination: process.stderr });
  await upgradeDatabase({ url: databaseUrl, log });
  const env = { ...shared, DAYBOOK_CELL: name, DAYBOOK_DATABASE_URL: databaseUrl, DAYBOOK_SECRET_KEYS: secretKeys };
  const { config } = await loadConfig(env);
  const quiet = createLog({ level: 'silent' });
  const base = openBase({ ...config, databasePoolSize: 2 }, { log: quiet });
  undo.push(() => base.db.end());
  const processes: ServerProcess[] = [];
  undo.push(() => Promise.all(processes.map((one) => one.kill())));
  atExit(() => {
    for (const { child } of processes) child.kill('SIGKILL');
  });
  const cell: StageCell = {
    ...{ name, postgres, databaseUrl, ports, processes, env, base },
    account: await makeAccount(base, url),
    async start() {
      const started = ports.map((port, at) => {
        const role = { DAYBOOK_CELL: name, DAYBOOK_ROLE: roles[at] ?? 'api' };
        return startServerProcess({ databaseUrl, port, secretKeys, env: { ...shared, ...role } });
      });
      processes.splice(0, processes.length, ...(await Promise.all(started)));
    },
    async kill() {
      await Promise.all([postgres.kill(), ...processes.map((one) => one.kill())]);
      processes.length = 0;
    },
  };
  return cell;
}

async function makeAccount(base: StageCell['base'], url: string): Promise<TestAccount> {
  const { accountId } = await createAccount(base, { name: base.cell, plan: 'paid' });
  const made = await base.db.transaction(accountId, (tx) => createApiKey(base, tx, { name: 'chaos' }));
  const client = createClient(url);
  return {
    accountId,
    key: made.secret,
    apiKeyId: made.apiKeyId,
    send: (request, options) => client(request, { key: made.secret, ...options }),
  };
}
