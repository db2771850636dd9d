import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { useApp } from '../harness.ts';

const app = useApp();
const accountPath = '/profile/syncSettings';

const setting = (dataType: string, more: object = {}) => ({
  dataType,
  fetchOnFirstLink: true,
  schedule: 'daily',
  order: 0,
  ...more,
});

type Setting = { dataType: string; schedule: string; order: number; fetchOnFirstLink: boolean; syncFrom?: string };
const of = (body: { settings: Setting[] }, dataType: string) =>
  body.settings.find((candidate) => candidate.dataType === dataType);

async function accountWithCompany(plan: 'paid' | 'free' = 'paid') {
  const account = await app.account({ plan });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  return { account, companyPath: `/companies/${companyId}/syncSettings` };
}

test('R-EP-17: by default, account and company sync every data type daily, in the order of the catalogue', async () => {
  const { account, companyPath } = await accountWithCompany();
  for (const path of [accountPath, companyPath]) {
    const { status, body } = await account.send(`GET ${path}`);
    assert.equal(status, 200);
    assert.deepEqual(
      body.settings,
      dataTypes.map(({ name }, order) => ({ dataType: name, fetchOnFirstLink: true, schedule: 'daily', order })),
    );
  }
});

test("R-EP-17: a company uses the account's settings except where it has its own, and an empty list restores them", async () => {
  const { account, companyPath } = await accountWithCompany();
  const wanted = [
    setting('bills', { schedule: 'weekly', order: 500 }),
    setting('invoices', { schedule: 'none', fetchOnFirstLink: false, syncFrom: '2025-01-01T01:00:00+01:00' }),
  ];
  const put = await account.send(`PUT ${accountPath}`, { body: { settings: wanted } });
  assert.equal(put.status, 200);
  assert.deepEqual((await account.send(`GET ${accountPath}`)).body, put.body);
  assert.deepEqual((await account.send(`GET ${companyPath}`)).body, put.body, "the account's settings");
  assert.deepEqual(of(put.body, 'invoices'), { ...wanted[1], syncFrom: '2025-01-01T00:00:00.000Z' });
  assert.equal(put.body.settings.at(-1).dataType, 'bills', 'ordered');
  assert.equal(put.body.settings.length, dataTypes.length);

  const own = await account.send(`PUT ${companyPath}`, {
    body: { settings: [setting('invoices', { schedule: 'monthly' })] },
  });
  assert.deepEqual([of(own.body, 'invoices')?.schedule, of(own.body, 'bills')?.schedule], ['monthly', 'weekly']);
  assert.deepEqual((await account.send(`GET ${companyPath}`)).body, own.body);
  assert.deepEqual((await account.send(`GET ${accountPath}`)).body, put.body, 'the account keeps its own');
  assert.deepEqual((await account.send(`PUT ${companyPath}`, { body: { settings: [] } })).body, put.body);
});

test('R-EP-17: invalid settings answer 400 with the name of the field and change nothing', async () => {
  const { account, companyPath } = await accountWithCompany();
  const cases: [settings: unknown, itemId: string][] = [
    [[setting('invoices'), setting('bills'), setting('invoices')], 'settings.2.dataType'],
    [[setting('unicorns')], 'settings.0.dataType'],
    [[setting('invoices', { schedule: 'secondly' })], 'settings.0.schedule'],
    [[setting('invoices', { order: -1 })], 'settings.0.order'],
    [[setting('invoices', { order: 1.5 })], 'settings.0.order'],
    [[setting('invoices', { syncFrom: 'yesterday' })], 'settings.0.syncFrom'],
    [[setting('invoices', { syncFrom: '2016-12-31T23:59:60Z' })], 'settings.0.syncFrom'],
    [[setting('invoices', { nonsense: 1 })], 'settings.0.nonsense'],
    [[{ dataType: 'invoices' }], 'settings.0.schedule'],
    [{}, 'settings'],
  ];
  const before = (await account.send(`GET ${accountPath}`)).body;
  for (const path of [accountPath, companyPath]) {
    for (const [settings, itemId] of cases) {
      const { status, body } = await account.send(`PUT ${path}`, { body: { settings } });
      assert.equal(status, 400, JSON.stringify(settings));
      const items = body.validation.errors.map((item: { itemId: string }) => item.itemId);
      assert.ok(items.includes(itemId), `${JSON.stringify(settings)} names ${itemId}, not ${items}`);
    }
    assert.deepEqual((await account.send(`GET ${path}`)).body, before);
  }
});

test('R-PAY-03 R-LIMIT-06: an hourly schedule on a free trial answers 402 with the required error and a link, and changes nothing', async () => {
  const { account, companyPath } = await accountWithCompany('free');
  const settings = [setting('bills', { schedule: 'weekly' }), setting('invoices', { schedule: 'hourly' })];
  for (const path of [companyPath, accountPath]) {
    const { status, body } = await account.send(`PUT ${path}`, { body: { settings } });
    assert.equal(status, 402);
    assert.equal(body.statusCode, 402);
    assert.equal(body.error, 'SyncSettingsValidationException: Sync schedule not allowed');
    assert.deepEqual([body.code, body.retryable, body.service], ['syncScheduleNotAllowed', false, 'sync']);
    const [item] = body.validation.errors;
    assert.equal(item.itemId, 'settings.1.schedule');
    assert.match(item.message, /free.*https:\/\/docs\.test\/errors#syncScheduleNotAllowed/s);
    assert.equal(of((await account.send(`GET ${path}`)).body, 'bills')?.schedule, 'daily');
    assert.equal((await account.send(`PUT ${path}`, { body: { settings: settings.slice(0, 1) } })).status, 200);
  }
});

for (const plan of ['paid'] as const) {
  test(`R-PAY-03 R-LIMIT-06: an hourly schedule is part of the plan ${plan}`, async () => {
    const { account, companyPath } = await accountWithCompany(plan);
    for (const path of [accountPath, companyPath]) {
      const settings = [setting('invoices', { schedule: 'hourly' })];
      const { status, body } = await account.send(`PUT ${path}`, { body: { settings } });
      assert.deepEqual([status, of(body, 'invoices')?.schedule], [200, 'hourly']);
    }
  });
}

test("a key that is limited to some companies cannot change the account's settings, and no key another account's", async () => {
  const { account, companyPath } = await accountWithCompany();
  const limited = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const reading = await app.key(account.accountId, { scopes: ['read'] });
  const body = { settings: [] };
  const tooNarrow = await app.send(`PUT ${accountPath}`, { key: limited.secret, body });
  assert.deepEqual([tooNarrow.status, tooNarrow.body.code], [403, 'keyTooNarrow']);
  const other = await app.account();
  for (const [key, code] of [
    [reading.secret, 'scopeMissing'],
    [other.key, 'notYourResource'],
    [limited.secret, 'notYourResource'],
  ]) {
    const answer = await app.send(`PUT ${companyPath}`, { key: key ?? '', body });
    assert.deepEqual([answer.status, answer.body.code], [403, code]);
  }
});
