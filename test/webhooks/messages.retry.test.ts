import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { hourMs } from '../../src/base/durations.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { waitFor } from '../wait-for.ts';
import { answering, type Received, type Receiver, useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/** After a receiver is fixed, `retry` sends the waiting messages now, each once, and their schedule stays the same. */
const clock = settableClock('2026-04-01T00:00:00Z');
const app = useApp({ clock, jitter: () => 0 });
const startOne = useReceivers();
const receive = (status: number) => startOne({ behaviour: answering(status) });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const retry = (account: TestAccount, consumerId: string, headers: Record<string, string> = {}) =>
  account.send(`POST /webhooks/consumers/${consumerId}/retry`, { headers });
const resend = async (account: TestAccount, messageId: string) =>
  (await account.send(`POST /webhooks/messages/${messageId}/resend`, { body: {} })).body.consumerIds;

async function attemptsOf({ accountId }: TestAccount) {
  return app.ctx.db.system
    .selectFrom('attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number')
    .orderBy('message_id')
    .execute();
}

const waitForAttempts = (account: TestAccount, count: number) =>
  waitFor(async () => (await attemptsOf(account)).length === count);

async function pendingOf({ accountId }: TestAccount) {
  const { system } = app.ctx.db;
  return (await system.selectFrom('delivery').selectAll().where('account_id', '=', accountId).execute()).length;
}

async function messageIdsOf({ accountId }: TestAccount): Promise<string[]> {
  const { system } = app.ctx.db;
  const rows = await system.selectFrom('message').select('message_id').where('account_id', '=', accountId).execute();
  return rows.map((row) => row.message_id).sort();
}

const idsAt = ({ requests }: Receiver) => requests.map((got) => String(got.headers['webhook-id']));

test('R-HOOK-11 R-HOOK-25: a requested attempt is the next one of the schedule: exact times, and never more than eight', async () => {
  const account = await app.account();
  const receiver = await receive(503);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  const firstMs = clock.nowMs();
  await emitEvents(app.ctx, account);
  await waitForAttempts(account, 1);
  // Requested after 2 s instead of 5 s; then automatic; then requested, each time before it is due.
  const byHand = [2, null, 1000, 3600, 7200, 10_800, 14_400];
  const times = [0];
  for (const [at, seconds] of byHand.entries()) {
    if (seconds === null) {
      const dueMs = firstMs + 2000 + 300_000;
      clock.set(new Date(dueMs - 1));
      await app.lanes.sweep();
      await pause(60);
      assert.equal(receiver.requests.length, at + 1, 'five minutes after the requested one, not a millisecond early');
      clock.set(new Date(dueMs));
      await app.lanes.sweep();
    } else {
      clock.set(new Date(firstMs + seconds * 1000));
      assert.deepEqual((await retry(account, consumerId)).body, { consumerId, total: 1 });
    }
    times.push(clock.nowMs() - firstMs);
    await waitForAttempts(account, at + 2);
  }
  const attempts = await attemptsOf(account);
  assert.deepEqual(
    attempts.map((attempt) => attempt.started_at.getTime() - firstMs),
    times,
  );
  assert.deepEqual(
    attempts.map((attempt) => attempt.number),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  assert.equal(attempts.map((attempt) => attempt.outcome).join(''), 'fffffffx');
  assert.equal(await pendingOf(account), 0);
  assert.equal((await retry(account, consumerId)).body.total, 0, 'exhausted messages are not sent by it');
  clock.advanceMs(48 * hourMs);
  await app.lanes.sweep();
  await pause(100);
  assert.equal(receiver.requests.length, 8);
});

test('R-HOOK-11 R-LIMIT-08: an attempt requested near the end of the 28 hours is the last one', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  receiver.behave(answering(503, { headers: { 'retry-after': String(28 * 3600) } }));
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  await emitEvents(app.ctx, account);
  await waitForAttempts(account, 1);
  clock.advanceMs(28 * hourMs - 4 * 60_000);
  assert.equal((await retry(account, consumerId)).body.total, 1, 'Retry-After had moved it to the end');
  await waitForAttempts(account, 2);
  await waitFor(async () => (await pendingOf(account)) === 0);
  assert.equal((await attemptsOf(account)).map((attempt) => attempt.outcome).join(''), 'fx');
  clock.advanceMs(hourMs);
  await app.lanes.sweep();
  await pause(60);
  assert.equal(receiver.requests.length, 2);
});

test('R-HOOK-12: all waiting messages are sent at once, each once, and messages in flight are not sent again', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  const other = await receive(500);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  await seedConsumer(app.ctx, { ...account, url: other.url });
  await emitEvents(app.ctx, { ...account, count: 40 });
  await waitForAttempts(account, 80);
  const waiting = await messageIdsOf(account);
  clock.advanceMs(1000);
  // The new message has been received but not answered: neither its attempt nor, later, those of the others are made
  // twice. The others are answered soon, because a lane that was slow once has only two sends in flight at a time.
  const first = Promise.withResolvers<void>();
  const isFirst = ({ headers }: Received) => !waiting.includes(String(headers['webhook-id']));
  receiver.behave((got) => ({ kind: 'answer', ...(isFirst(got) ? { after: first.promise } : { afterMs: 100 }) }));
  await emitEvents(app.ctx, account);
  await receiver.waitFor(41);
  const { body: stats } = await account.send(`GET /webhooks/consumers/${consumerId}/stats`);
  assert.equal(stats.waiting, 40);
  const headers = { 'idempotency-key': randomUUID() };
  assert.equal((await retry(account, consumerId, headers)).body.total, 40);
  assert.equal((await retry(account, consumerId)).body.total, 0, 'all are due or in flight');
  await receiver.waitFor(81);
  first.resolve();
  const again = await retry(account, consumerId, headers);
  assert.deepEqual([again.body.total, again.headers.get('idempotency-replayed')], [40, 'true']);
  assert.deepEqual(idsAt(receiver).slice(41).sort(), waiting);
  await waitFor(async () => (await pendingOf(account)) === 41);
  await app.lanes.sweep();
  await pause(100);
  assert.deepEqual([receiver.requests.length, other.requests.length], [81, 41], "another consumer's still wait");
  assert.equal((await account.send(`GET /webhooks/consumers/${consumerId}/stats`)).body.waiting, 0);
});

test('a delivery whose due time is changed while it is in flight is not sent twice', async () => {
  const account = await app.account();
  const receiver = await receive(200);
  await seedConsumer(app.ctx, { ...account, url: receiver.url, ratePerSecond: 200 });
  // The first send is answered after the last claim: the claims are of 16, then of a second's worth, then of the rest.
  receiver.behave(() => ({ kind: 'answer', afterMs: receiver.requests.length === 1 ? 900 : 0 }));
  await emitEvents(app.ctx, { ...account, count: 260 });
  await receiver.waitFor(1);
  clock.advanceMs(1000);
  const [first = ''] = idsAt(receiver);
  await app.ctx.db.system
    .updateTable('delivery')
    .set({ due_at: new Date(clock.nowMs() - 1) })
    .where('message_id', '=', first)
    .execute();
  await waitFor(async () => (await pendingOf(account)) === 0);
  assert.deepEqual(idsAt(receiver).sort(), await messageIdsOf(account));
});

test('R-LIMIT-08: for an ordered consumer, neither a requested attempt nor turning off the order moves the 28 hours', async () => {
  const account = await app.account();
  const receiver = await receive(503);
  receiver.behave(answering(503, { headers: { 'retry-after': String(25 * 3600) } }));
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, isOrdered: true });
  const firstMs = clock.nowMs();
  await emitEvents(app.ctx, account);
  await waitForAttempts(account, 1);
  clock.advanceMs(20 * hourMs);
  assert.equal((await retry(account, consumerId)).body.total, 1);
  await waitForAttempts(account, 2);
  clock.advanceMs(60_000);
  const change = { body: { isOrdered: false } };
  assert.equal((await account.send(`PATCH /webhooks/consumers/${consumerId}`, change)).status, 200);
  await waitForAttempts(account, 3);
  const { system } = app.ctx.db;
  const firstAt = system.selectFrom('delivery').select('first_at').where('consumer_id', '=', consumerId);
  assert.equal((await firstAt.executeTakeFirstOrThrow()).first_at?.getTime(), firstMs);
  clock.set(new Date(firstMs + 28 * hourMs - 4 * 60_000));
  assert.equal((await retry(account, consumerId)).body.total, 1, 'Retry-After had moved it to the end');
  await waitForAttempts(account, 4);
  assert.equal((await attemptsOf(account)).map((attempt) => attempt.outcome).join(''), 'fffx');
});

test('for an ordered consumer, the failed message is sent first, then those behind it, in order', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, isOrdered: true });
  await emitEvents(app.ctx, { ...account, count: 20 });
  await waitForAttempts(account, 1);
  clock.advanceMs(1000);
  const { body: stats } = await account.send(`GET /webhooks/consumers/${consumerId}/stats`);
  assert.equal(stats.waiting, 20);
  assert.equal((await retry(account, consumerId)).body.total, 20);
  await waitForAttempts(account, 2);
  await pause(100);
  assert.equal(receiver.requests.length, 2, 'it failed again and blocks those behind it');
  receiver.behave(answering(200));
  assert.equal((await retry(account, consumerId)).body.total, 20);
  await receiver.waitFor(22);
  await waitFor(async () => (await pendingOf(account)) === 0);
  const [head = '', ...behind] = await messageIdsOf(account);
  assert.deepEqual(idsAt(receiver), [head, head, head, ...behind]);
  assert.deepEqual(
    (await attemptsOf(account)).slice(-2).map((attempt) => attempt.number),
    [2, 3],
  );
});

test('the rate limit also applies to requested attempts', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, ratePerSecond: 20 });
  await emitEvents(app.ctx, { ...account, count: 24 });
  await waitForAttempts(account, 24);
  receiver.behave(answering(200));
  clock.advanceMs(1000);
  const beganMs = Date.now();
  assert.equal((await retry(account, consumerId)).body.total, 24);
  const ownTime = startOwnTime();
  const times = (await receiver.waitFor(48, 30_000)).slice(24).map(({ at }) => at);
  const ownSeconds = ownTime() / 1000;
  // Measured from before the first send: on a busy machine, requests arrive closer together.
  const seconds = ((times.at(-1) ?? 0) - beganMs) / 1000;
  assert.ok(seconds > 1 && Math.min(seconds, ownSeconds) < 4, `${seconds} s, ${ownSeconds} s without stalls`);
});

test('a retry for a disabled, unknown or foreign consumer is rejected, and the error says what to do', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  await emitEvents(app.ctx, account);
  await waitForAttempts(account, 1);
  await account.send(`POST /webhooks/consumers/${consumerId}/disable`);
  const refused = await retry(account, consumerId);
  assert.equal(refused.status, 409);
  assert.equal(
    refused.body.error,
    'Conflict: the consumer is disabled. Its pending messages were cancelled. Enable it, then recover the failed messages.',
  );
  assert.equal((await retry(account, randomUUID())).status, 404);
  assert.equal((await retry(await app.account(), consumerId)).status, 403);
  assert.equal(receiver.requests.length, 1);
});

test('R-HOOK-08: resending a waiting message makes its next attempt now, and a message in flight is not sent twice', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  await emitEvents(app.ctx, { ...account, count: 2 });
  await waitForAttempts(account, 2);
  const [messageId = '', waiting = ''] = await messageIdsOf(account);
  clock.advanceMs(2000);
  const { promise: after, resolve: release } = Promise.withResolvers<void>();
  receiver.behave({ kind: 'answer', status: 500, after });
  assert.deepEqual(await resend(account, messageId), [consumerId]);
  await receiver.waitFor(3);
  assert.deepEqual(await resend(account, messageId), [], 'it is in flight');
  release();
  await waitForAttempts(account, 3);
  const { results } = (await account.send(`GET /webhooks/messages/${messageId}/attempts`)).body;
  const told = results.map((one: Record<string, unknown>) => [one.number, one.cause, one.started, one.nextAttempt]);
  const at = (ms: number) => new Date(clock.nowMs() + ms).toISOString();
  assert.deepEqual(told, [
    [1, 'event', at(-2000), at(3000)],
    [2, 'event', at(0), at(300_000)],
  ]);
  await pause(60);
  assert.deepEqual(idsAt(receiver).slice(2), [messageId], 'the other one still waits');
  assert.equal((await account.send(`GET /webhooks/messages/${waiting}`)).body.deliveries[0].nextAttempt, at(3000));
});

test('for an ordered consumer, only the first message can be resent: those behind it keep their places', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, isOrdered: true });
  await emitEvents(app.ctx, { ...account, count: 3 });
  await waitForAttempts(account, 1);
  const [head = '', second = '', third = ''] = await messageIdsOf(account);
  clock.advanceMs(1000);
  receiver.behave(answering(200));
  assert.deepEqual(await resend(account, second), []);
  await pause(100);
  assert.deepEqual(idsAt(receiver), [head]);
  assert.deepEqual(await resend(account, head), [consumerId]);
  await receiver.waitFor(4);
  assert.deepEqual(idsAt(receiver), [head, head, second, third]);
});
