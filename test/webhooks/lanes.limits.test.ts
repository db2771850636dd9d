import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

const app = useApp();
const receive = useReceivers();

const count = async (table: 'delivery' | 'failure', accountId: string) =>
  (await app.ctx.db.system.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()).length;

/** When the deliveries were sent, once all are recorded. On a busy machine, arrival times are closer together. */
async function sentAt(accountId: string, wanted: number): Promise<number[]> {
  const { system } = app.ctx.db;
  const read = () => system.selectFrom('attempt').select('started_at').where('account_id', '=', accountId).execute();
  await waitFor(async () => (await read()).length === wanted);
  return (await read()).map((row) => row.started_at.getTime()).sort((a, b) => a - b);
}

test('a rate limit of 20 per second is kept in every second, and all messages arrive', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  await seedConsumer(app.ctx, { accountId, url: receiver.url, ratePerSecond: 20 });
  const ownTime = startOwnTime();
  await emitEvents(app.ctx, { accountId, count: 60 });
  await receiver.waitFor(60, 60_000);
  const ownSeconds = ownTime() / 1000;
  const times = await sentAt(accountId, 60);
  const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1000).length));
  assert.ok(most <= 23, `${most} in one second`);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  assert.ok(seconds > 2.6 && Math.min(seconds, ownSeconds) < 5, `${seconds} s, ${ownSeconds} s without stalls`);
});

test('a rate limit is kept for messages that are emitted one by one, with idle time in between', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  await seedConsumer(app.ctx, { accountId, url: receiver.url, ratePerSecond: 2 });
  for (let at = 0; at < 8; at++) {
    await emitEvents(app.ctx, { accountId });
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  await receiver.waitFor(8, 60_000);
  const times = await sentAt(accountId, 8);
  const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1000).length));
  assert.ok(most <= 3, `${most} in one second`);
});

test('a consumer with a concurrency of 3 never has more than 3 requests in progress', async () => {
  const { accountId } = await app.account();
  const receiver = await receive({ behaviour: { kind: 'answer', afterMs: 60 } });
  let underWay = 0;
  let most = 0;
  receiver.behave(() => {
    most = Math.max(most, ++underWay);
    setTimeout(() => underWay--, 58);
    return { kind: 'answer', afterMs: 60 };
  });
  await seedConsumer(app.ctx, { accountId, url: receiver.url, concurrencyMax: 3 });
  await emitEvents(app.ctx, { accountId, count: 30 });
  await receiver.waitFor(30);
  assert.equal(most, 3);
});

test('a consumer that hangs gets no more sends after a second, and others are served at once', async () => {
  const { accountId } = await app.account();
  const hanging = await receive({ behaviour: { kind: 'stall' } });
  const healthy = await receive();
  const company = (last: number) => `0198c5a0-0000-7000-8000-00000000000${last}`;
  await seedConsumer(app.ctx, { accountId, url: hanging.url, channels: [company(1)] });
  await seedConsumer(app.ctx, { accountId, url: healthy.url, channels: [company(2)] });
  await emitEvents(app.ctx, { accountId, count: 500, companyId: company(1) });
  const hangingSince = performance.now();
  await waitFor(() => hanging.begun() >= 2);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const begun = hanging.begun();
  assert.ok(begun <= 64, `${begun} sends`);
  const times: number[] = [];
  for (let at = 0; at < 20; at++) {
    const started = performance.now();
    await emitEvents(app.ctx, { accountId, companyId: company(2) });
    await healthy.waitFor(at + 1);
    times.push(performance.now() - started);
    // After 15 s the hanging sends time out, and others begin.
    if (performance.now() - hangingSince < 14_000)
      assert.equal(hanging.begun(), begun, 'no more than were in progress');
  }
  // A busy machine may delay some of them; hanging sends would delay all of them.
  const median = times.toSorted((a, b) => a - b)[10] ?? Number.NaN;
  assert.ok(median < 500, times.map(Math.round).join());
});

test('pending deliveries of a disabled consumer are cancelled, those of a deleted one are removed', async () => {
  const { accountId } = await app.account();
  const receiver = await receive({ behaviour: { kind: 'answer', status: 500 } });
  const { consumerId, lane } = await seedConsumer(app.ctx, { accountId, url: receiver.url });
  const gone = await seedConsumer(app.ctx, { accountId, url: receiver.url });
  await emitEvents(app.ctx, { accountId, count: 40 });
  await receiver.waitFor(80);
  const { system } = app.ctx.db;
  await system
    .updateTable('consumer')
    .set((now) => ({ is_enabled: false, disabled_reason: 'client', version: now('version', '+', 1) }))
    .where('consumer_id', '=', consumerId)
    .execute();
  await system.deleteFrom('consumer').where('consumer_id', '=', gone.consumerId).execute();
  app.ctx.laneWakeups.wake([lane, gone.lane]);
  await waitFor(async () => (await count('delivery', accountId)) === 0);
  assert.equal(await count('failure', accountId), 40);
});
