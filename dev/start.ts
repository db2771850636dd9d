import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '@daybook/sandbox';
import pg from 'pg';
import { controlSandbox } from '../sandbox/test/control-sandbox.ts';
import { createAuthenticator } from '../src/accounts/authenticate.ts';
import { createLog } from '../src/base/log.ts';
import { openBase } from '../src/context.ts';
import { loadConfig } from '../src/load-config.ts';
import { upgradeDatabase } from '../src/upgrade-database.ts';
import { makeFirstDays } from '../src/webhooks/messages/message-days.ts';
import { buildPortal } from './build-portal.ts';
import { demoEmail, makeDemoData, makeDemoPerson } from './demo-data.ts';
import { freePort, startEmbeddedPostgres } from './embedded-postgres.ts';
import { linkDemoCompanies } from './link-demo.ts';
import { startLiveDemo } from './live-demo.ts';
import { inventPastActivity } from './past-activity.ts';
import { sendWith } from './send-demo.ts';
import { startCells } from './start-cells.ts';

/**
 * `npm run dev`: runs everything on an embedded PostgreSQL, with demo data. Keeps its data in .daybook/dev between
 * runs; `--fresh` deletes it first. The server restarts when one of its files changes. `--cells 2` runs two cells
 * instead.
 */
const root = join(import.meta.dirname, '..');
const home = join(root, '.daybook', 'dev');
const stateFile = join(home, 'state.json');

type State = { secretKeys: string; key: string; password?: string };

const cellsAt = process.argv.indexOf('--cells');
if (cellsAt !== -1) {
  await startCells(process.argv[cellsAt + 1]);
  process.exit();
}

if (process.argv.includes('--fresh')) await rm(home, { recursive: true, force: true });
await mkdir(home, { recursive: true });

// Takes some seconds after a change of the portal, so it runs in parallel with the rest of the start.
const building = buildPortal();
building.catch(() => {});
const postgres = await startEmbeddedPostgres({ folder: join(home, 'postgres'), durable: true });
await createDatabase(postgres.url('postgres'), 'daybook');
const databaseUrl = postgres.url('daybook');

const port = await pickPort(8080);
const sandbox = await startSandbox({ port: await pickPort(8090), stateFile: join(home, 'sandbox.jsonl') });
const known: State | undefined = existsSync(stateFile) ? JSON.parse(await readFile(stateFile, 'utf8')) : undefined;
const secretKeys = known?.secretKeys ?? `dev:${randomBytes(32).toString('base64')}`;
const env = {
  DAYBOOK_DATABASE_URL: databaseUrl,
  DAYBOOK_SECRET_KEYS: secretKeys,
  DAYBOOK_PORT: String(port),
  DAYBOOK_BASE_URL: `http://localhost:${port}`,
  // The demo person is an operator with only a password.
  DAYBOOK_OPERATORS_NEED_CODES: 'false',
  DAYBOOK_SANDBOX_URL: sandbox.url,
  // Allow webhook receivers on this machine, which is where they run during development.
  DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,::1',
  DAYBOOK_WEBHOOK_SOURCE_ADDRESSES: '127.0.0.1',
};

// For operator commands that are run next to this process.
const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
await writeFile(join(home, 'env'), lines.join(''), { mode: 0o600 });

const log = createLog({ level: 'warn', destination: process.stderr });
await upgradeDatabase({ url: databaseUrl, log });
const { key, password } = known?.password ? { ...known, password: known.password } : await makeDemo();

const child = spawn(process.execPath, ['--watch-preserve-output', '--watch', 'src/main.ts', 'serve'], {
  cwd: root,
  env: { ...process.env, DAYBOOK_LOG_LEVEL: 'warn', DAYBOOK_HOST: '127.0.0.1', ...env },
  stdio: ['ignore', 'inherit', 'inherit'],
});
await building;
await waitUntilReady(`http://localhost:${port}/health/ready`).catch(stopAndFail);
const send = sendWith({ url: `http://localhost:${port}`, key });
const linked = await linkDemoCompanies(send);
const companyId = linked[0]?.companyId;
void startLiveDemo({ send, linked, sandbox: controlSandbox(sandbox.url), port: await pickPort(8091) })
  .then(() => inventPastActivity(databaseUrl))
  .catch((error) => process.stderr.write(`The demo data are not complete: ${error}\n`));
process.stdout.write(`
Daybook is running. Ctrl-C stops it and keeps the data (npm run dev -- --fresh starts with new data).

  Portal     http://localhost:${port}/portal/
             sign in as ${demoEmail} with the password ${password}
  API        http://localhost:${port}
  Reference  http://localhost:${port}/docs
  OpenAPI    http://localhost:${port}/openapi.json
  Sandbox    ${sandbox.url} (an accounting system to connect companies to)
  Database   ${databaseUrl}
  Commands   node --env-file=.daybook/dev/env src/main.ts help
  API key    ${key}

Try it:

  curl -u ${key}: 'http://localhost:${port}/companies?pageSize=3'
  curl -u ${key}: -G 'http://localhost:${port}/companies/${companyId}/data/invoices' --data-urlencode 'query=status=paid && totalAmount>1000'
  curl -u ${key}: 'http://localhost:${port}/companies/${companyId}/changes?limit=3'

`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGTERM'));
child.once('exit', (code) => stop(code ?? 0));

/** Keeps data of earlier runs: a folder from before people existed only gets the demo person. */
async function makeDemo(): Promise<{ key: string; password: string }> {
  const base = openBase({ ...(await loadConfig(env)).config, databasePoolSize: 2 }, { log });
  try {
    // A server process does this when it starts, before the first event is emitted.
    await makeFirstDays(base);
    const key = known?.key ?? (await makeDemoData(base)).key;
    const password = randomBytes(9).toString('base64url');
    const { accountId } = await createAuthenticator(base).authenticate(`Basic ${btoa(key)}`);
    await makeDemoPerson(base, { accountId, password });
    await writeFile(stateFile, JSON.stringify({ secretKeys, key, password } satisfies State), { mode: 0o600 });
    return { key, password };
  } finally {
    await base.db.end();
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
}

/** The wanted port if it is free, otherwise any free port. */
async function pickPort(wanted: number): Promise<number> {
  const isTaken = await fetch(`http://127.0.0.1:${wanted}`).then(
    () => true,
    (error) => (error.cause as { code?: string })?.code !== 'ECONNREFUSED',
  );
  return isTaken ? freePort() : wanted;
}

async function stop(code: number): Promise<never> {
  await sandbox.stop();
  await postgres.stop();
  process.exit(code);
}

/** Node goes on watching a server that could not start: nothing of it may be left. */
function stopAndFail(error: Error): Promise<never> {
  process.stderr.write(`${error.message}\n`);
  child.kill('SIGTERM');
  return stop(1);
}

async function waitUntilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server was not ready within 30 seconds. See its log output above.');
}
