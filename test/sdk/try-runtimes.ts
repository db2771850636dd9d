import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { startCell } from '../../bench/start-cell.ts';
import { createClient } from '../../sdk/src/daybook.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import type { Given } from './program.ts';

/**
 * `npm run sdk:runtimes`: runs the same program (program.ts) with the published SDK in Node 20, the current Node, Deno,
 * Bun and Chromium, against a real server. Prints one line for each; exit code 1 if one fails.
 */
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const runtimes = { deno: 'deno@2.9.6', bun: 'bun@1.4.4', node20: 'node20@npm:node@20' };
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'daybook-runtimes');
const chromiumPath = process.env.DAYBOOK_CHROMIUM ?? '/usr/bin/chromium';
const companies = 25;

const folder = await mkdtemp(join(tmpdir(), 'daybook-runtimes-'));
const cell = await startCell({ settings: { shared_buffers: '128MB', max_wal_size: '1GB' } });
const failures: string[] = [];
try {
  await build();
  await installRuntimes();
  const { url } = await cell.serve({
    DAYBOOK_ROLE: 'all',
    DAYBOOK_BASE_URL: 'http://localhost',
    DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  });
  const given = await prepare(url);
  const bin = (name: string) => join(cache, 'node_modules', name);
  await tried('Node 20', () => inProcess([join(bin('node20'), 'bin/node')], url, given));
  await tried(`Node ${process.versions.node}`, () => inProcess([process.execPath], url, given));
  await tried('Deno', () => inProcess([bin('.bin/deno'), 'run', '--no-config', '--allow-net=127.0.0.1'], url, given));
  await tried('Bun', () => inProcess([bin('.bin/bun'), 'run'], url, given));
  await tried('Chromium', () => inBrowser(url, given));
} finally {
  await cell.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failures.length === 0 ? 0 : 1);

async function tried(name: string, work: () => Promise<string[]>): Promise<void> {
  try {
    const claims = await work();
    process.stdout.write(`ok      ${name}: ${claims.length} claims hold\n`);
  } catch (error) {
    failures.push(name);
    process.stdout.write(`FAILED  ${name}: ${error instanceof Error ? error.message : error}\n`);
  }
}

/** Builds the package as it is published: plain ES modules, with the program next to them. */
async function build(): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', join(root, 'sdk'), '--outDir', folder]);
  const program = await readFile(join(import.meta.dirname, 'program.ts'), 'utf8');
  await writeFile(join(folder, 'program.js'), stripTypeScriptTypes(program));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
}

async function installRuntimes(): Promise<void> {
  await mkdir(cache, { recursive: true });
  if (Object.keys(runtimes).every((name) => existsSync(join(cache, 'node_modules', name)))) return;
  await run('npm', ['install', '--prefix', cache, '--no-audit', '--no-fund', ...Object.values(runtimes)]);
}

/** Creates an account with companies, and a delivery as a receiver got it. */
async function prepare(url: string): Promise<Given> {
  const { accountId } = await createAccount(cell.base, { name: 'Runtimes', plan: 'paid' });
  const { secret: apiKey } = await cell.base.db.transaction(accountId, (tx) =>
    createApiKey(cell.base, tx, { name: 'runtimes' }),
  );
  const daybook = createClient({ baseUrl: url, apiKey });
  for (let i = 0; i < companies; i++) await daybook.createCompany({ body: { name: `Company ${i}` } });
  const receiver = await startReceiver();
  try {
    const { consumerId, secret } = await daybook.createConsumer({ body: { name: 'hook', url: receiver.url } });
    // During the overlap, the delivery has a signature of each kind.
    const { publicKey } = await daybook.rotateConsumerSecret({ consumerId, body: { signature: 'ed25519' } });
    const { messageId } = await daybook.testConsumer({ consumerId });
    const [received] = await receiver.waitFor(1);
    if (!received || !secret || !publicKey) throw new Error('No delivery arrived, or it has no keys.');
    const headers = Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name, String(value)]));
    const delivery = { body: received.body, headers, secret, publicKey, messageId };
    return { baseUrl: url, apiKey, troubleUrl: '', companies, delivery };
  } finally {
    await receiver.stop();
  }
}

async function inProcess([command = '', ...args]: string[], url: string, given: Given): Promise<string[]> {
  let requests = 0;
  const trouble = createServer(async (request, response) => {
    if (requests++ === 0) return void response.writeHead(429, { 'retry-after': '1' }).end('{}');
    const { authorization = '' } = request.headers;
    const answer = await fetch(url + request.url, { headers: { authorization } });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => trouble.listen(0, '127.0.0.1', resolve));
  try {
    const troubleUrl = `http://127.0.0.1:${(trouble.address() as AddressInfo).port}`;
    const main = join(folder, 'main.js');
    await writeFile(main, `${mainOf({ ...given, troubleUrl })}\nconsole.log(JSON.stringify(claims));`);
    const { stdout } = await run(command, [...args, main], { timeout: 60_000 });
    return JSON.parse(stdout);
  } finally {
    trouble.closeAllConnections();
    trouble.close();
  }
}

function mainOf(given: Given): string {
  return `import * as sdk from './daybook.js';
import { trySdk } from './program.js';
const claims = await trySdk(sdk, ${JSON.stringify(given)});`;
}

/** On a page of the API's own origin: the service sends no CORS headers, so a page of another origin cannot call it. */
async function inBrowser(url: string, given: Given): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    let requests = 0;
    await page.route(`${url}/try/**`, async (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      if (name === 'page.html')
        return route.fulfill({ contentType: 'text/html', body: '<script type="module" src="main.js"></script>' });
      if (name === 'main.js') {
        const main = `${mainOf({ ...given, troubleUrl: `${url}/trouble` })}\nglobalThis.claims = claims;`;
        return route.fulfill({ contentType: 'text/javascript', body: main });
      }
      return route.fulfill({ contentType: 'text/javascript', body: await readFile(join(folder, name), 'utf8') });
    });
    await page.route(`${url}/trouble/**`, async (route) => {
      if (requests++ === 0) return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '{}' });
      return route.fulfill({ response: await route.fetch({ url: route.request().url().replace('/trouble', '') }) });
    });
    await page.goto(`${url}/try/page.html`);
    const claims = await page
      .waitForFunction(() => (globalThis as { claims?: string[] }).claims, undefined, { timeout: 30_000 })
      .catch((error) => {
        throw new Error(errors.join('; ') || String(error));
      });
    const refused = await otherOrigin(browser, url, given.apiKey);
    if (!refused) throw new Error('a page of another origin could read a response');
    return [...((await claims.jsonValue()) ?? []), 'the browser blocks a page of another origin'];
  } finally {
    await browser.close();
  }
}

async function otherOrigin(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  url: string,
  key: string,
): Promise<boolean> {
  const page = await browser.newPage();
  await page.route('http://other.example/', (route) => route.fulfill({ contentType: 'text/html', body: 'other' }));
  await page.goto('http://other.example/');
  return page.evaluate(
    async ({ target, authorization }) =>
      fetch(target, { headers: { authorization } }).then(
        () => false,
        () => true,
      ),
    { target: `${url}/companies`, authorization: `Basic ${btoa(key)}` },
  );
}
