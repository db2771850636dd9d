import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '@daybook/sandbox';
import pg from 'pg';
import { commandLine } from '../src/audit/write-audit.ts';
import { createLog } from '../src/base/log.ts';
import { openBase } from '../src/context.ts';
import { loadConfig } from '../src/load-config.ts';
import { updatePerson } from '../src/people/store.ts';
import { createPerson } from '../src/people/team/create-person.ts';
import { upgradeDatabase } from '../src/upgrade-database.ts';
import { makeFirstDays } from '../src/webhooks/messages/message-days.ts';
import { buildPortal } from './build-portal.ts';
import { makeDemoData } from './demo-data.ts';
import { freePort, startEmbeddedPostgres } from './embedded-postgres.ts';
import { cellNames, hasHaproxy, startRouter } from './start-router.ts';

/**
 * `npm run dev -- --cells 2`: two cells behind HAProxy with deploy/cells, each a database of one embedded PostgreSQL and
 * a process. The same person has an account in both. Keeps its data in .daybook/dev-cells; `--fresh` deletes it first.
 */
const root = join(import.meta.dirname, '..');
const home = join(root, '.daybook', 'dev-cells');
const stateFile = join(home, 'state.json');
const email = 'demo@daybook.test';

type CellState = { secretKeys: string; key?: string };
type State = { cellsKey: string; password: string; cells: Record<(typeof cellNames)[number], CellState> };

export async function startCells(count: string | undefined): Promise<void> {
  if (count !== String(cellNames.length))
    return give(`--cells must be ${cellNames.length}, as many as in deploy/cells.`);
  if (!hasHaproxy())
    return give('HAProxy 2.6 or later is needed. Debian: apt-get install haproxy; macOS: brew install haproxy.');
  if (process.argv.includes('--fresh')) await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const building = buildPortal();
  building.catch(() => {});
  const postgres = await startEmbeddedPostgres({ folder: join(home, 'postgres'), durable: true });
  const sandbox = await startSandbox({ port: await freePort(), stateFile: join(home, 'sandbox.jsonl') });
  const state = await readState();
  const ports = { eu1: await freePort(), eu2: await freePort() };
  const router = await startRouter({ ports: { eu1: [ports.eu1, ports.eu1], eu2: [ports.eu2, ports.eu2] } });
  const children: ChildProcess[] = [];
  for (const cell of cellNames) {
    const database = `daybook_${cell}`;
    await createDatabase(postgres.url('postgres'), database);
    const env = {
      DAYBOOK_DATABASE_URL: postgres.url(database),
      DAYBOOK_SECRET_KEYS: state.cells[cell].secretKeys,
      DAYBOOK_CELL: cell,
      DAYBOOK_CELLS: cellNames.map((name) => `${name}=http://127.0.0.1:${ports[name]}`).join(','),
      DAYBOOK_CELLS_KEY: state.cellsKey,
      DAYBOOK_PORT: String(ports[cell]),
      DAYBOOK_BASE_URL: router.url,
      DAYBOOK_TRUSTED_PROXIES: '127.0.0.1',
      DAYBOOK_SANDBOX_URL: sandbox.url,
      DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,::1',
      DAYBOOK_WEBHOOK_SOURCE_ADDRESSES: '127.0.0.1',
    };
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(home, `env.${cell}`), lines.join(''), { mode: 0o600 });
    state.cells[cell].key ??= await makeDemo(env, state.password);
    children.push(serve(env));
  }
  await writeFile(stateFile, JSON.stringify(state), { mode: 0o600 });
  await building;
  for (const cell of cellNames) await router.whenUp(cell, 2);
  process.stdout.write(describe(router.url, state));
  const ended = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.resolve());
  await ended.promise;
  await Promise.all(children.map(end));
  await router.stop();
  await sandbox.stop();
  await postgres.stop();
}

function describe(url: string, { cells, password }: State): string {
  const [eu1, eu2] = [cells.eu1.key, cells.eu2.key];
  return `
Two cells of Daybook are running. Ctrl-C stops them and keeps the data (--fresh starts with new data).

  Portal     ${url}/portal/
             sign in as ${email} with the password ${password}; the account switcher leads to the other cell
  API        ${url}
  Key eu1    ${eu1}
  Key eu2    ${eu2}
  Commands   node --env-file=.daybook/dev-cells/env.eu1 src/main.ts cells status

Try it:

  curl -u ${eu1}: '${url}/companies?pageSize=3'
  curl -u ${eu2}: '${url}/companies?pageSize=3'

`;
}

async function readState(): Promise<State> {
  if (existsSync(stateFile)) return JSON.parse(await readFile(stateFile, 'utf8'));
  const newCell = () => ({ secretKeys: `dev:${randomBytes(32).toString('base64')}` });
  return {
    cellsKey: randomBytes(32).toString('base64'),
    password: randomBytes(9).toString('base64url'),
    cells: { eu1: newCell(), eu2: newCell() },
  };
}

/** A demo account, and a member whose e-mail address is verified, so that the other cell knows them. */
async function makeDemo(env: Record<string, string>, password: string): Promise<string> {
  const log = createLog({ level: 'warn', destination: process.stderr });
  await upgradeDatabase({ url: env.DAYBOOK_DATABASE_URL ?? '', log });
  const base = openBase({ ...(await loadConfig(env)).config, databasePoolSize: 2 }, { log });
  try {
    await makeFirstDays(base);
    const { key, accountId } = await makeDemoData(base);
    const member = { accountId, role: 'administrator' } as const;
    const given = { email, name: 'Demo', password, isOperator: false, member, by: commandLine };
    const { personId } = await createPerson(base, given);
    await updatePerson(base.db.people, personId, { email_verified_at: base.clock.now() });
    return key;
  } finally {
    await base.db.end();
  }
}

function serve(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--watch-preserve-output', '--watch', 'src/main.ts', 'serve'], {
    cwd: root,
    env: { ...process.env, DAYBOOK_LOG_LEVEL: 'warn', DAYBOOK_HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
}

function give(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
