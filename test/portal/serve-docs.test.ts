import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { docsRoutes } from '../../src/portal/serve-docs.ts';
import { useApp } from '../harness.ts';

/** The documentation as the server delivers it, with a build that the test created. */
const app = useApp();
const folder = await mkdtemp(join(tmpdir(), 'daybook-docs-'));
after(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string) {
  await mkdir(join(folder, 'dist', dirname(path)), { recursive: true });
  await writeFile(join(folder, 'dist', path), text);
}
await write('index.html', '<title>Home</title>');
await write('404.html', '<title>Page not found</title>');
await write('errors/index.html', '<title>Errors</title>');
await write('errors.md', '# Errors');
await write('_astro/page.abc.js', `console.log(${JSON.stringify('x'.repeat(5000))});`);
await write('pagefind/fragment/en_1.pf_fragment', 'index');
await write('policy.json', JSON.stringify({ scripts: ["'sha256-abc='"] }));
await writeFile(join(folder, 'secret.txt'), 'not for anybody');

async function serve(dist: string) {
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  for (const { path, handler } of docsRoutes(pathToFileURL(`${dist}/`))) server.get(path, handler);
  after(() => server.close());
  return server.listen({ host: '127.0.0.1', port: 0 });
}
const url = await serve(join(folder, 'dist'));
const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' });

test('pages permit the inline scripts of the build and nothing from other hosts, and are revalidated', async () => {
  const page = await get('/docs/');
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Home/);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "'sha256-abc='", "frame-ancestors 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(part), part);
  assert.doesNotMatch(policy, /https?:|script-src[^;]*unsafe-inline/);
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  assert.equal((await get('/docs/', { 'if-none-match': page.headers.get('etag') ?? '' })).status, 304);
});

test('addresses without the last slash lead to the page, such as the links of error responses', async () => {
  for (const [path, target] of [
    ['/docs', '/docs/'],
    ['/docs/errors', '/docs/errors/'],
  ] as const) {
    const answer = await get(path);
    assert.equal(answer.status, 308, path);
    assert.equal(answer.headers.get('location'), target);
  }
});

test('files with hashed names are cached permanently; Markdown has its type', async () => {
  for (const [path, encoding] of [
    ['/docs/_astro/page.abc.js', 'br'],
    ['/docs/pagefind/fragment/en_1.pf_fragment', null],
  ] as const) {
    const file = await get(path, { 'accept-encoding': 'br' });
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable', path);
    assert.equal(file.headers.get('content-encoding'), encoding);
  }
  assert.equal((await get('/docs/errors.md')).headers.get('content-type'), 'text/markdown; charset=utf-8');
});

test('what is not there returns 404 with a page, and nothing outside the folder is served', async () => {
  for (const path of ['/docs/nowhere', '/docs/nowhere/', '/docs/policy.json', '/docs/..%2fsecret.txt', '/docs/a%00b']) {
    const answer = await get(path);
    assert.equal(answer.status, 404, path);
    assert.match(await answer.text(), /Page not found/, path);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'self'/);
  }
});

test('a page that was built again is served as it is now', async () => {
  await write('again/index.html', 'first');
  assert.equal(await (await get('/docs/again/')).text(), 'first');
  await write('again/index.html', 'second');
  await utimes(join(folder, 'dist/again/index.html'), new Date(), new Date(Date.now() + 5000));
  assert.equal(await (await get('/docs/again/')).text(), 'second');
});

test('without a build, the page says how to build the documentation', async () => {
  const empty = await serve(join(folder, 'empty'));
  const answer = await fetch(`${empty}/docs/errors`);
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /npm run docs/);
});

test('R-EP-12: the documentation needs no key', async () => {
  const answer = await app.send('GET /docs/', { unchecked: true });
  assert.ok([200, 503].includes(answer.status), String(answer.status));
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src/);
});
