import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { answering, useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

const clock = settableClock('2026-03-01T00:00:00Z');
const app = useApp({ clock, jitter: () => 0 });
const startOne = useReceivers();
const receive = (status: number) => startOne({ behaviour: answering(status) });

const rows = (table: 'attempt' | 'delivery' | 'failure' | 'message', accountId: string) =>
  app.ctx.db.system.selectFrom(table).selectAll().where('account_id', '=', accountId).execute();

async function attemptsOf(accountId: string) {
  const found = await app.ctx.db.system
    .selectFrom('attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute();
  return found;
}

const waitForAttempts = (accountId: string, count: number) =>
  waitFor(async () => (await attemptsOf(accountId)).length === count);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function consumerRow(consumerId: string) {
  return app.ctx.db.system
    .selectFrom('consumer')
    .selectAll()
    .where('consumer_id', '=', consumerId)
    .executeTakeFirstOrThrow();
}

test('R-HOOK-11 R-HOOK-25 R-READY-07: all eight attempts are made at their exact times and logged; then the delivery is exhausted', async () => {
  const { accountId } = await app.account();
  const receiver = await receive(503);
  await seedConsumer(app.ctx, { accountId, url: receiver.url, eventTypes: ['company.*'] });
  const firstMs = clock.nowMs();
  await emitEvents(app.ctx, { accountId });
  const offsets = [0, 5, 305, 2105, 9305, 27_305, 63_305, 99_305].map((second) => second * 1000);
  for (const [at, offset] of offsets.entries()) {
    if (at > 0) {
      clock.set(new Date(firstMs + offset - 1));
      await app.lanes.sweep();
      await pause(60);
      assert.equal(receiver.requests.length, at, 'not a millisecond early');
      clock.set(new Date(firstMs + offset));
      await app.lanes.sweep();
    }
    await waitForAttempts(accountId, at + 1);
  }
  const attempts = await attemptsOf(accountId);
  assert.deepEqual(
    attempts.map((attempt) => attempt.started_at.getTime() - firstMs),
    offsets,
  );
  assert.deepEqual(attempts.map((attempt) => attempt.outcome).join(''), 'fffffffx');
  assert.deepEqual(
    attempts.map((attempt) => attempt.next_at && attempt.next_at.getTime() - firstMs),
    [...offsets.slice(1), null],
  );
  assert.equal((await rows('delivery', accountId)).length, 0);
  const [failure] = await rows('failure', accountId);
  assert.equal((failure as { reason?: string }).reason, 'exhausted');
  const bodies = new Set(receiver.requests.map((got) => got.body));
  const ids = new Set(receiver.requests.map((got) => got.headers['webhook-id']));
  assert.deepEqual([bodies.size, ids.size], [1, 1], 'the same bytes under the same id');
  clock.advanceMs(48 * 3_600_000);
  await app.lanes.sweep();
  await pause(100);
  assert.equal(receiver.requests.length, 8);
  const lines = app.logLines.filter((line) => line.msg === 'a delivery attempt failed');
  assert.equal(lines.length, 8);
});

test('a Retry-After in seconds lengthens the wait', async () => {
  const { accountId } = await app.account();
  const receiver = await receive(500);
  receiver.behave(answering(429, { headers: { 'retry-after': '3600' } }));
  await seedConsumer(app.ctx, { accountId, url: receiver.url, eventTypes: ['company.*'] });
  await emitEvents(app.ctx, { accountId });
  await waitForAttempts(accountId, 1);
  const [attempt] = await attemptsOf(accountId);
  assert.equal(attempt?.next_at?.getTime(), clock.nowMs() + 3_600_000);
});

test('A-8 R-HOOK-11: a 410 is a failed attempt like any other, unless the consumer has disableOn410', async () => {
  const account = await app.account();
  const { accountId } = account;
  const receiver = await receive(410);
  const body = { name: 'gone', url: receiver.url, eventTypes: ['company.*'] };
  const created = await account.send('POST /webhooks/consumers', { body });
  assert.deepEqual([created.status, created.body.disableOn410], [201, false]);
  const { consumerId } = created.body;
  await emitEvents(app.ctx, { accountId });
  await waitForAttempts(accountId, 1);
  clock.advanceMs(5000);
  await app.lanes.sweep();
  await waitForAttempts(accountId, 2);
  assert.deepEqual(
    (await attemptsOf(accountId)).flatMap((attempt) => [attempt.outcome, attempt.status_code]),
    ['f', 410, 'f', 410],
  );
  assert.equal((await account.send(`GET /webhooks/consumers/${consumerId}`)).body.status, 'enabled');
  const changed = await account.send(`PATCH /webhooks/consumers/${consumerId}`, { body: { disableOn410: true } });
  assert.equal(changed.body.disableOn410, true);
  clock.advanceMs(300_000);
  await app.lanes.sweep();
  await waitForAttempts(accountId, 3);
  await waitFor(async () => (await consumerRow(consumerId)).disabled_reason === 'gone');
});

test('with disableOn410, a 410 ends the delivery as gone, disables the consumer, emits an event and cancels pending deliveries', async () => {
  const { accountId } = await app.account();
  const receiver = await receive(500);
  const watcher = await receive(200);
  const eventTypes = ['company.*'];
  const { consumerId } = await seedConsumer(app.ctx, { accountId, url: receiver.url, eventTypes, disableOn410: true });
  await seedConsumer(app.ctx, { accountId, url: watcher.url, eventTypes: ['consumer.disabled'] });
  await emitEvents(app.ctx, { accountId, count: 5 });
  await waitForAttempts(accountId, 5);
  receiver.behave(answering(410));
  await emitEvents(app.ctx, { accountId });
  const [told] = await watcher.waitFor(1);
  assert.equal(JSON.parse(told?.body ?? '').Data.reason, 'gone');
  await waitFor(async () => (await rows('failure', accountId)).length === 6);
  const reasons = (await rows('failure', accountId)).map((row) => (row as { reason?: string }).reason).sort();
  assert.deepEqual(reasons, ['cancelled', 'cancelled', 'cancelled', 'cancelled', 'cancelled', 'gone']);
  const consumer = await consumerRow(consumerId);
  assert.deepEqual([consumer.is_enabled, consumer.disabled_reason], [false, 'gone']);
  await waitFor(async () => (await rows('delivery', accountId)).length === 0);
});

test('a 410 from the previous URL of a consumer does not disable it', async () => {
  const account = await app.account();
  const { accountId } = account;
  const left = await receive(200);
  left.behave({ kind: 'answer', status: 410, afterMs: 400 });
  const { url } = await receive(200);
  const eventTypes = ['company.*'];
  const { consumerId } = await seedConsumer(app.ctx, { accountId, url: left.url, eventTypes, disableOn410: true });
  await emitEvents(app.ctx, { accountId });
  await left.waitFor(1);
  assert.equal((await account.send(`PATCH /webhooks/consumers/${consumerId}`, { body: { url } })).status, 200);
  await waitForAttempts(accountId, 1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal((await consumerRow(consumerId)).is_enabled, true);
});

for (const isOrdered of [false, true]) {
  test(`A-30: an attempt that fails at the previous URL does not mark the new one as failing (${isOrdered ? 'ordered' : 'unordered'})`, async () => {
    const account = await app.account();
    const { accountId } = account;
    const left = await receive(200);
    left.behave({ kind: 'answer', status: 500, afterMs: 400 });
    const { url } = await receive(200);
    const eventTypes = ['company.*'];
    const { consumerId } = await seedConsumer(app.ctx, { accountId, url: left.url, eventTypes, isOrdered });
    await emitEvents(app.ctx, { accountId });
    await left.waitFor(1);
    assert.equal((await account.send(`PATCH /webhooks/consumers/${consumerId}`, { body: { url } })).status, 200);
    // An ordered consumer is no longer on hold, so the delivery goes to the new URL at once.
    await waitFor(async () => (await attemptsOf(accountId)).length >= 1);
    const { body } = await account.send(`GET /webhooks/consumers/${consumerId}`);
    assert.equal(body.failingSince, undefined, 'nothing has failed at the new URL');
    assert.equal((await consumerRow(consumerId)).hold_until, null);
  });
}

test('R-READY-08: after a day without success an event warns, after five the consumer is disabled; a success restarts the count', async () => {
  const { accountId } = await app.account();
  const receiver = await receive(500);
  const watcher = await receive(200);
  const { consumerId } = await seedConsumer(app.ctx, { accountId, url: receiver.url, eventTypes: ['company.*'] });
  await seedConsumer(app.ctx, { accountId, url: watcher.url, eventTypes: ['consumer.*'] });
  const fail = async () => {
    const before = receiver.requests.length;
    await emitEvents(app.ctx, { accountId });
    await receiver.waitFor(before + 1);
  };
  const hours = async (count: number) => {
    clock.advanceMs(count * 3_600_000);
    await app.lanes.sweep();
    await pause(150);
  };
  await fail();
  await waitFor(async () => (await consumerRow(consumerId)).failing_since !== null);
  await hours(24);
  await watcher.waitFor(1);
  assert.equal(JSON.parse(watcher.requests[0]?.body ?? '').RuleType, 'consumer.failing');
  await hours(1);
  assert.equal(watcher.requests.length, 1, 'warned once');
  receiver.behave(answering(204));
  await fail();
  await waitFor(async () => (await consumerRow(consumerId)).failing_since === null);
  receiver.behave(answering(500));
  await fail();
  await waitFor(async () => (await consumerRow(consumerId)).failing_since !== null);
  const sinceMs = clock.nowMs();
  await hours(25);
  await watcher.waitFor(2);
  await hours(94);
  assert.equal((await consumerRow(consumerId)).is_enabled, true);
  await hours(1);
  await watcher.waitFor(3);
  const [warning, disabled] = watcher.requests.slice(1).map((got) => JSON.parse(got.body));
  assert.equal(warning.Data.failingSince, new Date(sinceMs).toISOString());
  assert.equal(warning.Data.disablesAt, new Date(sinceMs + 5 * 86_400_000).toISOString());
  assert.deepEqual([disabled.RuleType, disabled.Data.reason], ['consumer.disabled', 'failing']);
  assert.equal((await consumerRow(consumerId)).disabled_reason, 'failing');
});

test('an ordered consumer gets its messages one by one: while one waits for its next attempt, none overtakes it', async () => {
  const { accountId } = await app.account();
  const receiver = await receive(200);
  let failures = 2;
  receiver.behave(() => answering(failures-- > 0 ? 500 : 200));
  await seedConsumer(app.ctx, { accountId, url: receiver.url, isOrdered: true });
  await emitEvents(app.ctx, { accountId, count: 30 });
  await waitForAttempts(accountId, 1);
  await pause(150);
  assert.equal(receiver.requests.length, 1);
  clock.advanceMs(5000);
  await app.lanes.sweep();
  await waitForAttempts(accountId, 2);
  await pause(100);
  assert.equal(receiver.requests.length, 2);
  clock.advanceMs(300_000);
  await app.lanes.sweep();
  await receiver.waitFor(32);
  const ids = receiver.requests.map((got) => got.headers['webhook-id']);
  assert.equal(ids[0], ids[1]);
  assert.equal(ids[1], ids[2]);
  const inOrder = (await rows('message', accountId)).map((row) => row.message_id).sort();
  assert.deepEqual(ids.slice(2), inOrder);
});
