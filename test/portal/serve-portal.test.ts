import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { portalRoutes } from '../../src/portal/serve-portal.ts';
import { useApp } from '../harness.ts';

/** The portal and the link page as the server delivers them to a browser. */
const app = useApp();
const folder = await mkdtemp(join(tmpdir(), 'daybook-portal-'));
after(() => rm(folder, { recursive: true, force: true }));
const script = `console.log(${JSON.stringify('x'.repeat(5000))});`;
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'portal.html'), '<!doctype html><title>Portal</title>');
await writeFile(join(folder, 'link.html'), '<!doctype html><title>Link</title>');
await writeFile(join(folder, 'assets/main-abc123.js'), script);
await writeFile(join(folder, 'secret.txt'), 'not for anybody');

/** Serves the routes on a separate server, with a build that the test created. */
async function serve(dist: string) {
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  for (const { path, handler } of portalRoutes(pathToFileURL(`${dist}/`))) server.get(path, handler);
  after(() => server.close());
  return server.listen({ host: '127.0.0.1', port: 0 });
}
const url = await serve(folder);

test('every path of the portal returns the same page, with headers that block other content', async () => {
  for (const path of ['/portal', '/portal/', '/portal/companies/019a0000/data', '/portal/a/b/c?x=1']) {
    const answer = await fetch(url + path);
    assert.equal(answer.status, 200, path);
    assert.match(await answer.text(), /Portal/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /script-src|unsafe-eval|https?:/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
  }
});

test('R-EP-20: the link page is not cached, and its URL is not sent as a referrer', async () => {
  const answer = await fetch(`${url}/link/${'t'.repeat(32)}`);
  assert.match(await answer.text(), /Link/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(answer.headers.get('cross-origin-opener-policy'), 'unsafe-none');
  assert.equal(answer.headers.get('x-frame-options'), 'DENY');
});

test('files with hashed names are cached permanently, compressed, and answered with 304', async () => {
  const answer = await fetch(`${url}/portal/assets/main-abc123.js`, { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers.get('content-encoding'), 'br');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(await answer.text(), script);
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${url}/portal/assets/main-abc123.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
});

test('only files of the build are served: other files, other folders and unknown names are not found', async () => {
  for (const path of [
    'secret.txt',
    '..%2fsecret.txt',
    '%2e%2e%2fsecret.txt',
    '..%2f..%2f..%2fetc%2fpasswd',
    'none.js',
    '.env',
  ]) {
    const answer = await fetch(`${url}/portal/assets/${path}`);
    assert.ok(answer.status >= 400, path);
    assert.doesNotMatch(await answer.text(), /not for anybody|root:/);
  }
});

test('without a build the page says what to run', async () => {
  const answer = await fetch(`${await serve(join(folder, 'nothing'))}/portal/`);
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /npm run portal/);
});

test('the server redirects a browser from / to the portal, and returns 404 to a program', async () => {
  const browser = await fetch(`${app.url}/`, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
  assert.deepEqual([browser.status, browser.headers.get('location')], [302, '/portal/']);
  const program = await app.send('GET /');
  assert.deepEqual([program.status, program.body.code], [404, 'pathNotFound']);
  const portal = await fetch(`${app.url}/portal/`);
  assert.match(portal.headers.get('content-type') ?? '', /^text\/html/);
  assert.ok([200, 503].includes(portal.status));
  assert.match(portal.headers.get('x-correlation-id') ?? '', /^[0-9a-f-]{36}$/);
});
