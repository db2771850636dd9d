import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { say } from '../../../bench/report.ts';
import { type Cell, startCell } from '../../../bench/start-cell.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { createAccount } from '../../../src/accounts/create-account.ts';
import { createApiKey } from '../../../src/accounts/create-api-key.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { seedConsumer } from '../../webhooks/seed-consumer.ts';
import type { Noted } from './receiver.ts';

/** All participants, each in its own process: PostgreSQL, the receiver, API servers and workers. */
export type Account = { accountId: string; key: string; companyId: string };
export type Consumer = { accountId: string; consumerId: string; name: string; companyId?: string };
/** `isAlone`: the other processes were running, and nothing else was broken for a while. */
export type Disturbance = { kind: string; from: number; to: number; isAlone?: boolean };

export type Stage = {
  cell: Cell;
  accounts: Account[];
  consumers: Consumer[];
  workers: Kept[];
  apis: Kept[];
  receiverPort: number;
  disturbances: Disturbance[];
  /** Waits until PostgreSQL responds again. */
  whenUp(): Promise<void>;
  crashPostgres(): Promise<void>;
  noted(): Promise<Noted[]>;
  serve(role: 'api' | 'worker'): Promise<ServerProcess>;
  close(): Promise<void>;
};

/** A process that is restarted whenever it ends, as a supervisor does in production. */
export type Kept = { current(): ServerProcess | undefined; kill(): Promise<boolean>; stop(): Promise<void> };

export const secretKeys = `bench:${Buffer.alloc(32, 7).toString('base64')}`;
const accountCount = 4;
const root = join(import.meta.dirname, '../../..');

export async function openStage({ workers, apis }: { workers: number; apis: number }): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => say(`closing: ${error}`));
  };
  try {
    const cell = await startCell({ settings: { listen_addresses: '*' } });
    undo.push(() => cell.stop());
    const receiverPort = await freePort();
    const receiver = spawn(process.execPath, ['test/chaos/deliveries/receiver.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: String(receiverPort) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    undo.push(() => endChild(receiver));
    const { accounts, consumers } = await makeAccounts(cell, receiverPort);
    const serve = async (role: 'api' | 'worker') =>
      startServerProcess({ databaseUrl: cell.databaseUrl, port: await freePort(), secretKeys, env: envOf(role) });
    let up = Promise.resolve();
    const stage: Stage = {
      cell,
      accounts,
      consumers,
      workers: [],
      apis: [],
      receiverPort,
      disturbances: [],
      whenUp: () => up,
      async crashPostgres() {
        const disturbance: Disturbance = { kind: 'postgres', from: Date.now(), to: Number.POSITIVE_INFINITY };
        stage.disturbances.push(disturbance);
        await cell.postgres.kill();
        up = cell.postgres.start().then(() => whenAnswering(cell.databaseUrl));
        await up;
        disturbance.to = Date.now();
      },
      noted: async () => (await fetch(`http://127.0.0.1:${receiverPort}/log?from=0`)).json() as Promise<Noted[]>,
      serve,
      close,
    };
    for (let n = 0; n < workers; n++) stage.workers.push(keep(() => serve('worker'), stage));
    for (let n = 0; n < apis; n++) stage.apis.push(keep(() => serve('api'), stage));
    for (const kept of [...stage.workers, ...stage.apis]) undo.push(() => kept.stop());
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
}

/** PostgreSQL accepts connections only after its recovery. */
async function whenAnswering(url: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isUp) return;
  }
  throw new Error('PostgreSQL did not restart within a minute.');
}

export const envOf = (role: 'api' | 'worker') => ({
  DAYBOOK_ROLE: role,
  DAYBOOK_DATABASE_UPGRADE: 'manual',
  DAYBOOK_REQUESTS_PER_MINUTE: '10000000',
  DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '10000000',
  DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,10.213.0.0/16',
  DAYBOOK_LOG_LEVEL: 'error',
});

/** For each account: two consumers of all events, one for a single company, one that never matches. */
async function makeAccounts(cell: Cell, port: number): Promise<Pick<Stage, 'accounts' | 'consumers'>> {
  const accounts: Account[] = [];
  const consumers: Consumer[] = [];
  for (let n = 0; n < accountCount; n++) {
    const { accountId } = await createAccount(cell.base, { name: `chaos ${n}`, plan: 'paid' });
    const made = await cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'chaos' }));
    const companyId = `0198c5a0-0000-7000-8000-00000000000${n}`;
    accounts.push({ accountId, key: made.secret, companyId });
    const add = async (name: string, more: { channels?: string[]; eventTypes?: string[] } = {}) => {
      const url = `http://127.0.0.1:${port}/c/${name}${n}`;
      const { consumerId } = await seedConsumer(cell.base, { accountId, url, ...more });
      return { accountId, consumerId, name: `${name}${n}` };
    };
    consumers.push(await add('first'), await add('second'));
    consumers.push({ ...(await add('company', { channels: [companyId] })), companyId });
    await add('never', { eventTypes: ['push.*'] });
  }
  return { accounts, consumers };
}

export function keep(start: () => Promise<ServerProcess>, stage: { whenUp(): Promise<void> }): Kept {
  let current: ServerProcess | undefined;
  let isStopping = false;
  let failedStarts = 0;
  const isAlive = (server: ServerProcess | undefined) =>
    server !== undefined && server.child.exitCode === null && server.child.signalCode === null;
  const running = (async () => {
    while (!isStopping) {
      await stage.whenUp().catch(() => {});
      // A process that starts while PostgreSQL goes down exits; it is started again.
      current = await start().catch((error) => {
        if (++failedStarts <= 3) say(`a process did not start: ${String(error).slice(0, 300)}`);
        return undefined;
      });
      while (!isStopping && isAlive(current)) await sleep(20);
      if (!current) await sleep(200);
    }
  })();
  return {
    current: () => (isAlive(current) ? current : undefined),
    async kill() {
      if (!isAlive(current)) return false;
      await current?.kill();
      return true;
    },
    async stop() {
      isStopping = true;
      await running;
      if (isAlive(current)) await current?.stop();
    },
  };
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

export const oneOf = <T>(list: readonly T[]): T | undefined => list[randomInt(list.length)];
