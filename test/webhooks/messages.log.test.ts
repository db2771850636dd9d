import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { deliver, emitMessages, fail, seedConsumer } from './seed-messages.ts';

/** The message log as clients of the API see it. */
const clock = settableClock('2026-05-10T10:00:00Z');
const app = useApp({ clock, config: { role: 'api' } });

type Listed = { messageId: string; status: string; [name: string]: unknown };
const listed = async (account: TestAccount, query = '', more = '') => {
  const { status, body, text } = await account.send(
    `GET /webhooks/messages?${new URLSearchParams({ ...(query && { query }) })}${more}`,
  );
  assert.equal(status, 200, `${query}: ${text}`);
  return { ids: body.results.map((one: Listed) => one.messageId), total: body.totalResults, results: body.results };
};

/** Seeds two consumers, one of them for one company, and a message in every state; `ids` are oldest first. */
async function aLog() {
  const account = await app.account();
  const { accountId } = account;
  const [companyId, connectionId] = [randomUUID(), randomUUID()];
  const [unmatched = ''] = await emitMessages(app, accountId, [{}]);
  const all = await seedConsumer(app, accountId);
  const one = await seedConsumer(app, accountId, { channels: [companyId] });
  const [pending = '', delivered = '', failed = '', cancelled = '', half = ''] = await emitMessages(app, accountId, [
    {},
    { companyId },
    { companyId },
    { companyId, type: 'company.deleted' },
    { companyId },
  ]);
  for (const { consumerId } of [all, one]) await deliver(app, accountId, { messageId: delivered, consumerId });
  await fail(app, accountId, { messageId: failed, consumerId: all.consumerId });
  await deliver(app, accountId, { messageId: failed, consumerId: one.consumerId });
  await fail(app, accountId, { messageId: cancelled, consumerId: one.consumerId, reason: 'cancelled' });
  await deliver(app, accountId, { messageId: half, consumerId: all.consumerId });
  const ids = { unmatched, pending, delivered, failed, cancelled, half };
  return { account, accountId, companyId, connectionId, all: all.consumerId, one: one.consumerId, ids };
}

test('R-SVC-08 R-HOOK-08: the message log is a list, newest first, with exact totals and links', async () => {
  const { account, ids } = await aLog();
  const { body } = await account.send('GET /webhooks/messages?pageSize=4');
  assert.deepEqual(
    body.results.map((one: Listed) => one.messageId),
    [ids.half, ids.cancelled, ids.failed, ids.delivered],
  );
  assert.equal(body.totalResults, 6);
  const second = await account.send(`GET ${body._links.next.href}`);
  assert.deepEqual(
    second.body.results.map((one: Listed) => one.messageId),
    [ids.pending, ids.unmatched],
  );
  assert.equal(second.body._links.next, undefined);
  const back = await account.send(`GET ${second.body._links.previous.href}`);
  assert.deepEqual(back.body.results, body.results);
  const upwards = await listed(account, '', '&orderBy=created');
  assert.deepEqual(upwards.ids, Object.values(ids));
  assert.equal((await account.send('GET /webhooks/messages?orderBy=eventType')).status, 400);
});

test('R-HOOK-02 R-HOOK-06: an entry has its channels, type, time, status and recipients', async () => {
  const { account, companyId, ids } = await aLog();
  const { results } = await listed(account);
  const byId = new Map<string, Listed>(results.map((one: Listed) => [one.messageId, one]));
  assert.deepEqual(byId.get(ids.delivered), {
    messageId: ids.delivered,
    eventType: 'company.created',
    companyId,
    channels: [companyId],
    created: '2026-05-10T10:00:00.000Z',
    status: 'delivered',
    recipients: 2,
    isTest: false,
  });
  assert.deepEqual(byId.get(ids.unmatched)?.channels, []);
  assert.equal(byId.get(ids.unmatched)?.recipients, 0);
  const states = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, byId.get(id)?.status]));
  // A message that failed for one consumer is failed, even while it is pending for another.
  assert.deepEqual(states, {
    unmatched: 'unmatched',
    pending: 'pending',
    delivered: 'delivered',
    failed: 'failed',
    cancelled: 'failed',
    half: 'pending',
  });
});

test('R-HOOK-06 R-READY-07: a message shows its body and its status for each consumer, and every attempt is logged', async () => {
  const { account, ids, all, one } = await aLog();
  const { body } = await account.send(`GET /webhooks/messages/${ids.failed}`);
  assert.equal(body.body.EventId, ids.failed);
  assert.equal(body.status, 'failed');
  const at = '2026-05-10T10:00:00.000Z';
  const sorted = (of: { consumerId: string }[]) => of.toSorted((a, b) => (a.consumerId < b.consumerId ? -1 : 1));
  assert.deepEqual(
    sorted(body.deliveries),
    sorted([
      { consumerId: all, status: 'exhausted', attempts: 1, lastAttempt: at, lastStatusCode: 500 } as {
        consumerId: string;
      },
      { consumerId: one, status: 'delivered', attempts: 1, lastAttempt: at, lastStatusCode: 204 } as {
        consumerId: string;
      },
    ]),
  );
  const half = await account.send(`GET /webhooks/messages/${ids.half}`);
  const pending = half.body.deliveries.find((delivery: { consumerId: string }) => delivery.consumerId === one);
  assert.deepEqual(pending, { consumerId: one, status: 'pending', attempts: 0, nextAttempt: at });
  const cancelled = await account.send(`GET /webhooks/messages/${ids.cancelled}`);
  assert.ok(cancelled.body.deliveries.some((delivery: { status: string }) => delivery.status === 'cancelled'));
  assert.deepEqual((await account.send(`GET /webhooks/messages/${ids.unmatched}`)).body.deliveries, []);

  const attempts = await account.send(`GET /webhooks/messages/${ids.failed}/attempts?query=consumerId=${all}`);
  assert.equal(attempts.body.totalResults, 1);
  const [{ attemptId, ...attempt }] = attempts.body.results;
  assert.ok(attemptId);
  assert.deepEqual(attempt, {
    consumerId: all,
    number: 1,
    cause: 'event',
    outcome: 'exhausted',
    statusCode: 500,
    answer: 'a "bad" answer',
    started: at,
    durationMs: 7,
  });
  assert.equal((await account.send(`GET /webhooks/messages/${ids.failed}/attempts`)).body.totalResults, 2);
});

test('A-13 R-HOOK-08: messages can be filtered by every field, and totals are those of the filter', async () => {
  const { account, ids, all, one, companyId } = await aLog();
  const { unmatched, pending, delivered, failed, cancelled, half } = ids;
  const cases: [query: string, expected: string[]][] = [
    [`messageId=${failed}`, [failed]],
    ['eventType=company.deleted', [cancelled]],
    ['eventType~company', [half, cancelled, failed, delivered, pending, unmatched]],
    [`companyId=${companyId}`, [half, cancelled, failed, delivered]],
    [`channels=${companyId}`, [half, cancelled, failed, delivered]],
    ['channels=null', [pending, unmatched]],
    ['companyId=null', [pending, unmatched]],
    ['connectionId=null', [half, cancelled, failed, delivered, pending, unmatched]],
    ['connectionId!=null', []],
    ['isTest=true', []],
    ['created>=2026-05-10', [half, cancelled, failed, delivered, pending, unmatched]],
    ['created<2026-05-10T10:00:00Z', []],
    ['created=2026-05-10T10:00:00Z && isTest=false', [half, cancelled, failed, delivered, pending, unmatched]],
    ['status=pending', [half, pending]],
    ['status=Failed', [cancelled, failed]],
    ['status=delivered', [delivered]],
    ['status=unmatched', [unmatched]],
    ['status!=pending', [cancelled, failed, delivered, unmatched]],
    ['status=failed || status=unmatched', [cancelled, failed, unmatched]],
    [`channels=${companyId} && status=failed`, [cancelled, failed]],
    [`channels=${companyId} && status=pending`, [half]],
    [`channels=${randomUUID()}`, []],
    [`companyId=${companyId} && status=failed`, [cancelled, failed]],
    [`companyId=${randomUUID()} && status=failed`, []],
    [`companyId=${companyId} && status=failed && eventType=company.created`, [failed]],
    [`companyId=${companyId} && status=pending`, [half]],
    [`companyId=${companyId} && status=delivered`, [delivered]],
    [`consumerId=${one}`, [half, cancelled, failed, delivered]],
    [`consumerId=${all}`, [half, cancelled, failed, delivered, pending]],
    ['consumerId!=null && companyId=null', [pending]],
    ['consumerId=null', [unmatched]],
    [`consumerId=${randomUUID()}`, []],
    // Together with consumerId, the status is that of the delivery to the consumer.
    [`consumerId=${one} && status=failed`, [cancelled]],
    [`consumerId=${all} && status=failed`, [failed]],
    [`consumerId=${one} && status=delivered`, [failed, delivered]],
    [`consumerId=${all} && status=pending`, [cancelled, pending]],
    [`consumerId=${all} && status=pending && companyId=${companyId}`, [cancelled]],
    [`consumerId=${all} && status=unmatched`, []],
  ];
  for (const [query, expected] of cases) {
    const { ids: found, total } = await listed(account, query);
    assert.deepEqual([found, total], [expected, expected.length], query);
    // Once more, now with stored totals, and page by page.
    const first = await account.send(`GET /webhooks/messages?${new URLSearchParams({ query, pageSize: '1' })}`);
    assert.equal(first.body.totalResults, expected.length, query);
    const walked: string[] = [];
    for (let page = first.body; ; page = (await account.send(`GET ${page._links.next.href}`)).body) {
      walked.push(...page.results.map((result: Listed) => result.messageId));
      if (!page._links.next) break;
    }
    assert.deepEqual(walked, expected, query);
  }
  for (const query of [
    `{status=failed || isTest=true} && consumerId=${one}`,
    `consumerId!=${one}`,
    `consumerId=${one} || isTest=true`,
    `consumerId=${one} && consumerId=${all}`,
    'consumerId=nonsense',
    'status=nonsense',
  ]) {
    const refused = await account.send(`GET /webhooks/messages?${new URLSearchParams({ query })}`);
    assert.equal(refused.status, 400, query);
  }
  assert.equal((await account.send('GET /webhooks/messages?query=body=x')).status, 400);
});

test('another account sees nothing: lists are empty, and a message returns 403 and cannot be resent', async () => {
  const { ids, all } = await aLog();
  const other = await app.account();
  assert.equal((await listed(other)).total, 0);
  assert.equal((await listed(other, `consumerId=${all}`)).total, 0);
  for (const path of ['', '/attempts']) {
    assert.equal((await other.send(`GET /webhooks/messages/${ids.failed}${path}`)).status, 403);
  }
  assert.equal((await other.send(`POST /webhooks/messages/${ids.failed}/resend`, { body: {} })).status, 403);
  const body = { since: '2026-05-01T00:00:00Z' };
  assert.equal((await other.send(`POST /webhooks/consumers/${all}/recover`, { body })).status, 403);
  assert.equal((await other.send(`POST /webhooks/consumers/${all}/replay`, { body })).status, 403);
});

test('a key needs the scope webhooks, and a key that is limited to company tags sees no messages', async () => {
  const { accountId } = await app.account();
  const reading = await app.key(accountId, { scopes: ['read'] });
  assert.equal((await app.send('GET /webhooks/messages', { key: reading.secret })).status, 403);
  const narrow = await app.key(accountId, { companyTags: { region: 'EU' } });
  for (const path of ['messages', 'redeliveries', `messages/${randomUUID()}`]) {
    assert.equal((await app.send(`GET /webhooks/${path}`, { key: narrow.secret })).body.code, 'keyTooNarrow', path);
  }
});
