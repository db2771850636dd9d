import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { nextAlertAttemptMs } from '../../src/legacy/alert-schedule.ts';
import { recordStatement, takeDue } from '../../src/legacy/alert-store.ts';
import { forgetAlerts } from '../../src/legacy/forget-alerts.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { answering, type Behaviour, type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { companyCreated, deliveriesOf, emit, emitNow, makeRule } from './older-account.ts';

const clock = settableClock('2026-03-01T00:00:00Z');
const app = useApp({ clock });
const receivers: Receiver[] = [];
after(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function start(behaviour: Behaviour): Promise<{ receiver: Receiver; account: TestAccount; firstMs: number }> {
  const receiver = await startReceiver({ behaviour });
  receivers.push(receiver);
  const account = await app.account({ webhooks: 'older' });
  await makeRule(account, { webhook: receiver.url });
  const firstMs = clock.nowMs();
  await emit(app, account.accountId, companyCreated(account.accountId));
  await app.alerts.look();
  return { receiver, account, firstMs };
}

async function only(account: TestAccount) {
  const [delivery, ...more] = await deliveriesOf(app, account.accountId);
  assert.ok(delivery && more.length === 0);
  return delivery;
}

/** For each time, checks that nothing is sent a millisecond before it and one request is sent at it. */
async function lookAt(receiver: Receiver, firstMs: number, offsets: number[]): Promise<void> {
  for (const offset of offsets) {
    const before = receiver.requests.length;
    clock.set(new Date(firstMs + offset - 1));
    await app.alerts.look();
    assert.equal(receiver.requests.length, before, `nothing one millisecond before ${offset}`);
    clock.set(new Date(firstMs + offset));
    await app.alerts.look();
    assert.equal(receiver.requests.length, before + 1, `at ${offset}`);
  }
}

for (const [name, behaviour] of [
  ['408', answering(408)],
  ['429', answering(429)],
  ['500', answering(500)],
  ['503', answering(503)],
  ['a connection that breaks', { kind: 'close' }],
] as [string, Behaviour][]) {
  test(`R-LEGACY-11: ${name} is retried three times, after 5, 35 and 110 seconds, with the same bytes; then the delivery has failed`, async () => {
    const { receiver, account, firstMs } = await start(behaviour);
    await lookAt(receiver, firstMs, [5000, 35_000, 110_000]);
    const delivery = await only(account);
    assert.equal(delivery.status, 'failed');
    assert.deepEqual(
      delivery.attempts.map((attempt) => Date.parse(attempt.at) - firstMs),
      [0, 5000, 35_000, 110_000],
    );
    assert.equal(delivery.ended_at?.getTime(), firstMs + 110_000);
    for (const attempt of delivery.attempts) assert.ok(attempt.statusCode ?? attempt.error);
    assert.equal(new Set(receiver.requests.map((got) => got.body)).size, 1);
    clock.advanceMs(86_400_000);
    await app.alerts.look();
    assert.equal(receiver.requests.length, 4, 'it is never tried again');
  });
}

test('R-LEGACY-11: any other status ends the delivery at once, and a redirect is not followed', async () => {
  const elsewhere = await startReceiver();
  receivers.push(elsewhere);
  for (const behaviour of [answering(400), answering(404), answering(410), { kind: 'redirect', to: elsewhere.url }]) {
    const { receiver, account } = await start(behaviour as Behaviour);
    assert.equal((await only(account)).status, 'failed');
    clock.advanceMs(200_000);
    await app.alerts.look();
    assert.equal(receiver.requests.length, 1);
  }
  assert.equal(elsewhere.requests.length, 0);
});

test('R-LEGACY-11: a retry that succeeds ends the delivery', async () => {
  const { receiver, account, firstMs } = await start(answering(503));
  receiver.behave(answering(204));
  await lookAt(receiver, firstMs, [5000]);
  const { status, attempts } = await only(account);
  assert.deepEqual([status, attempts.map((attempt) => attempt.statusCode)], ['delivered', [503, 204]]);
});

test("R-LEGACY-11: the receiver's Retry-After, in seconds or as a date, replaces the wait", async () => {
  const { receiver, account, firstMs } = await start(answering(429, { headers: { 'retry-after': '20' } }));
  receiver.behave(answering(503, { headers: { 'retry-after': new Date(firstMs + 23_000).toUTCString() } }));
  await lookAt(receiver, firstMs, [20_000]);
  receiver.behave(answering(503, { headers: { 'retry-after': 'soon' } }));
  await lookAt(receiver, firstMs, [23_000]);
  await lookAt(receiver, firstMs, [98_000]);
  assert.equal((await only(account)).attempts.length, 4);
});

test('R-LEGACY-11: with a Retry-After beyond two minutes, the retry comes at the end of the two minutes', async () => {
  const { receiver, account, firstMs } = await start(answering(429, { headers: { 'retry-after': '3600' } }));
  await lookAt(receiver, firstMs, [120_000]);
  assert.equal((await only(account)).status, 'failed');
});

test('R-LEGACY-11: the retry schedule has the documented times', () => {
  const next = (number: number, startedMs: number, retryAfterMs?: number) =>
    nextAlertAttemptMs({ number, startedMs, firstMs: 0, retryAfterMs });
  assert.equal(next(1, 0), 5000);
  assert.equal(next(2, 5000), 35_000);
  assert.equal(next(3, 35_000), 110_000);
  assert.equal(next(4, 110_000), undefined);
  assert.equal(next(1, 0, 1), 1000, 'at least one second');
  assert.equal(next(1, 0, 120_000), 120_000);
  assert.equal(next(1, 0, 120_001), 120_000);
  assert.equal(next(2, 119_500, 60_000), undefined);
  assert.equal(next(2, 3_600_000), undefined, 'after an outage there is no further attempt');
});

test('a delivery that came due while no worker ran is sent when a worker starts again, however late', async () => {
  const { receiver, account, firstMs } = await start(answering(503));
  receiver.behave(answering(200));
  clock.advanceMs(3_600_000);
  await app.alerts.look();
  const { status, attempts } = await only(account);
  assert.equal(status, 'delivered');
  assert.equal(Date.parse(attempts[1]?.at ?? '') - firstMs, 3_600_000);
});

test('if a worker dies between sending and recording, another one takes over its delivery after a minute', async () => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const account = await app.account({ webhooks: 'older' });
  await makeRule(account, { webhook: receiver.url });
  // The dying worker: it has claimed the delivery, may have sent it, and never records it.
  const dying = await app.ctx.db.transaction(account.accountId, async (tx) => {
    await emitNow(app, tx, companyCreated(account.accountId));
    const now = clock.now();
    return takeDue(tx, { now, leaseUntil: new Date(now.getTime() + 60_000), busy: [], limit: 8 });
  });
  assert.equal(dying.length, 1);
  await app.alerts.look();
  assert.equal(receiver.requests.length, 0, 'it is not sent again while its worker may still be alive');
  clock.advanceMs(59_999);
  await app.alerts.look();
  assert.equal(receiver.requests.length, 0);
  clock.advanceMs(1);
  await app.alerts.look();
  assert.equal(receiver.requests.length, 1);
  assert.equal((await only(account)).status, 'delivered');
  // The first worker was alive after all and records too late: the other worker's outcome stands.
  const [late] = dying;
  assert.ok(late);
  const attempt = { at: clock.now().toISOString(), statusCode: 500 };
  await app.ctx.db.write(account.accountId, recordStatement(late, { attempt, nextAt: clock.now(), status: 'pending' }));
  const { status, attempts } = await only(account);
  assert.deepEqual([status, attempts.length], ['delivered', 1]);
});

test('concurrent workers claim different deliveries, and each delivery is sent once', async () => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const account = await app.account({ webhooks: 'older' });
  await makeRule(account, { webhook: receiver.url });
  await emit(app, account.accountId, ...Array.from({ length: 100 }, () => companyCreated(account.accountId)));
  const now = clock.now();
  const take = () =>
    takeDue(app.ctx.db.system, { now, leaseUntil: new Date(now.getTime() + 60_000), busy: [], limit: 10 });
  const taken = (await Promise.all([take(), take(), take()])).flat();
  assert.equal(new Set(taken.map((delivery) => delivery.alert_id)).size, taken.length);
  clock.advanceMs(60_000);
  await app.alerts.look();
  const ids = receiver.requests.map((got) => JSON.parse(got.body).AlertId);
  assert.equal(ids.length, 100);
  assert.equal(new Set(ids).size, 100);
});

test('alerts are kept as long as messages, 30 days by default, then removed with their deliveries', async () => {
  const { account } = await start(answering(200));
  clock.advanceMs(30 * 86_400_000);
  await forgetAlerts(app.ctx);
  assert.equal((await account.send('GET /rules/alerts')).body.totalResults, 1);
  clock.advanceMs(1);
  assert.ok((await forgetAlerts(app.ctx)) >= 1);
  assert.equal((await account.send('GET /rules/alerts')).body.totalResults, 0);
  assert.deepEqual(await deliveriesOf(app, account.accountId), []);
});
