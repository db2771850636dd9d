import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { tellDue } from '../../src/standing/tell-due.ts';
import { anInvoice, type RecordToPublish } from '../data/seed-data-set.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { aConsumer, said, someBooks, standingEvents } from './standing-books.ts';

const clock = settableClock(new Date('2026-11-02T09:00:00Z'));
const config = { sandboxUrl: 'http://127.0.0.1:9', role: 'api' as const, standingQueriesPerAccount: 5 };
const app = useApp({ clock, config });
const base = '/webhooks/standingQueries';

const invoice = (id: string, fields: object = {}): RecordToPublish => ({ id, record: anInvoice(fields) });

async function ask(account: TestAccount, body: object): Promise<string> {
  const answer = await account.send(`POST ${base}`, { body: { name: 'q', dataType: 'invoices', ...body } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.standingQueryId;
}

/** Moves the clock on, so that what comes is later than what was. */
const later = () => clock.advanceMs(1000);

test('P-STANDING: a consumer is told once per generation what enters, changes in and leaves its filter, with both versions', async () => {
  const account = await app.account();
  const { publish, companyId, set } = await someBooks(app, account);
  await publish([invoice('before', { totalAmount: 20_000, status: 'Submitted' })]);
  later();
  const consumerId = await aConsumer(account);
  const query = 'totalAmount>10000 && status=Submitted';
  const standingQueryId = await ask(account, { name: 'Large and open', consumerId, query });
  later();
  await publish([
    invoice('a', { totalAmount: 10_000.01, status: 'Draft' }),
    invoice('b', { totalAmount: 9999, status: 'Submitted' }),
    invoice('c', { totalAmount: 30_000, status: 'Submitted', invoiceNumber: 'N1' }),
  ]);
  later();
  await publish([invoice('a', { totalAmount: 10_000.01, status: 'Submitted' })]);
  later();
  await publish([
    invoice('a', { totalAmount: 10_000.01, status: 'Paid' }),
    invoice('c', { totalAmount: 30_000, status: 'Submitted', invoiceNumber: 'N2' }),
    { id: 'before', isDeleted: true },
  ]);
  await tellDue(app.ctx);
  const events = await standingEvents(app, account.accountId);
  assert.deepEqual(events.map(said), [['c entered'], ['a entered'], ['a left', 'before left', 'c changed']]);
  assert.deepEqual(
    events.map(({ generation }) => generation),
    [2, 3, 4],
  );
  const [first, second, third] = events;
  assert.deepEqual(
    [first.standingQueryId, first.consumerId, first.name],
    [standingQueryId, consumerId, 'Large and open'],
  );
  assert.deepEqual([first.entered, third.entered, third.changed, third.left], [1, 0, 1, 2]);
  assert.equal('before' in first.records[0], false);
  assert.deepEqual(
    [second.records[0].before.status, second.records[0].after.status, second.records[0].beforeGeneration],
    ['Draft', 'Submitted', 2],
  );
  assert.deepEqual([third.records[1].isDeleted, third.records[1].after.metadata.isDeleted], [true, true]);
  const shown = await account.send(`GET /companies/${companyId}/data/${set.dataType}/c`);
  assert.deepEqual(third.records[2].after, shown.body);
  await tellDue(app.ctx);
  assert.equal((await standingEvents(app, account.accountId)).length, 3, 'nothing is told twice');
});

test('P-STANDING: a query over one company is told about that company only, and one over another data type about nothing', async () => {
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const [one, other] = [await someBooks(app, account), await someBooks(app, account)];
  await ask(account, { consumerId, companyId: one.companyId, query: 'totalAmount>1', name: 'one' });
  await ask(account, { consumerId, query: 'totalAmount>1', name: 'all' });
  await ask(account, { consumerId, dataType: 'bills', query: 'totalAmount>1' });
  later();
  await other.publish([invoice('o')]);
  later();
  await one.publish([invoice('i')]);
  await tellDue(app.ctx);
  const events = await standingEvents(app, account.accountId);
  assert.deepEqual(events.map((data) => `${data.name}: ${said(data)}`).sort(), [
    'all: i entered',
    'all: o entered',
    'one: i entered',
  ]);
});

test('P-STANDING: an event goes to the consumer of its query and to no other, also when it is sent again', async () => {
  const account = await app.account();
  const { publish } = await someBooks(app, account);
  const [mine, all] = [await aConsumer(account), await aConsumer(account)];
  await ask(account, { consumerId: mine, query: 'currency=EUR' });
  later();
  const from = clock.now().toISOString();
  await publish([invoice('a')]);
  await tellDue(app.ctx);
  const recipients = async () =>
    (
      await app.ctx.db.system
        .selectFrom('delivery')
        .innerJoin('message', 'message.message_id', 'delivery.message_id')
        .select(['delivery.consumer_id', 'message.message_id'])
        .where('message.account_id', '=', account.accountId)
        .where('message.event_type', '=', 'standingQuery.matched')
        .execute()
    ).map(({ consumer_id, message_id }) => ({ consumer_id, message_id }));
  const [sent, ...more] = await recipients();
  assert.deepEqual([sent?.consumer_id, more.length], [mine, 0]);
  await account.send(`POST /webhooks/messages/${sent?.message_id}/resend`, {});
  later();
  const replay = { body: { since: from, until: clock.now().toISOString() } };
  const asked = await account.send(`POST /webhooks/consumers/${all}/replay`, replay);
  assert.equal(asked.status, 202, asked.text);
  assert.equal(asked.body.total, 0);
  assert.equal((await recipients()).length, 1);
});

test('P-STANDING: many or large records make several events, each record in one of them; the largest are named without their versions', async () => {
  const account = await app.account();
  const { publish } = await someBooks(app, account);
  const consumerId = await aConsumer(account);
  await ask(account, { consumerId, query: 'currency=EUR' });
  later();
  const many = Array.from({ length: 1200 }, (_, n) => invoice(`m${String(n).padStart(4, '0')}`));
  const note = 'n'.repeat(30_000);
  await publish([...many, invoice('x1', { note }), invoice('x2', { note }), invoice('x/3', { note: note.repeat(3) })]);
  await tellDue(app.ctx);
  const events = await standingEvents(app, account.accountId);
  const told = events.flatMap(said);
  assert.equal(told.length, 1203);
  assert.equal(new Set(told).size, 1203);
  for (const { records } of events) assert.ok(records.length <= 100);
  const large = events.flatMap(({ records }) => records).find(({ recordId }) => recordId === 'x/3');
  assert.deepEqual(['after' in large, large.versions.split('/').slice(-2)], [false, ['x%2F3', 'versions']]);
});

test('P-STANDING: numbers keep every digit in the comparison and in the event', async () => {
  const account = await app.account();
  const { publish } = await someBooks(app, account);
  const consumerId = await aConsumer(account);
  await ask(account, { consumerId, query: 'totalAmount>123456789012345678901234567890.12' });
  later();
  const raw = (text: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);
  await publish([
    invoice('same', { totalAmount: raw('123456789012345678901234567890.12') }),
    invoice('more', { totalAmount: raw('123456789012345678901234567890.120000001') }),
  ]);
  await tellDue(app.ctx);
  const { rows } = await sql<{ body: string }>`select body from message where account_id = ${account.accountId}
    and event_type = 'standingQuery.matched'`.execute(app.ctx.db.system);
  assert.equal(rows.length, 1);
  assert.match(rows[0]?.body ?? '', /"recordId":"more".*"totalAmount":123456789012345678901234567890\.120000001/);
});

test('P-STANDING: versions stay until the queries have been told about them', async () => {
  const account = await app.account();
  const { publish, set } = await someBooks(app, account);
  const consumerId = await aConsumer(account);
  await publish([invoice('a', { status: 'Draft' })]);
  later();
  await ask(account, { consumerId, query: 'status=Draft' });
  later();
  await publish([invoice('a', { status: 'Paid' })]);
  clock.advanceMs(60 * 24 * 3_600_000);
  await collectGenerations(app.ctx);
  await tellDue(app.ctx);
  assert.deepEqual((await standingEvents(app, account.accountId)).map(said), [['a left']]);
  await collectGenerations(app.ctx);
  const { rows } = await sql`select from record where data_set_id = ${set.dataSetId}`.execute(app.ctx.db.system);
  assert.equal(rows.length, 1);
});

test('P-STANDING: a filter is checked when the query is created, as the list of the data type checks it', async () => {
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const deaf = await aConsumer(account, { eventTypes: ['sync.*'] });
  const refused = async (body: object, code: string, text: RegExp) => {
    const answer = await account.send(`POST ${base}`, {
      body: { name: 'q', consumerId, dataType: 'invoices', query: 'status=Paid', ...body },
    });
    assert.deepEqual([answer.status, answer.body.code], [400, code], answer.text);
    assert.match(answer.body.error, text);
  };
  await refused({ query: 'status=' }, 'queryMalformed', /field "query" is malformed/);
  await refused({ query: 'colour=red' }, 'fieldUnknown', /"colour"/);
  await refused({ query: 'customFields.x=1' }, 'fieldUnknown', /customFields/);
  await refused({ query: 'totalAmount>now' }, 'queryValue', /compared with a number/);
  await refused({ query: 'dueDate<yesterday' }, 'queryValue', /compared with a date/);
  await refused({ query: Array(60).fill('status=Paid').join('||') }, 'queryTooComplex', /60 comparisons/);
  await refused({ consumerId: deaf }, 'badRequest', /does not subscribe/);
  await refused(
    { consumerId: '01890a5d-ac96-774b-bcce-b302099a8057' },
    'badRequest',
    /not the id of a webhook consumer/,
  );
  await refused({ companyId: '01890a5d-ac96-774b-bcce-b302099a8057' }, 'badRequest', /not the id of a company/);
});

test('P-STANDING: queries are listed and deleted, their number is limited, and they end with their consumer', async () => {
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      account.send(`POST ${base}`, { body: { name: `q${n}`, consumerId, dataType: 'bills', query: 'totalAmount>1' } }),
    ),
  );
  assert.equal(made.filter(({ status }) => status === 201).length, 5);
  assert.equal(made.find(({ status }) => status === 409)?.body.code, 'standingQueryLimitExceeded');
  const { results } = (await account.send(`GET ${base}?query=dataType=bills`)).body;
  assert.equal(results.length, 5);
  const at = `${base}/${results[0].standingQueryId}`;
  assert.deepEqual((await account.send(`GET ${at}`)).body, results[0]);
  assert.equal((await account.send(`DELETE ${at}`)).status, 204);
  assert.equal((await account.send(`GET ${at}`)).status, 404);
  assert.equal((await account.send(`DELETE ${at}`)).status, 404);
  assert.equal((await account.send(`DELETE /webhooks/consumers/${consumerId}`)).status, 204);
  assert.equal((await account.send(`GET ${base}`)).body.totalResults, 0);
});

test('P-STANDING: a key with the scope webhooks alone creates no query, because its events contain records', async () => {
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const body = { name: 'q', consumerId, dataType: 'bills', query: 'totalAmount>1' };
  const { secret } = await app.key(account.accountId, { scopes: ['webhooks'] });
  const answer = await app.send(`POST ${base}`, { key: secret, body });
  assert.deepEqual([answer.status, answer.body.code], [403, 'scopeMissing'], answer.text);
});
