import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { countedMax } from '../../src/webhooks/messages/count-messages.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { deliver, emitMessages, fail, seedConsumer } from './seed-messages.ts';

/** The message log over time, and what each message is about. */
const clock = settableClock('2026-05-10T10:00:00Z');
const app = useApp({ clock, config: { role: 'api' } });

type Bucket = { at: string; delivered: number; failed: number; pending: number; unmatched: number };
async function counted(account: TestAccount, query: Record<string, string> = {}) {
  const { status, body, text } = await account.send(`GET /webhooks/messageCounts?${new URLSearchParams(query)}`);
  assert.equal(status, 200, text);
  const buckets: Bucket[] = body.buckets;
  const sum = (name: keyof Bucket) => buckets.reduce((all, bucket) => all + Number(bucket[name]), 0);
  const states = ['delivered', 'failed', 'pending', 'unmatched'] as const;
  return { body, buckets, sums: Object.fromEntries(states.map((name) => [name, sum(name)])) };
}

test('messages are counted by time and status, for the same filters as the list', async () => {
  const account = await app.account();
  const { accountId } = account;
  const companyId = randomUUID();
  await emitMessages(app, accountId, [{}]);
  const { consumerId } = await seedConsumer(app, accountId);
  clock.advanceMs(3_600_000);
  const [delivered = '', failed = ''] = await emitMessages(app, accountId, [{ companyId }, {}]);
  await deliver(app, accountId, { messageId: delivered, consumerId });
  await fail(app, accountId, { messageId: failed, consumerId });
  clock.advanceMs(3_600_000);
  await emitMessages(app, accountId, [{ companyId }, { type: 'company.deleted', companyId }]);
  clock.advanceMs(1000);
  const hours = { since: '2026-05-10T10:00:00Z', until: '2026-05-10T13:00:00Z', buckets: '3' };
  const { body, buckets } = await counted(account, hours);
  assert.deepEqual(buckets, [
    { at: '2026-05-10T10:00:00.000Z', delivered: 0, failed: 0, pending: 0, unmatched: 1 },
    { at: '2026-05-10T11:00:00.000Z', delivered: 1, failed: 1, pending: 0, unmatched: 0 },
    { at: '2026-05-10T12:00:00.000Z', delivered: 0, failed: 0, pending: 2, unmatched: 0 },
  ]);
  assert.deepEqual(
    [body.since, body.until, body.isEstimated],
    ['2026-05-10T10:00:00.000Z', '2026-05-10T13:00:00.000Z', false],
  );
  assert.equal((await counted(account)).body.since, '2026-05-09T12:00:01.000Z', 'the default is a day');
  for (const query of [
    '',
    'status=failed',
    'status=delivered',
    'status=unmatched',
    'status=pending',
    `companyId=${companyId}`,
    'eventType=company.deleted',
    `consumerId=${consumerId}`,
    `consumerId=${consumerId} && status=delivered`,
    'created>=2026-05-10T11:30:00Z',
    'isTest=true',
  ]) {
    const { sums } = await counted(account, query ? { query } : {});
    const { body: page } = await account.send(`GET /webhooks/messages?${new URLSearchParams(query ? { query } : {})}`);
    const listed: Record<string, number> = { delivered: 0, failed: 0, pending: 0, unmatched: 0 };
    for (const { status } of page.results) listed[status] = (listed[status] ?? 0) + 1;
    assert.deepEqual(sums, listed, query);
  }
});

test('a bucket with more messages than are counted is estimated from their times; a refused query says why', async () => {
  const account = await app.account();
  const { accountId } = account;
  const perHour = 4 * countedMax;
  await sql`insert into message (account_id, message_id, event_type, recipients, created_at, body)
    select ${accountId}, (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      'sync.completed', 0, to_timestamp(ms / 1000.0), '{}'
    from (select n, ${Date.parse('2026-05-09T08:00:00Z')}::bigint + n * 3600000::bigint / ${perHour}::int as ms
      from generate_series(0, ${2 * perHour - 1}::int) n) made`.execute(app.ctx.db.system);
  const { buckets, body } = await counted(account, {
    since: '2026-05-09T08:00:00Z',
    until: '2026-05-09T11:00:00Z',
    buckets: '3',
  });
  assert.equal(body.isEstimated, true);
  for (const bucket of buckets.slice(0, 2))
    assert.ok(Math.abs(bucket.unmatched - perHour) < perHour * 0.01, JSON.stringify(bucket));
  assert.deepEqual(
    buckets.map(({ delivered }) => delivered),
    [0, 0, 0],
  );
  assert.equal(buckets[2]?.unmatched, 0);
  for (const query of ['status!=failed', 'status=failed || isTest=true', 'nothing=1']) {
    const refused = await account.send(`GET /webhooks/messageCounts?${new URLSearchParams({ query })}`);
    assert.equal(refused.status, 400, query);
  }
  const none = await account.send('GET /webhooks/messageCounts?since=2026-05-11T00:00:00Z');
  assert.equal(none.status, 400);
});

test('with include=summary, a message says what it is about and what its consumers answered, on every page', async () => {
  const account = await app.account();
  const { accountId } = account;
  const [one, two] = [await seedConsumer(app, accountId), await seedConsumer(app, accountId)];
  const [companyId, connectionId] = [randomUUID(), randomUUID()];
  const place = { companyId, connectionId };
  const changes = { added: 12, updated: 3, deleted: 0 };
  await app.ctx.db.transaction(accountId, (tx) =>
    app.ctx.emit(tx, [
      {
        ...place,
        type: 'sync.completed',
        message: 'The sync of invoices is complete.',
        data: {
          syncId: randomUUID(),
          dataType: 'invoices',
          trigger: 'manual',
          isFull: false,
          counts: { ...changes, unchanged: 7 },
          generation: 2,
          totalRecords: 99,
        },
      },
      {
        ...place,
        type: 'dataset.changed',
        message: 'Changed.',
        data: { syncId: randomUUID(), dataType: 'bills', ...changes, deleted: 2, generation: 2, totalRecords: 99 },
      },
      { companyId, type: 'company.created', message: 'The company "Ä" was created.', data: { name: 'Ä' } },
    ]),
  );
  const { body } = await account.send('GET /webhooks/messages?include=summary&orderBy=created&pageSize=2');
  const rest = await account.send(`GET ${body._links.next.href}`);
  const messages = [...body.results, ...rest.body.results];
  const messageId = messages[0].messageId;
  assert.deepEqual(
    messages.map(({ summary }) => [summary.text, summary.dataType, summary.counts]),
    [
      ['The sync of invoices is complete.', 'invoices', changes],
      ['Changed.', 'bills', { ...changes, deleted: 2 }],
      ['The company "Ä" was created.', undefined, undefined],
    ],
  );
  await deliver(app, accountId, { messageId, consumerId: one.consumerId });
  await fail(app, accountId, { messageId, consumerId: two.consumerId });
  const again = await account.send(`GET /webhooks/messages?include=summary&query=messageId=${messageId}`);
  const results = new Map<string, { status: string; attempts: number; lastStatusCode?: number }>(
    again.body.results[0].summary.deliveries.map((entry: { consumerId: string }) => [entry.consumerId, entry]),
  );
  const said = (consumerId: string) => {
    const { status, attempts, lastStatusCode } = results.get(consumerId) ?? assert.fail();
    return [status, attempts, lastStatusCode];
  };
  assert.deepEqual(said(one.consumerId), ['delivered', 1, 204]);
  assert.deepEqual(said(two.consumerId), ['exhausted', 1, 500]);
  const plain = await account.send('GET /webhooks/messages');
  assert.ok(plain.body.results.every((message: object) => !('summary' in message)));
});
