import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { NewEvent } from '../../src/events/event-types.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from './receiver.ts';

/** Content filters and field choices: set by the API, applied where an event becomes deliveries, seen at a receiver. */
const app = useApp();
const startReceiver = useReceivers();
const path = '/webhooks/consumers';
const companyId = '0198c5a0-0000-7000-8000-000000000001';
const connectionId = '0198c5a0-0000-7000-8000-000000000002';

const changed = (dataType: string, added: number, more: object = {}): NewEvent => ({
  type: 'dataset.changed',
  companyId,
  connectionId,
  message: `${dataType}: ${added} added.`,
  data: { syncId: companyId, dataType, added, updated: 0, deleted: 0, generation: 1, totalRecords: 9, ...more },
});

const emit = (account: TestAccount, ...events: NewEvent[]) =>
  app.ctx.db.transaction(account.accountId, (tx) => app.ctx.emit(tx, events));

async function consume(account: TestAccount, url: string, more: object = {}) {
  const made = await account.send(`POST ${path}`, { body: { name: 'c', url, ...more } });
  assert.equal(made.status, 201, made.text);
  return made.body as { consumerId: string; secret: string; filter?: string; fields?: string[] };
}

/** The messages of deliveries after the last one, which every consumer of these tests gets. */
async function messagesUntil(receiver: { requests: { body: string }[] }, last: string): Promise<string[]> {
  const texts = () => receiver.requests.map(({ body }) => JSON.parse(body).Message as string);
  await waitFor(() => texts().includes(last));
  return texts().filter((text) => text !== last);
}

test('P-CONTENT: only events that match the filter are delivered, and the others count neither as recipients nor as failed', async () => {
  const [account, receiver, all] = [await app.account(), await startReceiver(), await startReceiver()];
  const { consumerId, filter } = await consume(account, receiver.url, {
    filter: 'Data.dataType=invoices && Data.added>2 || Data.dataType=last',
  });
  assert.equal(filter, 'Data.dataType=invoices && Data.added>2 || Data.dataType=last');
  await consume(account, all.url);
  await emit(account, changed('invoices', 2));
  await emit(account, changed('invoices', 3));
  await emit(account, changed('invoices', 20), changed('customers', 20), changed('invoices', 1));
  await emit(account, changed('last', 0));
  assert.deepEqual((await messagesUntil(receiver, 'last: 0 added.')).sort(), [
    'invoices: 20 added.',
    'invoices: 3 added.',
  ]);
  await all.waitFor(6);
  const rows = await app.ctx.db.system
    .selectFrom('message')
    .select(['recipients', 'body'])
    .where('account_id', '=', account.accountId)
    .execute();
  const recipients = Object.fromEntries(rows.map(({ body, recipients: n }) => [JSON.parse(body).Message, n]));
  assert.deepEqual(recipients, {
    'invoices: 2 added.': 1,
    'invoices: 3 added.': 2,
    'invoices: 20 added.': 2,
    'customers: 20 added.': 1,
    'invoices: 1 added.': 1,
    'last: 0 added.': 2,
  });
  // Outcomes are recorded shortly after the deliveries arrive.
  const readStats = () => account.send(`GET ${path}/${consumerId}/stats`);
  await waitFor(async () => (await readStats()).body.pending === 0);
  const stats = await readStats();
  assert.deepEqual(
    [stats.body.failed, stats.body.totals],
    [0, { ...stats.body.totals, attempts: 3, delivered: 3, failed: 0 }],
  );
});

test('filters compare as those of lists do: absent fields, texts, numbers, times, ids and lists of texts', async () => {
  const [account, receiver] = [await app.account(), await startReceiver()];
  const event: NewEvent = {
    type: 'company.synced',
    companyId,
    connectionId,
    message: 'Crème \u0000 brûlée \ud800',
    data: { completed: ['invoices', 'customers'], failed: [] },
  };
  const cases: [string, boolean][] = [
    ['Data.dataType=invoices', false],
    ['Data.dataType!=invoices', true],
    ['Data.dataType=null', true],
    ['Data.dataType!=null', false],
    ['Data.added<5', false],
    ['Data.completed=customers', true],
    ['Data.completed=bills', false],
    ['Data.failed!=bills', false],
    ['Message~"CREME"', true],
    ['Message~creme && Message~anything', false],
    ['CompanyId=0198C5A0-0000-7000-8000-000000000001', true],
    [`CompanyId!=${companyId}`, false],
    ['RuleType=COMPANY.synced', true],
    ['RuleType~comp', true],
    ['GeneratedAt>2020-01-01', true],
    ['GeneratedAt<2020-01-01', false],
    ['Data!=null', true],
    ['{RuleType=sync.failed || Data.completed=invoices} && Message!=""', true],
  ];
  const wanted = new Set<string>();
  for (const [at, [filter, isSent]] of cases.entries()) {
    await consume(account, `${receiver.url}/${at}`, { filter });
    if (isSent) wanted.add(`/${at}`);
  }
  await emit(account, event);
  await receiver.waitFor(wanted.size);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const got = new Set(receiver.requests.map((request) => request.path));
  for (const [at, [filter]] of cases.entries()) assert.equal(got.has(`/${at}`), wanted.has(`/${at}`), filter);
});

test('a filter is checked when it is set, and again when the event types change; null removes it', async () => {
  const account = await app.account();
  const url = 'http://127.0.0.1:9/';
  const refused = await account.send(`POST ${path}`, {
    body: { name: 'c', url, eventTypes: ['push.*'], filter: 'Data.isFull=true' },
  });
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.validation.errors[0].itemId],
    [400, 'fieldUnknown', 'filter'],
  );
  assert.match(refused.body.error, /names "Data.isFull".*Data\.pushId/);
  const { consumerId } = await consume(account, url, { eventTypes: ['sync.*'], filter: 'Data.isFull=true' });
  const at = `${path}/${consumerId}`;
  const types = await account.send(`PATCH ${at}`, { body: { eventTypes: ['push.*'] } });
  assert.deepEqual([types.status, types.body.code], [400, 'fieldUnknown']);
  const bad = await account.send(`PATCH ${at}`, { body: { filter: 'Data.isFull=perhaps' } });
  assert.deepEqual([bad.status, bad.body.code, bad.body.validation.errors[0].itemId], [400, 'queryValue', 'filter']);
  const badField = await account.send(`PATCH ${at}`, { body: { fields: ['Message', 'Data.nothing'] } });
  assert.deepEqual([badField.status, badField.body.validation.errors[0].itemId], [400, 'fields.1']);
  assert.equal((await account.send(`GET ${at}`)).body.filter, 'Data.isFull=true', 'nothing was changed');
  const both = await account.send(`PATCH ${at}`, { body: { eventTypes: ['push.*'], filter: 'Data.status=Failed' } });
  assert.deepEqual([both.status, both.body.filter], [200, 'Data.status=Failed']);
  const named = await account.send(`PATCH ${at}`, { body: { name: 'other', fields: ['Data.pushId'] } });
  assert.deepEqual([named.body.filter, named.body.fields], ['Data.status=Failed', ['Data.pushId']]);
  const removed = await account.send(`PATCH ${at}`, { body: { filter: null, fields: null } });
  assert.deepEqual(['filter' in removed.body, 'fields' in removed.body], [false, false]);
});

test('a replay applies the filter, also when it counts; a resend to all applies it, and one to this consumer does not', async () => {
  const [account, receiver] = [await app.account(), await startReceiver()];
  await emit(account, changed('invoices', 1), changed('customers', 1), changed('invoices', 2));
  const { consumerId } = await consume(account, receiver.url, { filter: 'Data.dataType=invoices' });
  const range = { since: new Date(Date.now() - 60_000).toISOString() };
  const dry = await account.send(`POST ${path}/${consumerId}/replay`, { body: { ...range, dryRun: true } });
  assert.deepEqual([dry.status, dry.body.total], [200, 2], dry.text);
  const run = await account.send(`POST ${path}/${consumerId}/replay`, { body: range });
  assert.deepEqual([run.status, run.body.total], [202, 2]);
  await receiver.waitFor(2);
  await waitFor(async () => {
    const { body } = await account.send(`GET /webhooks/redeliveries/${run.body.redeliveryId}`);
    return body.status === 'Complete' && body.done === 2;
  });
  const log = await account.send('GET /webhooks/messages?pageSize=100');
  for (const { messageId } of log.body.results) {
    const { body } = await account.send(`GET /webhooks/messages/${messageId}`);
    if (!JSON.stringify(body).includes('customers')) continue;
    const toAll = await account.send(`POST /webhooks/messages/${messageId}/resend`, { body: {} });
    assert.deepEqual([toAll.status, JSON.stringify(toAll.body).includes(consumerId)], [202, false], toAll.text);
    const toOne = await account.send(`POST /webhooks/messages/${messageId}/resend`, { body: { consumerId } });
    assert.equal(toOne.status, 202, toOne.text);
  }
  const requests = await receiver.waitFor(3);
  assert.deepEqual(requests.map(({ body }) => JSON.parse(body).Data.dataType).sort(), [
    'customers',
    'invoices',
    'invoices',
  ]);
});

test('a test event is sent whatever the filter', async () => {
  const [account, receiver] = [await app.account(), await startReceiver()];
  const { consumerId } = await consume(account, receiver.url, { filter: 'Data.dataType=none' });
  assert.equal((await account.send(`POST ${path}/${consumerId}/test`)).status, 202);
  await receiver.waitFor(1);
});

test('a consumer gets only the fields that it has chosen, signed as sent, and the attempt shows them', async () => {
  const [account, receiver] = [await app.account(), await startReceiver()];
  const fields = ['Data.dataType', 'Message'];
  const { consumerId, secret, fields: shown } = await consume(account, receiver.url, { fields });
  assert.deepEqual(shown, fields);
  await emit(account, changed('invoices', 1));
  const [request] = await receiver.waitFor(1);
  assert.ok(request);
  const body = new Webhook(secret).verify(request.body, request.headers as Record<string, string>) as object;
  assert.deepEqual(Object.keys(body), [
    'EventId',
    'RuleType',
    'GeneratedAt',
    'ClientId',
    'CompanyId',
    'DataConnectionId',
    'Message',
    'Data',
  ]);
  assert.deepEqual((body as { Data: object }).Data, { dataType: 'invoices' });
  const messageId = String(request.headers['webhook-id']);
  const attempts = () => account.send(`GET /webhooks/messages/${messageId}/attempts`);
  await waitFor(async () => (await attempts()).body.results.length > 0);
  const { attemptId } = (await attempts()).body.results[0];
  const attempt = await account.send(`GET /webhooks/messages/${messageId}/attempts/${attemptId}`);
  assert.equal(attempt.body.request.body, request.body, 'the attempt shows the bytes that were sent');
  // A change applies to the next attempt.
  await account.send(`PATCH ${path}/${consumerId}`, { body: { fields: null } });
  await account.send(`POST /webhooks/messages/${messageId}/resend`, { body: { consumerId } });
  assert.equal(JSON.parse((await receiver.waitFor(2))[1]?.body ?? '').Data.added, 1);
});
