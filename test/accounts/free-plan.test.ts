import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs } from '../../src/base/durations.ts';
import { apiRoutes } from '../../src/routes.ts';
import { type TestAccount, useApp } from '../harness.ts';

/** One free plan with all three limits of the requirement: 50 companies, no hourly schedule, 365 days. */
const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock });

test('A-5 R-PAY-01 R-PAY-03 R-PAY-04: one free account has all three limits, and a paid one has none', async () => {
  const hourly = { settings: [{ dataType: 'invoices', fetchOnFirstLink: true, schedule: 'hourly', order: 0 }] };
  const outcomes = async (account: TestAccount) => {
    for (let i = 0; i < 50; i++) await account.send('POST /companies', { body: { name: `c${i}` } });
    const created = await account.send('POST /companies', { body: { name: 'one more' } });
    const scheduled = await account.send('PUT /profile/syncSettings', { body: hourly });
    clock.advanceMs(365 * dayMs + 1);
    const later = await account.send('GET /companies');
    return [created, scheduled, later].map(({ status, body }) => (status === 402 ? body.error : status));
  };
  assert.deepEqual(await outcomes(await app.account({ plan: 'free' })), [
    'CompanyValidationException: Company limit exceeded',
    'SyncSettingsValidationException: Sync schedule not allowed',
    'Payment Required',
  ]);
  assert.deepEqual(await outcomes(await app.account({ plan: 'paid' })), [200, 200, 200]);
});

/** Operations without an account: the caller is not yet known, or is a platform or an owner with a link. */
const open = new Set(
  apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0])
    .filter(({ access }) => access === 'open')
    .map(({ operationId }) => operationId),
);

test('A-5 R-PAY-05 R-BODY-09: every operation of the OpenAPI document returns 402 for an expired free account, with validation', async () => {
  const account = await app.account({ plan: 'free' });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'a' } })).body;
  clock.advanceMs(365 * dayMs + 1);
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  let asked = 0;
  for (const [path, operations] of Object.entries<Record<string, { operationId: string }>>(document.paths)) {
    for (const [method, { operationId }] of Object.entries(operations)) {
      if (open.has(operationId)) continue;
      asked++;
      const filled = path.replace('{companyId}', companyId).replace(/\{\w+\}/g, randomUUID());
      const answer = await account.send(`${method.toUpperCase()} ${filled}`);
      assert.deepEqual([answer.status, answer.body.error], [402, 'Payment Required'], operationId);
      assert.ok(answer.body.validation, `${operationId}: no "validation"`);
      assert.equal(answer.body.validation.errors.length, 1, operationId);
      assert.match(answer.body.validation.errors[0].message, /365 days.*https:\/\/docs\.test\//s);
      assert.deepEqual(answer.body.validation.warnings, [], operationId);
    }
  }
  assert.ok(asked > 100, `${asked} operations`);
  assert.ok(open.size < 25, [...open].join(' '));
});

test('A-5: a free account with more than 50 companies keeps them and cannot create more', async () => {
  const account = await app.account({ plan: 'paid' });
  for (let i = 0; i < 52; i++) await account.send('POST /companies', { body: { name: `c${i}` } });
  await sql`update account set plan = 'free' where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  app.ctx.authenticator.forget();
  assert.equal((await account.send('GET /companies?pageSize=1')).body.totalResults, 52);
  assert.equal((await account.send('POST /companies', { body: { name: 'x' } })).status, 402);
});
