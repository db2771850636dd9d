import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { setMaintenance } from '../../src/operations/store.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/**
 * maintenance (503) → authentication (401, 403) → expiry (402) → rate limit (429) → method (405) and path (404) → scope
 * and ownership (403, 404) → input (400). Each request below violates one check and all later ones; the first must win.
 */
const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock });
const nobodys = '01900000-0000-7000-8000-000000000000';
const broken = { body: '{"broken', headers: { 'content-type': 'application/json' } };

async function exhausted(options: { plan: 'free' | 'paid' }): Promise<TestAccount> {
  const account = await app.account(options);
  await app.ctx.db.system
    .updateTable('account')
    .set({ requests_per_minute: 1 })
    .where('account_id', '=', account.accountId)
    .execute();
  assert.equal((await account.send('GET /companies')).status, 200);
  return account;
}

test('R-ERR-21 R-LIMIT-14: maintenance is checked first; processes notice it within seconds and return 503 with Retry-After', async () => {
  const state = { on: true, message: 'back at noon', retryAfterSeconds: 120, since: new Date() };
  await setMaintenance(app.ctx.db.system, state);
  try {
    await waitFor(async () => (await app.send('PATCH /nothing', broken)).status === 503);
    const answer = await app.send('GET /companies', { key: 'wrong' });
    assert.deepEqual([answer.status, answer.body.code, answer.headers.get('retry-after')], [503, 'maintenance', '120']);
    assert.match(answer.body.error, /back at noon/);
    assert.equal((await app.send('GET /health/live')).status, 200, 'probes work during maintenance');
    assert.equal((await app.send('GET /openapi.json', { unchecked: true })).status, 200, 'and so does the reference');
  } finally {
    await setMaintenance(app.ctx.db.system, { ...state, on: false });
  }
  await waitFor(async () => (await app.send('GET /companies')).status === 401);
});

test('workers pause during maintenance and run the due jobs afterwards: nothing is lost', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  const state = { on: true, message: null, retryAfterSeconds: 60, since: new Date() };
  await setMaintenance(app.ctx.db.system, state);
  await waitFor(async () => (await account.send('GET /companies')).status === 503);
  await app.ctx.db.transaction(account.accountId, async (tx) => {
    await tx
      .insertInto('purge_receipt')
      .values({
        account_id: account.accountId,
        company_id: companyId,
        requested_at: new Date(),
        purged_at: null,
        erased: null,
      })
      .execute();
    await tx
      .updateTable('company')
      .set({ deleted_at: new Date() })
      .where('account_id', '=', account.accountId)
      .execute();
    await app.ctx.jobs.enqueue(tx, { name: 'purge-company' }, { accountId: account.accountId, companyId });
  });
  const isPurged = async () =>
    (await app.ctx.db.system.selectFrom('company').selectAll().where('company_id', '=', companyId).execute()).length ===
    0;
  await new Promise((resolve) => setTimeout(resolve, 2500));
  assert.equal(await isPurged(), false, 'the worker is paused');
  await setMaintenance(app.ctx.db.system, { ...state, on: false });
  await waitFor(isPurged);
});

test('authentication is checked before expiry, rate limit, method, path and input', async () => {
  assert.equal((await app.send('PATCH /nothing', broken)).status, 401);
  assert.equal((await app.send('POST /companies', { ...broken, key: 'wrong' })).status, 401);
});

test('expiry is checked before the rate limit', async () => {
  const account = await exhausted({ plan: 'free' });
  clock.advanceMs(366 * 24 * 3600 * 1000);
  for (let i = 0; i < 3; i++) assert.equal((await account.send('PATCH /nothing', broken)).status, 402);
});

test('the rate limit is checked before method, path, ownership and input', async () => {
  const account = await exhausted({ plan: 'paid' });
  for (const request of ['PATCH /nothing', 'DELETE /companies', 'POST /companies', `PATCH /companies/${nobodys}`]) {
    assert.equal((await account.send(request, broken)).status, 429, request);
  }
});

test('method and path are checked before scope, scope before ownership, ownership before input', async () => {
  const [account, other] = [await app.account(), await app.account()];
  const { secret } = await app.key(account.accountId, { scopes: ['read'] });
  const { companyId } = (await other.send('POST /companies', { body: { name: 'x' } })).body;
  const cases: [request: string, key: string, status: number, code: string][] = [
    ['DELETE /companies', secret, 405, 'methodNotAllowed'],
    ['POST /nothing', secret, 404, 'pathNotFound'],
    [`PATCH /companies/${nobodys}`, secret, 403, 'scopeMissing'],
    [`PATCH /companies/${companyId}`, account.key, 403, 'notYourResource'],
    [`PATCH /companies/${nobodys}?unknown=1`, account.key, 404, 'notFound'],
    ['POST /companies?unknown=1', account.key, 400, 'bodyMalformed'],
  ];
  for (const [request, key, status, code] of cases) {
    const answer = await app.send(request, { ...broken, key });
    assert.deepEqual([answer.status, answer.body.code], [status, code], request);
  }
});
