import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from '../../src/http/limits/address-limit.ts';
import { apiRoutes } from '../../src/routes.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { openRequestsPerMinute: 40 } });
const kib = 1024;

async function post(path: string, body: string): Promise<{ status: number; code: string; error: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(app.url + path, { method: 'POST', headers, body });
  const { code = '', error = '' } = (await answer.json().catch(() => ({}))) as { code?: string; error?: string };
  return { status: answer.status, code, error };
}

test('A-26: open routes accept 16 KiB, notifications of platforms and mappings of files 256 KiB, and all are counted per address before parsing', async () => {
  const routes = apiRoutes({ ...app.ctx, baseUrl: '', cell: 'main', forgetKeys() {}, version: '0', singleSignOn: [] });
  const open = routes.filter((route) => route.access === 'open' && route.method === 'POST');
  assert.ok(open.length >= 6, open.map((route) => route.path).join());
  for (const route of open) {
    // The limit of files is a setting (test/links/owner-uploads.test.ts).
    if (route.file) continue;
    const limit = route.bodyLimitBytes ?? 16 * kib;
    const isLarge = route.path.startsWith('/providers/') || route.path.includes('/uploads/');
    assert.equal(limit, isLarge ? 256 * kib : 16 * kib, route.path);
    const path = route.path.replaceAll(/\{[^}]*\}/g, '01980000-0000-7000-8000-000000000000');
    const answer = await post(path, JSON.stringify({ email: 'x'.repeat(limit) }));
    assert.deepEqual([answer.status, answer.code], [413, 'bodyTooLarge'], route.path);
    assert.match(answer.error, new RegExp(`at most ${limit} bytes`));
  }
  const refusals = await Promise.all(Array.from({ length: 41 }, () => post('/session', '{ no JSON')));
  const [last] = refusals.filter((answer) => answer.status === 429);
  assert.equal(last?.code, 'tooManyRequests');
  assert.match(last?.error ?? '', /more than 40 requests without a key/);
  const account = await app.account();
  assert.equal((await account.send('GET /companies')).status, 200, 'requests with a key are not counted per address');
});

test('A-26: IPv6 addresses are counted by their /64 network', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ];
  for (const [address, network] of cases) assert.equal(networkOf(address), network, address);
});
