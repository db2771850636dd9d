import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Compile } from 'typebox/compile';
import { settableClock } from '../../src/base/clock.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { eventTypes } from '../../src/events/event-types.ts';
import { advanceDays } from '../../src/standing/advance-day.ts';
import { windowsOf } from '../../src/standing/run-records.ts';
import { tellDue } from '../../src/standing/tell-due.ts';
import { anInvoice, type RecordToPublish } from '../data/seed-data-set.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { aConsumer, said, someBooks, standingEvents } from './standing-books.ts';

const clock = settableClock(new Date('2026-11-02T09:00:00Z'));
const app = useApp({ clock, config: { sandboxUrl: 'http://127.0.0.1:9', role: 'api' } });

const invoice = (id: string, fields: object = {}): RecordToPublish => ({
  id,
  record: anInvoice({ status: 'Submitted', totalAmount: 20_000, ...fields }),
});
const due = (id: string, day: string, fields: object = {}) => invoice(id, { dueDate: `${day}T00:00:00Z`, ...fields });

async function ask(account: TestAccount, body: object): Promise<string> {
  const given = { name: 'Overdue', dataType: 'invoices', ...body };
  const answer = await account.send('POST /webhooks/standingQueries', { body: given });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.standingQueryId;
}

const later = () => clock.advanceMs(1000);
const at = (time: string) => clock.set(new Date(time));

/** The events since the last call, after everything that is due. */
function reader(account: TestAccount) {
  let seen = 0;
  return async () => {
    await advanceDays(app.ctx);
    await tellDue(app.ctx);
    const events = (await standingEvents(app, account.accountId)).slice(seen);
    seen += events.length;
    return events;
  };
}

const overdue = 'dueDate<today && totalAmount>10000 && status=Submitted';

test('P-STANDING: invoices over 10,000 that become overdue enter the query when the day begins, once, with a reason', async () => {
  at('2026-11-02T09:00:00Z');
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const books = await someBooks(app, account);
  const read = reader(account);
  await ask(account, { consumerId, query: overdue });
  later();
  await books.publish([
    due('old', '2026-10-30'),
    due('today', '2026-11-02'),
    due('tomorrow', '2026-11-03'),
    due('small', '2026-11-02', { totalAmount: 10 }),
    due('paid', '2026-11-02', { status: 'Paid' }),
    invoice('undated'),
  ]);
  assert.deepEqual((await read()).map(said), [['old entered']]);
  at('2026-11-02T23:59:59.999Z');
  assert.deepEqual(await read(), []);
  at('2026-11-03T00:00:00Z');
  const [event, ...more] = await read();
  assert.deepEqual([said(event), more.length], [['today entered'], 0]);
  assert.deepEqual(
    [event.reason, event.day, event.generation, 'syncId' in event, 'pushId' in event],
    ['dayChanged', '2026-11-03', 1, false, false],
  );
  const [{ before, after, beforeGeneration }] = event.records;
  assert.deepEqual([before, beforeGeneration], [after, 1]);
  assert.ok(Compile(eventTypes['standingQuery.matched'].data).Check(event));
  assert.deepEqual(await read(), [], 'told once');
  // A change on the new day is compared for it, and the payment leaves.
  later();
  await books.publish([due('today', '2026-11-02', { status: 'Paid' }), due('late', '2026-11-02')]);
  const [published] = await read();
  assert.deepEqual([said(published).sort(), published.reason], [['late entered', 'today left'], 'published']);
  assert.equal('day' in published, false);
});

test('P-STANDING: each day is told, also if no worker ran for days, and each with the state of its beginning', async () => {
  at('2026-11-10T12:00:00Z');
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const books = await someBooks(app, account);
  const read = reader(account);
  await ask(account, { consumerId, name: 'due today', query: 'dueDate=today' });
  await ask(account, { consumerId, name: 'reminder', query: 'dueDate>=today+2 && dueDate<today+3' });
  later();
  await books.publish([due('a', '2026-11-11'), due('b', '2026-11-13')]);
  assert.deepEqual(await read(), []);
  at('2026-11-14T08:00:00Z');
  const told = (await read()).map((data) => `${data.day} ${data.name}: ${said(data)}`);
  assert.deepEqual(told, [
    '2026-11-11 due today: a entered',
    '2026-11-11 reminder: b entered',
    '2026-11-12 due today: a left',
    '2026-11-12 reminder: b left',
    '2026-11-13 due today: b entered',
    '2026-11-14 due today: b left',
  ]);
});

test('P-STANDING: a publication that comes before the new day is noted is compared for the day before, and the day for its state', async () => {
  at('2026-11-20T23:00:00Z');
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const books = await someBooks(app, account);
  const read = reader(account);
  await ask(account, { consumerId, query: 'dueDate<today' });
  later();
  await books.publish([due('a', '2026-11-20'), due('b', '2026-11-20'), due('c', '2026-11-20')]);
  at('2026-11-21T00:00:01Z');
  await books.publish([due('b', '2026-11-25'), { id: 'c', isDeleted: true }, due('d', '2026-11-20')]);
  await advanceDays(app.ctx);
  // What is published after it has no part in it.
  await books.publish([due('a', '2026-11-27'), due('e', '2026-11-01')]);
  const told = (await read()).map((data) => [data.generation, data.reason, ...said(data).sort()]);
  assert.deepEqual(told, [
    [2, 'dayChanged', 'a entered', 'd entered'],
    [3, 'published', 'a left', 'e entered'],
  ]);
});

test('P-STANDING: a query is not told about a day that began before it was created, and a deleted one about none', async () => {
  at('2026-12-01T10:00:00Z');
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const books = await someBooks(app, account);
  const read = reader(account);
  const first = await ask(account, { consumerId, name: 'first', query: 'dueDate<today' });
  later();
  await books.publish([due('a', '2026-12-01'), due('b', '2026-12-02')]);
  at('2026-12-02T00:00:00Z');
  // No worker has noticed the new day yet.
  await ask(account, { consumerId, name: 'second', query: 'dueDate<today' });
  await account.send(`DELETE /webhooks/standingQueries/${first}`);
  assert.deepEqual(await read(), []);
  at('2026-12-03T00:00:00Z');
  assert.deepEqual(
    (await read()).map((data) => `${data.name}: ${said(data)}`),
    ['second: b entered'],
  );
  // Without queries that follow it, an account has no day.
  for (const { standingQueryId } of (await account.send('GET /webhooks/standingQueries')).body.results)
    await account.send(`DELETE /webhooks/standingQueries/${standingQueryId}`);
  at('2026-12-04T00:00:00Z');
  await advanceDays(app.ctx);
  const { rows } = await sql`select from standing_day where account_id = ${account.accountId}`.execute(
    app.ctx.db.system,
  );
  assert.equal(rows.length, 0);
});

test('P-STANDING: many records that pass the day, also replaced ones, are each told once, and their versions are kept until then', async () => {
  at('2027-01-05T10:00:00Z');
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const books = await someBooks(app, account);
  const read = reader(account);
  await ask(account, { consumerId, query: 'issueDate<today-30 || dueDate<today && status!=Paid' });
  later();
  const ids = Array.from({ length: 1203 }, (_, n) => `m${String(n).padStart(4, '0')}`);
  const dates = { issueDate: '2026-12-06T00:00:00Z' };
  await books.publish(ids.map((id) => due(id, '2027-01-05', dates)));
  at('2027-01-06T00:00:00Z');
  await advanceDays(app.ctx);
  await books.publish(ids.slice(0, 700).map((id) => due(id, '2027-01-05', { ...dates, status: 'Paid' })));
  at('2027-03-06T00:00:00Z');
  await collectGenerations(app.ctx);
  const events = await read();
  const ofDay = events.filter(({ day }) => day === '2027-01-06').flatMap(said);
  assert.deepEqual(
    ofDay.sort(),
    ids.map((id) => `${id} entered`),
  );
  const ofPublication = events.filter(({ reason }) => reason === 'published').flatMap(said);
  assert.deepEqual(
    ofPublication.sort(),
    ids.slice(0, 700).map((id) => `${id} changed`),
  );
  for (const { reason, records } of events)
    if (reason === 'dayChanged') for (const { after } of records) assert.equal(after.status, 'Submitted');
});

test('P-STANDING: today is possible for dates that have an index, in standing queries only', async () => {
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const { companyId } = await someBooks(app, account);
  const refused = async (body: object, text: RegExp) => {
    const given = { name: 'q', consumerId, dataType: 'invoices', ...body };
    const answer = await account.send('POST /webhooks/standingQueries', { body: given });
    assert.deepEqual([answer.status, answer.body.code], [400, 'queryValue'], answer.text);
    assert.match(answer.body.error, text);
  };
  await refused({ query: 'modifiedDate<today' }, /cannot be compared with "today". Possible: issueDate, dueDate\./);
  await refused({ dataType: 'customers', query: 'modifiedDate<today' }, /No field of the data type can\./);
  await refused({ query: 'dueDate<today-1000' }, /up to 999 days/);
  await refused({ query: 'dueDate<"today"' }, /compared with a date/);
  for (const query of [
    'dueDate<Today - 30',
    'issueDate!=today',
    'note=today',
    'dueDate<today-999 && dueDate<today+999',
  ])
    await ask(account, { consumerId, query });
  const { body } = await account.send(`GET /companies/${companyId}/data/invoices?query=dueDate%3Ctoday`);
  assert.deepEqual([body.code, /Standing queries can use "today"/.test(body.error)], ['queryValue', true], body.error);
});

test('P-STANDING: the windows of neighbouring days are one', () => {
  assert.deepEqual(windowsOf('2026-03-01', [0, -1, 7, 0, 8]), [
    { from: '2026-02-27T00:00:00Z', to: '2026-03-01T00:00:00Z' },
    { from: '2026-03-07T00:00:00Z', to: '2026-03-09T00:00:00Z' },
  ]);
  // At most so many: the nearest ones are joined.
  assert.deepEqual(windowsOf('2026-03-01', [0, 10, 12, 20], 3), [
    { from: '2026-02-28T00:00:00Z', to: '2026-03-01T00:00:00Z' },
    { from: '2026-03-10T00:00:00Z', to: '2026-03-13T00:00:00Z' },
    { from: '2026-03-20T00:00:00Z', to: '2026-03-21T00:00:00Z' },
  ]);
});
