import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import type { Principal } from '../../src/http/access/principal.ts';
import { readFigures, readSources } from '../../src/insights/sources.ts';
import { anInvoice, companyWith, publishRecords } from '../data/seed-data-set.ts';
import { seedConnection, seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { parseTexts, rawNumber } from './exact-sums.ts';

/** The insights of a company: who may read them, what they say about missing data, and their moment. */
const clock = settableClock('2026-11-17T10:00:00Z');
const app = useApp({ clock, config: { sandboxUrl: 'http://127.0.0.1:9', role: 'api' } });
const names = ['cash', 'revenue', 'receivables', 'payables', 'customers'];

const open = (fields: object = {}) =>
  anInvoice({ status: 'Submitted', amountDue: 100, dueDate: '2026-10-01T00:00:00Z', ...fields });

async function companyOf(account: TestAccount, body: object = {}) {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'books', ...body } })).body;
  return { companyId, at: `/companies/${companyId}/insights` };
}

test("A-4: the insights of another account's company are refused with 403, of an unknown one with 404", async () => {
  const [mine, theirs] = [await app.account(), await app.account()];
  const { companyId } = await companyWith(app.ctx.db, theirs, [{ id: 'i1', record: open() }]);
  for (const name of names) {
    const foreign = await mine.send(`GET /companies/${companyId}/insights/${name}`);
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'notYourResource'], foreign.text);
    const unknown = await mine.send(`GET /companies/${randomUUID()}/insights/${name}`);
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'notFound'], unknown.text);
    assert.equal((await app.send(`GET /companies/${companyId}/insights/${name}`)).status, 401);
  }
});

test('a key that is limited to company tags reads the insights of companies with these tags only', async () => {
  const account = await app.account();
  const inside = await companyOf(account, { tags: { region: 'EU' } });
  const outside = await companyOf(account, { tags: { region: 'US' } });
  const { secret: key } = await app.key(account.accountId, { companyTags: { region: 'EU' }, scopes: ['read'] });
  const { secret: pusher } = await app.key(account.accountId, { scopes: ['push'] });
  for (const name of names) {
    assert.equal((await app.send(`GET ${inside.at}/${name}`, { key })).status, 200);
    assert.equal((await app.send(`GET ${outside.at}/${name}`, { key })).status, 403);
    assert.equal((await app.send(`GET ${inside.at}/${name}`, { key: pusher })).status, 403);
  }
});

test('a deleted company has no insights, even if they were read before', async () => {
  const account = await app.account();
  const { companyId } = await companyWith(app.ctx.db, account, [{ id: 'i1', record: open() }]);
  const path = `GET /companies/${companyId}/insights/receivables`;
  const before = await account.send(path);
  assert.equal(before.status, 200);
  assert.equal((await account.send(`DELETE /companies/${companyId}`)).status, 204);
  const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
  for (const options of [{}, { headers }]) assert.equal((await account.send(path, options)).status, 404);
});

test('a company that is deleted between the two statements of an insight is not found', async () => {
  const account = await app.account();
  const { companyId, accountId } = await companyWith(app.ctx.db, account, [{ id: 'i1', record: open() }]);
  const principal = { accountId, companyTags: null } as Principal;
  const asked = { principal, companyId, asOf: undefined, self: '', search: '' };
  const { found } = await readSources(app.ctx, asked, ['invoices']);
  const figures = sql`select count(*) as n from record r where r.company_id = ${companyId}`;
  const read = () => readFigures(app.ctx, asked, { sources: [...found.values()], figures });
  assert.deepEqual(await read(), [{ n: 1 }]);
  await account.send(`DELETE /companies/${companyId}`);
  await assert.rejects(read(), { name: 'ApiError', message: 'Not found: there is no such company.' });
});

test('a data type that cannot be read is listed with the reason and what to do, and the rest is computed', async () => {
  const account = await app.account();
  const { companyId, at } = await companyOf(account);
  const missing = async (name: string) => {
    const { body } = await account.send(`GET ${at}/${name}`);
    return body.missing.map((one: { dataType: string; code: string }) => `${one.dataType} ${one.code}`);
  };
  // Without a connection nothing has been requested.
  assert.deepEqual(await missing('receivables'), ['invoices dataSetNotRequested']);
  const place = { accountId: account.accountId, companyId };
  const connectionId = await seedConnection(app.ctx.db, place);
  const invoices = await seedDataSet(app.ctx.db, { ...place, connectionId });
  assert.deepEqual(await missing('receivables'), ['invoices dataSetNotReady']);
  assert.deepEqual(await missing('payables'), ['bills dataSetNotRequested']);
  assert.deepEqual(await missing('cash'), ['bankAccounts dataSetNotRequested', 'accounts dataSetNotRequested']);
  await publishRecords(app.ctx.db, invoices, [{ id: 'i1', record: open({ customerRef: { id: 'c1' } }) }]);
  assert.deepEqual(await missing('receivables'), []);
  assert.deepEqual(await missing('customers'), ['creditNotes dataSetNotRequested']);
  const { body } = await account.send(`GET ${at}/revenue`);
  assert.deepEqual(
    body.missing.map((one: { dataType: string }) => one.dataType),
    ['profitAndLoss', 'creditNotes', 'bills', 'billCreditNotes'],
  );
  assert.match(body.missing[2].message, /Request it with POST …\/data\/queue\/bills/);
  assert.equal(body.basis, 'documents');
  const { revenue, costs, result } = body.currencies[0];
  assert.deepEqual([revenue, costs, result], [100, undefined, undefined]);
});

test('a data type that the platform does not support is missing as such', async () => {
  const account = await app.account();
  const { companyId, at } = await companyOf(account);
  const connectionId = await seedConnection(app.ctx.db, { accountId: account.accountId, companyId });
  await app.ctx.db.system
    .updateTable('connection')
    .set({ platform_key: 'hledger' })
    .where('connection_id', '=', connectionId)
    .execute();
  const { body } = await account.send(`GET ${at}/receivables`);
  assert.equal(body.missing[0].code, 'dataTypeNotSupported');
  assert.deepEqual(body.currencies, []);
});

test('every figure has its moment: the generations that were read, when they were published and last synced', async () => {
  const account = await app.account();
  const at = new Date('2026-11-16T09:14:00Z');
  const invoices = await companyWith(app.ctx.db, account, [{ id: 'i1', record: open() }], { at });
  const path = `GET /companies/${invoices.companyId}/insights/receivables`;
  const first = await account.send(path);
  assert.equal(first.body.date, '2026-11-17');
  const [source] = first.body.sources;
  const { dataType, connectionId, generation, publishedAt, lastSuccessfulSync } = source;
  assert.deepEqual(
    { dataType, connectionId, generation, publishedAt },
    { dataType: 'invoices', connectionId: invoices.connectionId, generation: 1, publishedAt: at.toISOString() },
  );
  assert.equal(lastSuccessfulSync, at.toISOString());

  const headers = { 'if-none-match': first.headers.get('etag') ?? assert.fail() };
  assert.equal((await account.send(path, { headers })).status, 304);
  await publishRecords(app.ctx.db, invoices, [{ id: 'i2', record: open() }], { at: new Date('2026-11-17T08:00:00Z') });
  const second = await account.send(path, { headers });
  assert.equal(second.status, 200);
  assert.deepEqual([second.body.sources[0].generation, second.body.currencies[0].count], [2, 2]);

  // The next day, a document ages, although nothing was published.
  clock.set('2026-11-18T00:00:00Z');
  try {
    const again = { 'if-none-match': second.headers.get('etag') ?? '' };
    const next = await account.send(path, { headers: again });
    assert.deepEqual([next.status, next.body.date], [200, '2026-11-18']);
  } finally {
    clock.set('2026-11-17T10:00:00Z');
  }
});

test('asOf computes the figures of an earlier moment, from what was published then and with the ages of then', async () => {
  const account = await app.account();
  const invoices = await companyWith(app.ctx.db, account, [{ id: 'i1', record: open() }], {
    at: new Date('2026-10-15T09:00:00Z'),
  });
  await publishRecords(app.ctx.db, invoices, [{ id: 'i1', record: open({ amountDue: 40 }) }], {
    at: new Date('2026-11-15T09:00:00Z'),
  });
  const at = `/companies/${invoices.companyId}/insights/receivables`;
  const late = ({ body }: { body: { currencies: { buckets: { bucket: string; amount: number }[] }[] } }) =>
    body.currencies[0]?.buckets.filter(({ amount }) => amount !== 0);
  const [now] = late(await account.send(`GET ${at}`)) ?? [];
  assert.deepEqual([now?.bucket, now?.amount], ['31-60', 40]);
  const past = await account.send(`GET ${at}?asOf=2026-10-20T00:00:00Z`);
  const [then] = late(past) ?? [];
  assert.deepEqual([then?.bucket, then?.amount, past.body.date], ['1-30', 100, '2026-10-20']);
  assert.equal(past.body.sources[0].lastSuccessfulSync, undefined);
  const before = await account.send(`GET ${at}?asOf=2026-01-01`);
  assert.equal(before.body.missing[0].code, 'dataSetNotReady');
  assert.equal((await account.send(`GET ${at}?asOf=yesterday`)).status, 400);
  await app.ctx.db.system
    .updateTable('data_set')
    .set({ oldest_generation: 2 })
    .where('data_set_id', '=', invoices.dataSetId)
    .execute();
  assert.equal((await account.send(`GET ${at}?asOf=2026-10-20T00:00:00Z`)).status, 410);
});

test('amounts are sums of exact decimals, and currencies are never mixed', async () => {
  const account = await app.account();
  const due = (text: string, currency: string) => open({ amountDue: rawNumber(text), currency });
  const { companyId } = await companyWith(app.ctx.db, account, [
    { id: '1', record: due('12345678901234567890.01', 'EUR') },
    { id: '2', record: due('0.00000000000001', 'EUR') },
    { id: '3', record: due('0.1', 'USD') },
    { id: '4', record: due('0.2', 'USD') },
  ]);
  const { text } = await account.send(`GET /companies/${companyId}/insights/receivables`);
  const body = parseTexts(text) as { currencies: { currency: string; amount: string }[] };
  assert.deepEqual(
    body.currencies.map(({ currency, amount }) => [currency, amount]),
    [
      ['EUR', '12345678901234567890.01000000000001'],
      ['USD', '0.3'],
    ],
  );
});

test('the data sets that lists of records prefer are read if a company has several connections', async () => {
  const account = await app.account();
  const older = await companyWith(app.ctx.db, account, [{ id: 'i1', record: open({ amountDue: 1 }) }]);
  const newer = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId: older.companyId });
  await publishRecords(app.ctx.db, newer, [{ id: 'i1', record: open({ amountDue: 2 }) }]);
  const { body } = await account.send(`GET /companies/${older.companyId}/insights/receivables`);
  assert.deepEqual([body.currencies[0].amount, body.sources[0].connectionId], [2, newer.connectionId]);
});

test('customers take a period and a number of customers, and refuse dates that are none', async () => {
  const account = await app.account();
  const sold = (id: string, customer: string, issueDate: string) => ({
    id,
    record: anInvoice({ issueDate, customerRef: { id: customer } }),
  });
  const { companyId } = await companyWith(app.ctx.db, account, [
    sold('1', 'a', '2026-03-01T00:00:00Z'),
    sold('2', 'b', '2026-03-31T23:59:59Z'),
    sold('3', 'c', '2026-04-01T00:00:00Z'),
  ]);
  const at = `GET /companies/${companyId}/insights/customers`;
  const { body } = await account.send(`${at}?from=2026-03-01&to=2026-04-01&top=1`);
  const [{ customers, top, others }] = body.currencies;
  assert.deepEqual([customers, top.length, top[0].customerId, top[0].share], [2, 1, 'a', 0.5]);
  assert.deepEqual(others, { customers: 1, amount: 100, share: 0.5 });
  for (const query of ['from=March', 'to=2026-02-30', 'top=0', 'top=101', 'month=1'])
    assert.equal((await account.send(`${at}?${query}`)).status, 400, query);
});

test('figures of a large data set are kept for ten minutes, and computed again after a publication', async () => {
  const account = await app.account();
  const invoices = await companyWith(app.ctx.db, account, [{ id: 'i1', record: open() }]);
  const ofDataSet = app.ctx.db.system.updateTable('data_set').where('data_set_id', '=', invoices.dataSetId);
  await ofDataSet.set({ total: 60_000 }).execute();
  const amount = async () => {
    const { body } = await account.send(`GET /companies/${invoices.companyId}/insights/receivables`);
    return body.currencies[0]?.amount;
  };
  assert.equal(await amount(), 100);
  // What no publication does: the rows of a published state change.
  await app.ctx.db.system
    .updateTable('record')
    .set({ amount2: '70' })
    .where('data_set_id', '=', invoices.dataSetId)
    .execute();
  assert.equal(await amount(), 100);
  clock.advanceMs(10 * 60_000);
  assert.equal(await amount(), 70);
  await publishRecords(app.ctx.db, invoices, [{ id: 'i1', record: open({ amountDue: 40 }) }]);
  assert.equal(await amount(), 40);
  clock.set('2026-11-17T10:00:00Z');
});
