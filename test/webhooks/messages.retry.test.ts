import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { settableClock } from '../../src/clock.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { waitFor } from '../wait-for.ts';
import { answering, type Received, type Receiver, useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/** The receiver is mended: what waits for its next attempt is sent now, each once, and the schedule stays what it was. */
const clock = settableClock('2026-04-01T00:00:00Z');
const app = useApp({ clock, jitter: () => 0 });
const startOne = useReceivers();
const receive = (status: number) => startOne({ behaviour: answering(status) });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hourMs = 3_600_000;

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

test('R-HOOK-11 R-HOOK-25: an attempt made by hand is the next of the schedule: exact times, and never more than eight', async () => {
  const account = await app.account();
  const receiver = await receive(503);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  const firstMs = clock.nowMs();
  await emitEvents(app.ctx, account);
  await waitForAttempts(account, 1);
  // By hand after 2 s in the place of 5 s; then by itself; then by hand, each time before it is due.
  const byHand = [2, null, 1000, 3600, 7200, 10_800, 14_400];
  const times = [0];
  for (const [at, seconds] of byHand.entries()) {
    if (seconds === null) {
      const dueMs = firstMs + 2000 + 300_000;
      clock.set(new Date(dueMs - 1));
      await app.lanes.sweep();
      await pause(60);
      assert.equal(receiver.requests.length, at + 1, 'five minutes after the one by hand, not a millisecond early');
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
  assert.equal((await retry(account, consumerId)).body.total, 0, 'what is exhausted is not brought back by it');
  clock.advanceMs(48 * hourMs);
  await app.lanes.sweep();
  await pause(100);
  assert.equal(receiver.requests.length, 8);
});

test('R-HOOK-11 R-LIMIT-08: by hand near the end of the 28 hours it is the last attempt, and none comes later', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  receiver.behave(answering(503, { headers: { 'retry-after': String(28 * 3600) } }));
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  await emitEvents(app.ctx, account);
  await waitForAttempts(account, 1);
  clock.advanceMs(28 * hourMs - 4 * 60_000);
  assert.equal((await retry(account, consumerId)).body.total, 1, 'Retry-After had put it to the end');
  await waitForAttempts(account, 2);
  await waitFor(async () => (await pendingOf(account)) === 0);
  assert.equal((await attemptsOf(account)).map((attempt) => attempt.outcome).join(''), 'fx');
  clock.advanceMs(hourMs);
  await app.lanes.sweep();
  await pause(60);
  assert.equal(receiver.requests.length, 2);
});

test('R-HOOK-12: all that waits goes out at once, each message once, and what is in flight is left alone', async () => {
  const account = await app.account();
  const receiver = await receive(500);
  const other = await receive(500);
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
  await seedConsumer(app.ctx, { ...account, url: other.url });
  await emitEvents(app.ctx, { ...account, count: 40 });
  await waitForAttempts(account, 80);
  const waiting = await messageIdsOf(account);
  clock.advanceMs(1000);
  // Taken, and no answer yet: neither its first attempt nor, later, that of all others is made twice. The others are answered
  // soon: of a lane that has been slow once, two are in flight at a time.
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
  assert.deepEqual([receiver.requests.length, other.requests.length], [81, 41], "another consumer's wait goes on");
  assert.equal((await account.send(`GET /webhooks/consumers/${consumerId}/stats`)).body.waiting, 0);
});

test('a delivery whose time is moved while it is in flight is not sent twice', async () => {
  const account = await app.account();
  const receiver = await receive(200);
  await seedConsumer(app.ctx, { ...account, url: receiver.url, ratePerSecond: 200 });
  // The first is answered after the last claim: claims come of 16, of a second's worth, and halfway through it of the rest.
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

test('R-LIMIT-08: of an ordered consumer an attempt by hand, or by giving up the order, does not move the 28 hours', async () => {
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
  assert.equal((await retry(account, consumerId)).body.total, 1, 'Retry-After had put it to the end');
  await waitForAttempts(account, 4);
  assert.equal((await attemptsOf(account)).map((attempt) => attempt.outcome).join(''), 'fffx');
});

test('of an ordered consumer the one that failed is sent first, then those behind it, in order', async () => {
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
  assert.equal(receiver.requests.length, 2, 'it failed again, and holds up those behind it');
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

test('a rate limit holds for what is sent by hand', async () => {
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
  // From before the first was sent: on a busy machine they arrive closer together.
  const seconds = ((times.at(-1) ?? 0) - beganMs) / 1000;
  assert.ok(seconds > 1 && Math.min(seconds, ownSeconds) < 4, `${seconds} s, ${ownSeconds} of them its own`);
});

test('a consumer that is disabled, missing or of another account is refused, with what to do', async () => {
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
    'Conflict: the consumer is disabled. Its pending messages were cancelled: enable it, then recover the failed messages.',
  );
  assert.equal((await retry(account, randomUUID())).status, 404);
  assert.equal((await retry(await app.account(), consumerId)).status, 403);
  assert.equal(receiver.requests.length, 1);
});

test('R-HOOK-08: a message that waits for its next attempt is sent now when it is sent again, and one in flight is not doubled', async () => {
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
  assert.deepEqual(idsAt(receiver).slice(2), [messageId], 'the other one waits on');
  assert.equal((await account.send(`GET /webhooks/messages/${waiting}`)).body.deliveries[0].nextAttempt, at(3000));
});

test('of an ordered consumer only the first can be sent at once: those behind it keep their places', async () => {
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
