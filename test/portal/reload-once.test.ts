import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { chromium } from 'playwright-core';
import { portalRoutes } from '../../src/portal/serve-portal.ts';
import { waitFor } from '../wait-for.ts';

/** What a browser does when a process of another release has not got the files of its page. */
const executablePath = '/usr/bin/chromium';
const skip = existsSync(executablePath) || process.env.CI ? false : 'Chromium is not installed';
const head = '<!doctype html><script src="/portal/assets/reload-once.js"></script>';

/** Serves a page whose files the test chooses, and counts how often the page is loaded. */
async function serve(page: string) {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-reload-'));
  await mkdir(join(folder, 'assets'));
  await copyFile('portal/public/assets/reload-once.js', join(folder, 'assets/reload-once.js'));
  await writeFile(join(folder, 'portal.html'), head + page);
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  for (const { path, handler } of portalRoutes(pathToFileURL(`${folder}/`))) server.get(path, handler);
  const seen = { pages: 0, onMissing: async () => {} };
  server.addHook('onResponse', async (request, reply) => {
    if (request.url === '/portal/') seen.pages++;
    if (request.url.includes('/assets/') && reply.statusCode >= 400) await seen.onMissing();
  });
  const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/portal/`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], headless: true });
  after(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const add = (name: string, text: string) => writeFile(join(folder, 'assets', name), text);
  return { url, seen, add, tab: await browser.newPage() };
}

test('a page whose script is missing reloads itself, and works when the script is there', { skip }, async () => {
  const { url, seen, add, tab } = await serve('<script type="module" src="/portal/assets/main-1.js"></script>');
  seen.onMissing = () => add('main-1.js', 'document.title = "works";');
  await tab.goto(url);
  await tab.waitForFunction('document.title === "works"');
  assert.equal(seen.pages, 2);
});

test('a page whose script stays missing reloads itself only once', { skip }, async () => {
  const { url, seen, tab } = await serve('<script type="module" src="/portal/assets/main-1.js"></script>');
  await tab.goto(url);
  await waitFor(() => seen.pages === 2);
  await sleep(1500);
  assert.equal(seen.pages, 2);
});

test('a page whose code for a later step is missing reloads itself once', { skip }, async () => {
  const { url, seen, tab } = await serve('<p>page</p>');
  await tab.goto(url);
  assert.equal(seen.pages, 1);
  // Later, because the reload would otherwise end the call of the browser.
  const fail = "void setTimeout(() => dispatchEvent(new Event('vite:preloadError')), 200)";
  const reloaded = tab.waitForEvent('load');
  await tab.evaluate(fail);
  await reloaded;
  assert.equal(seen.pages, 2);
  await tab.evaluate(fail);
  await sleep(1500);
  assert.equal(seen.pages, 2);
});

test('both pages load this script first', async () => {
  for (const page of ['portal.html', 'link.html']) {
    const text = await readFile(`portal/${page}`, 'utf8');
    assert.equal(/<script[^>]*>/.exec(text)?.[0], '<script src="/assets/reload-once.js">', page);
  }
});
