import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { startSandbox } from '../src/start-sandbox.ts';
import { controlSandbox } from './control-sandbox.ts';
import { sandboxClient, type WirePage } from './sandbox-client.ts';

const clock = settableClock();
const sandbox = await startSandbox({ clock, pageSizeMax: 50, changesKept: 100 });
after(() => sandbox.stop());
const control = controlSandbox(sandbox.url);

async function postToken(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${sandbox.url}/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) });
}

test('an access token expires, is renewed with its refresh token, and survives a restart', async () => {
  const company = 'tokens-100';
  const client = sandboxClient(sandbox.url, company);
  const granted = await (await postToken({ company, secret: `sandbox-${company}` })).json();
  const { access_token, refresh_token, expires_in } = granted as Record<string, string>;
  assert.equal((await client.get('info', access_token)).status, 200);
  const restarted = await startSandbox({ clock });
  assert.equal((await sandboxClient(restarted.url, company).get('info', access_token)).status, 200);
  await restarted.stop();
  clock.advanceMs(Number(expires_in) * 1000);
  assert.equal((await client.get('info', access_token)).status, 401);
  assert.equal((await client.get('info', refresh_token)).status, 401, 'a refresh token gives no access');
  const renewed = (await (await postToken({ refresh_token })).json()) as { access_token: string };
  assert.equal((await client.get('info', renewed.access_token)).status, 200);
});

test('wrong credentials, foreign companies and unknown or invalid requests are rejected', async () => {
  const client = sandboxClient(sandbox.url, 'refusals-100');
  const statuses = [
    (await postToken({ company: 'refusals-100', secret: 'guess' })).status,
    (await postToken({ company: 'refusals-99', secret: 'sandbox-refusals-99' })).status,
    (await postToken({ company: 'refusals-1000001', secret: 'sandbox-refusals-1000001' })).status,
    (await postToken({ refresh_token: 'sbx.e30.x' })).status,
    (await client.get('info', 'nonsense')).status,
    (await sandboxClient(sandbox.url, 'others-100').get('info', await client.signIn())).status,
    (await client.get('invoices', await client.signIn('denied-refusals-100'))).status,
    (await client.get('info', await client.signIn('denied-refusals-100'))).status,
    (await client.get('unicorns')).status,
    (await client.get('invoices?after=nonsense')).status,
    (await client.get('invoices?limit=0')).status,
    (await client.get('invoices/changes?since=x')).status,
  ];
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 403, 403, 200, 404, 400, 400, 400]);
});

test('changes are returned in order and each record once; a position that is too old or ahead gets 410', async () => {
  const company = 'changes-200';
  const client = sandboxClient(sandbox.url, company);
  const before = await client.all('invoices');
  const made = await control.change(company, { type: 'invoices', update: 60, create: 5, delete: 7 });
  assert.equal(made.position, 72);
  const page = async (since: number) =>
    (await (await client.get(`invoices/changes?since=${since}`)).json()) as {
      records: { id: string; deleted?: boolean }[];
      position: number;
      more: boolean;
    };
  const [first, second] = [await page(0), await page((await page(0)).position)];
  assert.deepEqual([first.records.length, first.more, second.more], [50, true, false]);
  const told = [...first.records, ...second.records];
  assert.deepEqual(
    told.map((record) => record.id),
    [...made.created, ...made.updated, ...made.deleted],
  );
  assert.deepEqual(
    told.filter((record) => record.deleted).map((record) => record.id),
    made.deleted,
  );
  assert.deepEqual(await page(72), { records: [], position: 72, more: false });
  const now = (await client.all('invoices')).map((record) => record.id);
  const expected = [
    ...before.map((record) => String(record.id)).filter((id) => !made.deleted.includes(id)),
    ...made.created,
  ];
  assert.deepEqual(now, expected.sort());

  const again = await control.change(company, { type: 'invoices', update: 20, seed: 1 });
  const ids = (await page(50)).records.map((record) => record.id);
  assert.equal(new Set(ids).size, ids.length, 'a record that changed twice is returned once');
  assert.deepEqual(ids.slice(-20), again.updated);
  assert.equal((await client.get('invoices/changes?since=93')).status, 410);
  await control.change(company, { type: 'bills', update: 10 });
  await control.change(company, { type: 'bills', update: 10 });
  assert.equal((await client.get('invoices/changes?since=11')).status, 410, 'only 100 changes are kept');
  assert.equal((await client.get('invoices/changes?since=12')).status, 200);
  await assert.rejects(control.change(company, { type: 'invoices', delete: 199 }), /400/);
});

test('with a state file a restarted sandbox has the same books and positions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-sandbox-'));
  const stateFile = join(folder, 'changes.jsonl');
  const seen: string[] = [];
  for (const [update, restart] of [
    [5, 0],
    [0, 1],
  ] as const) {
    const running = await startSandbox({ stateFile });
    if (update) await controlSandbox(running.url).change('kept-100', { type: 'items', update, create: 2, delete: 1 });
    const client = sandboxClient(running.url, 'kept-100');
    seen.push((await client.bodies('items')).join() + (await (await client.get('items/changes?since=0')).text()));
    await running.stop();
    if (restart) assert.equal(seen[0], seen[1]);
  }
  await rm(folder, { recursive: true });
  assert.equal(seen.length, 2);
});

test('a rate limit returns 429 with Retry-After until its window ends', async () => {
  const [limited, free] = [sandboxClient(sandbox.url, 'limited-100'), sandboxClient(sandbox.url, 'free-100')];
  await Promise.all([limited.get('info'), free.get('info')]);
  await control.limit({ company: 'limited-100', requests: 3, per_ms: 2500 });
  const statuses = [];
  for (let number = 0; number < 5; number++) statuses.push((await limited.get('info')).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.equal((await limited.get('info')).headers.get('retry-after'), '3');
  assert.equal((await free.get('info')).status, 200);
  clock.advanceMs(2500);
  assert.equal((await limited.get('info')).status, 200);
  await control.limit({ requests: 1, per_ms: 1000 });
  assert.deepEqual([(await free.get('info')).status, (await limited.get('info')).status], [200, 429]);
  await control.clearLimits();
  assert.equal((await free.get('info')).status, 200);
});

test('a fault hits the requests that it matches, after the skipped ones, as often as ordered', async () => {
  const client = sandboxClient(sandbox.url, 'faults-200');
  await client.get('info');
  const match = { company: 'faults-200', type: 'items' };
  await control.fault({ match, fault: { kind: 'status', status: 429, retryAfter: 7 }, skip: 1, times: 2 });
  const answers = [];
  for (let number = 0; number < 4; number++) answers.push(await client.get('items'));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 429, 429, 200],
  );
  assert.equal(answers[1]?.headers.get('retry-after'), '7');
  assert.equal((await client.get('bills')).status, 200);
  await control.clearFaults();

  const plain = await client.all('items');
  await control.fault({ match, fault: { kind: 'reorder' } });
  const reordered = await client.all('items');
  assert.notDeepEqual(reordered, plain);
  assert.deepEqual(new Set(reordered.map(({ id }) => id)), new Set(plain.map(({ id }) => id)));
  await control.clearFaults();

  await control.fault({ match, fault: { kind: 'vanish', share: 0.4 } });
  const left = await client.all('items');
  assert.ok(left.length > 80 && left.length < 160, `${left.length} of 200 are left`);
  assert.deepEqual(await client.all('items', 17), left, 'the same records are always omitted');
  await control.clearFaults();
  assert.deepEqual(await client.all('items'), plain);

  await control.fault({ match: { path: '/v1/faults-200/items' }, fault: { kind: 'slow', ms: 300 }, times: 1 });
  const start = performance.now();
  await client.get('items');
  assert.ok(performance.now() - start >= 290);

  await control.fault({ match, fault: { kind: 'truncate' }, times: 1 });
  await assert.rejects(async () => (await client.get('items')).text());
  await control.fault({ match, fault: { kind: 'garbage' }, times: 1 });
  await assert.rejects(async () => (await client.get('items')).json(), SyntaxError);
  await control.clearFaults();
  await assert.rejects(control.send('POST', '/faults', { fault: { kind: 'unheard-of' } }), /400/);
  await assert.rejects(control.send('POST', '/faults', { fault: { kind: 'hang' }, tmes: 1 }), /400/);
});

test('a hanging request does not prevent the sandbox from stopping', async () => {
  const own = await startSandbox();
  await controlSandbox(own.url).fault({ fault: { kind: 'hang' } });
  const hanging = assert.rejects(sandboxClient(own.url, 'hang-100').get('info'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await own.stop();
  await hanging;
});

test('requests are counted by company and data type, and so are concurrent requests', async () => {
  const client = sandboxClient(sandbox.url, 'counted-100');
  await client.get('info');
  await control.send('DELETE', '/stats');
  await control.fault({ match: { company: 'counted-100' }, fault: { kind: 'slow', ms: 200 } });
  await Promise.all(['items', 'items', 'bills'].map((type) => client.get(type)));
  await control.clearFaults();
  const { companies, atOnceMax, requests } = await control.stats();
  assert.deepEqual(companies['counted-100'], { requests: 3, atOnceMax: 3, types: { items: 2, bills: 1 } });
  assert.deepEqual([atOnceMax, requests], [3, 3]);
});

test('a page size above the maximum is lowered, and a page read during changes loses no record', async () => {
  const client = sandboxClient(sandbox.url, 'pages-200');
  const first = (await (await client.get('invoices?limit=1000')).json()) as WirePage;
  assert.equal(first.records.length, 50);
  const before = (await client.all('invoices')).map(({ id }) => String(id));
  const { created, deleted } = await control.change('pages-200', { type: 'invoices', create: 20, delete: 20 });
  const second = (await (await client.get(`invoices?limit=30&after=${first.next}`)).json()) as WirePage;
  const last = String(first.records.at(-1)?.id);
  const live = [...before.filter((id) => !deleted.includes(id)), ...created].sort();
  assert.deepEqual(
    second.records.map(({ id }) => id),
    live.filter((id) => id > last).slice(0, 30),
  );
});

test('the control routes accept requests from this machine only', async (t) => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4');
  if (!outside) return t.skip('this machine has no external address');
  const open = await startSandbox({ host: '0.0.0.0' });
  const port = new URL(open.url).port;
  assert.equal((await fetch(`http://127.0.0.1:${port}/control/stats`)).status, 200);
  assert.equal((await fetch(`http://${outside.address}:${port}/control/stats`)).status, 403);
  await open.stop();
});
