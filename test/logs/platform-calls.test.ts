import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs } from '../../src/base/durations.ts';
import { providerHttp } from '../../src/connections/provider/provider-http.ts';
import { keepLogDays } from '../../src/logs/log-days.ts';
import { callEraser } from '../../src/logs/platform-calls/store.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';

const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());
const clock = settableClock(new Date().toISOString());
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });

type Call = {
  callId: string;
  at: string;
  purpose: string;
  syncId?: string;
  dataType?: string;
  method: string;
  host: string;
  path: string;
  query?: string;
  status?: number;
  error?: string;
  durationMs: number;
  waitedMs: number;
  bytes: number;
  retryAt?: string;
};

async function makeCompany(name: string) {
  const account = await app.account();
  const company = await linkCompany(account, name);
  const list = async (query = '', more = ''): Promise<{ results: Call[]; totalResults: number }> => {
    await app.ctx.callLog?.flush();
    const path = `${company.path}/connections/${company.connectionId}/calls`;
    const { status, body, text } = await account.send(`GET ${path}?query=${encodeURIComponent(query)}${more}`);
    assert.equal(status, 200, text);
    return body;
  };
  return { account, company, list };
}

test('every request of a sync is listed with its path, status and duration; their number is what the platform counted', async () => {
  const { company, list } = await makeCompany('calls-3000');
  const linking = await list('purpose=authorize');
  assert.ok(linking.totalResults >= 1, 'the credentials were checked');
  const before = (await control.stats()).requests;
  const { syncId } = await company.sync('invoices');
  const counted = (await control.stats()).requests - before;
  const { results, totalResults } = await list(`syncId=${syncId}`);
  assert.ok(counted > 1);
  assert.equal(totalResults, counted);
  for (const call of results) {
    assert.deepEqual([call.purpose, call.dataType, call.status], ['sync', 'invoices', 200]);
    assert.equal(call.host, new URL(sandbox.url).host);
    assert.match(call.path, /^\/v1\/calls-3000\/invoices|^\/oauth\/token$/);
    assert.ok(call.durationMs > 0 && call.bytes > 100 && call.waitedMs >= 0);
  }
  assert.equal((await list(`syncId=${syncId} && status>=400`)).totalResults, 0);
  const since = clock.now().toISOString();
  const ofInvoices = results.filter(({ path }) => path.includes('invoices')).length;
  assert.equal((await list(`path~invoices && dataType=invoices && at>=${since}`)).totalResults, ofInvoices);
});

test('a refused and a failed request are listed with their reason, and a 429 with the time until which nothing is sent', async () => {
  const { company, list } = await makeCompany('faulty-100');
  await control.limit({ company: 'faulty-100', requests: 1, per_ms: 60_000 });
  await company.sync('invoices');
  await company.sync('bills');
  await control.clearLimits();
  const limited = (await list('status=429')).results[0];
  assert.ok(limited?.retryAt && limited.retryAt > limited.at, JSON.stringify(limited));
  const silent = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { accountId } = await app.account();
  const http = providerHttp(app.ctx, {
    ...{ platformKey: 'sandbox', accountId, companyId: accountId, connectionId: accountId },
    reason: { purpose: 'push' },
  });
  const { port } = silent.address() as AddressInfo;
  await assert.rejects(http.request({ method: 'POST', url: `http://127.0.0.1:${port}/v1/x` }));
  silent.close();
  await app.ctx.callLog?.flush();
  const { rows } = await sql<{ error: string; status: number | null }>`select error, status from platform_call
    where host = ${`127.0.0.1:${port}`}`.execute(app.ctx.db.system);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.status, null);
  assert.ok(rows[0]?.error);
});

test('no secret is ever stored: not from the credentials, the path, the query or a header', async () => {
  const account = await app.account();
  const secrets = {
    credential: 'planted-credential',
    bearer: 'planted-bearer-token',
    user: 'planted-user',
    password: 'planted-password',
    named: 'planted-by-name',
    cookie: 'planted-cookie',
    random: `planted${'a1B2c3D4'.repeat(6)}`,
    body: 'planted-body',
  };
  const echo = createServer((request, response) => {
    response.setHeader('set-cookie', secrets.cookie).end(`${request.url}${secrets.body}`);
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const { port } = echo.address() as AddressInfo;
  const http = providerHttp(app.ctx, {
    platformKey: 'sandbox',
    accountId: account.accountId,
    companyId: account.accountId,
    connectionId: account.accountId,
    reason: { purpose: 'sync' },
    secrets: [secrets.credential],
  });
  const basic = `Basic ${Buffer.from(`${secrets.user}:${secrets.password}`).toString('base64')}`;
  const base = `http://${secrets.user}:${secrets.password}@127.0.0.1:${port}`;
  const send = (path: string, authorization: string) =>
    http.request({
      method: 'POST',
      url: base + path,
      headers: { authorization, cookie: secrets.cookie },
      body: secrets.body,
    });
  await send(`/v1/${secrets.credential}/x?page=2&q=${secrets.credential}#${secrets.credential}`, basic);
  await send(`/v1/${secrets.bearer}?x=${secrets.bearer}&since=2026-01-01`, `Bearer ${secrets.bearer}`);
  await send(`/${secrets.password}?a=${secrets.user}&c=${secrets.cookie}`, basic);
  await send(
    `/x?access_token=${secrets.named}&api_key=${secrets.named}&client_secret=${secrets.named}&sig=${secrets.named}`,
    basic,
  );
  await send(`/${secrets.random}?next=${secrets.random}`, basic);
  await send(`/v1/a%2F${encodeURIComponent(secrets.credential)}%20b?${secrets.credential}=1`, basic);
  echo.close();
  await app.ctx.callLog?.flush();
  const { rows } = await sql<{ text: string; path: string; query: string }>`select c::text as text, path, query
    from platform_call c where account_id = ${account.accountId} order by call_id`.execute(app.ctx.db.system);
  assert.equal(rows.length, 6);
  for (const { text } of rows) assert.doesNotMatch(text, /planted/);
  assert.deepEqual([rows[0]?.path, rows[0]?.query], ['/v1/[masked]/x', 'page=2&q=[masked]']);
  assert.equal(rows[1]?.query, 'x=[masked]&since=2026-01-01', 'what is no secret is shown');
});

test("another account's calls are never listed, and an unknown connection is not found", async () => {
  const [mine, theirs] = [await makeCompany('mine-100'), await makeCompany('theirs-100')];
  const path = `${mine.company.path}/connections`;
  const foreign = await mine.account.send(`GET ${path}/${theirs.company.connectionId}/calls`);
  assert.equal(foreign.status, 403);
  const strange = await mine.account.send(
    `GET ${theirs.company.path}/connections/${theirs.company.connectionId}/calls`,
  );
  assert.equal(strange.status, 403);
  const unknown = await mine.account.send(`GET ${path}/00000000-0000-4000-8000-000000000000/calls`);
  assert.equal(unknown.status, 404);
  const all = (await mine.list()).results;
  assert.ok(all.length > 0 && all.every(({ path: called }) => !called.includes('theirs-100')));
});

test('the calls of an erased company are deleted, and expired days are dropped', async () => {
  const { account, company, list } = await makeCompany('erased-100');
  const { totalResults } = await list();
  const erased = await app.ctx.db.transaction(account.accountId, (tx) =>
    callEraser.erase(tx, { companyId: company.companyId, limit: 100 }),
  );
  assert.equal(erased.rows, totalResults);
  assert.equal((await list()).totalResults, 0);
  await company.sync('bills');
  assert.ok((await list()).totalResults > 0);
  clock.advanceMs(8 * dayMs);
  assert.equal((await list()).totalResults, 0, 'hidden before housekeeping has run');
  await keepLogDays(app.ctx);
  const { rows } = await sql<{ n: number }>`select count(*) as n from platform_call`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.n, 0);
});
