import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, type Report, say } from '../../bench/report.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { packPackage } from '../../dev/pack-package.ts';
import { buildTemplate, cloneTemplate } from '../template.ts';
import { linkCompany } from './linked-company.ts';
import { barsOf } from './provider-runs.ts';
import { holdAll } from './run-live-tests.ts';

const run = promisify(execFile);
const main = join(import.meta.dirname, '../../src/main.ts');
const customersCount = 25;

/**
 * `npm run providers -- outside`: a connector that was made outside the repository with `daybook connector new`, built
 * and packed there, and installed by npm in a third folder, where Daybook is started. It has its own copy of the kit.
 */
export async function runOutside(): Promise<Report> {
  const began = performance.now();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'daybook-outside-')));
  const platform = await startPlatform();
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true }), platform.stop];
  try {
    const installed = await makeConnector(folder, platform);
    say(`installed after ${seconds(began)} s`);
    const data = await mkdtemp(join(tmpdir(), 'daybook-providers-'));
    undo.push(() => rm(data, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({
      folder: data,
      durable: false,
      settings: { max_connections: '100' },
    });
    undo.push(() => postgres.stop());
    await buildTemplate(postgres.url('postgres'));
    const figures: Figures = { ...(await useConnector(postgres.url('postgres'), installed, platform)) };
    figures.seconds = seconds(began);
    return { name: 'outside', figures, bars: holdAll(figures, barsOf('outside', false) ?? []) };
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

const seconds = (began: number) => Math.round((performance.now() - began) / 1000);

type Platform = { url: string; key: string; stop(): Promise<unknown> };

/** The invented platform of the template, with three pages of customers. */
async function startPlatform(): Promise<Platform> {
  const key = 'key-of-acme';
  const all = Array.from({ length: customersCount }, (_, at) => ({
    ...{ id: String(at + 1), name: `Customer ${at + 1}`, email: null, is_active: at % 2 === 0 },
  }));
  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://acme.test');
    const isIn = request.headers.authorization === `Bearer ${key}`;
    const after = Number(searchParams.get('after'));
    const page = all.filter(({ id }) => Number(id) > after).slice(0, Number(searchParams.get('limit')));
    const body = pathname === '/company' ? { name: 'Acme' } : pathname === '/customers' ? page : undefined;
    answer.writeHead(!isIn ? 401 : body ? 200 : 404, { 'content-type': 'application/json' });
    answer.end(isIn && body ? JSON.stringify(body) : '{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key, stop };
}

/** Returns the folder in which the packed connector was installed. */
async function makeConnector(folder: string, platform: Platform): Promise<string> {
  const npm = (args: string[], cwd: string, env = {}) =>
    run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'], { cwd, env: { ...process.env, ...env } });
  const kit = await packPackage('connector-kit', folder);
  await run(process.execPath, [main, 'connector', 'new', 'acme', '--folder', folder]);
  const own = join(folder, 'daybook-connector-acme');
  // npm would otherwise write the path of the tarball into package.json, and so into the packed connector.
  await npm(['install', '--no-save', kit], own);
  await npm(['test'], own);
  await npm(['pack', '--pack-destination', folder], own);
  const env = { ...process.env, NAME_URL: platform.url, NAME_KEY: platform.key };
  await run(process.execPath, ['--test', 'test/acme.live.ts'], { cwd: own, env });
  const installed = join(folder, 'installation');
  await mkdir(installed);
  await writeFile(join(installed, 'package.json'), '{ "private": true }\n');
  await npm(['install', kit, join(folder, 'daybook-connector-acme-0.1.0.tgz')], installed);
  return installed;
}

async function useConnector(serverUrl: string, cwd: string, { url, key }: Platform): Promise<Figures> {
  const daybook = (args: string[], env: Record<string, string>) =>
    run(process.execPath, [main, ...args], { cwd, env: { PATH: process.env.PATH, ...env } }).then(
      ({ stdout }) => ({ isDone: true, text: stdout }),
      (error: { stderr?: string; message: string }) => ({ isDone: false, text: error.stderr ?? error.message }),
    );
  const connectors = { DAYBOOK_CONNECTORS: 'daybook-connector-acme' };
  const listed = await daybook(['connector', 'list'], connectors);
  const refused = await daybook(['connector', 'list'], { DAYBOOK_CONNECTORS: 'daybook-connector-nobody' });
  const credentials = { DAYBOOK_TEST_ACME_URL: url, DAYBOOK_TEST_ACME_KEY: key };
  const checked = await daybook(['connector', 'check', 'acme'], { ...connectors, ...credentials });
  if (!checked.isDone) say(checked.text);

  process.env.DAYBOOK_TEST_DATABASE_URL = serverUrl;
  const { openServer } = await import('../server-process.ts');
  const database = await cloneTemplate(serverUrl);
  const env = { ...connectors, DAYBOOK_PROVIDER_ALLOWED_ADDRESSES: '127.0.0.0/8' };
  const server = await openServer({ databaseUrl: database.url, env, cwd });
  try {
    const { key: apiKey } = await server.account();
    const send = (request: string, options = {}) => server.send(request, { ...options, key: apiKey });
    const { body } = await send('GET /platforms');
    const isShown = body.results.some((one: { platformKey: string }) => one.platformKey === 'acme');
    const company = await linkCompany({ send } as never, { platformKey: 'acme', credentials: { url, key } });
    const { status } = await company.sync('customers');
    const records = await company.records('customers');
    return {
      isListed: listed.isDone && /acme +Acme/.test(listed.text) && isShown,
      isRefusedByName: !refused.isDone && refused.text.includes('"daybook-connector-nobody" cannot be used'),
      conforms: checked.isDone,
      // The command writes a line for each check.
      conformanceFailed: checked.isDone ? 0 : (checked.text.match(/^FAILED /gm)?.length ?? 1),
      isSynced: status === 'Complete' && records.size === customersCount,
      records: records.size,
    };
  } finally {
    await server.stop();
    await database.drop();
  }
}
