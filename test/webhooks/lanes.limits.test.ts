import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

const app = useApp();
const receive = useReceivers();

const count = async (table: 'delivery' | 'failure', accountId: string) =>
  (await app.ctx.db.system.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()).length;

test('a rate limit of 20 a second holds in every second, and all messages arrive', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  await seedConsumer(app.ctx, { accountId, url: receiver.url, ratePerSecond: 20 });
  await emitEvents(app.ctx, { accountId, count: 60 });
  const got = await receiver.waitFor(60, 10_000);
  const times = got.map(({ at }) => at);
  const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1000).length));
  assert.ok(most <= 23, `${most} in one second`);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  assert.ok(seconds > 2.6 && seconds < 5, `${seconds} s`);
});

test('a rate limit holds for messages that come one by one, with nothing to do in between', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  await seedConsumer(app.ctx, { accountId, url: receiver.url, ratePerSecond: 2 });
  for (let at = 0; at < 8; at++) {
    await emitEvents(app.ctx, { accountId });
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  const times = (await receiver.waitFor(8, 10_000)).map(({ at }) => at);
  const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1000).length));
  assert.ok(most <= 3, `${most} in one second`);
});

test('of a consumer with a concurrency of 3 never more than 3 requests are under way', async () => {
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

test('a consumer that hangs holds two sends after a second, and others are served at once', async () => {
  const { accountId } = await app.account();
  const hanging = await receive({ behaviour: { kind: 'stall' } });
  const healthy = await receive();
  const company = (last: number) => `0198c5a0-0000-7000-8000-00000000000${last}`;
  await seedConsumer(app.ctx, { accountId, url: hanging.url, channels: [company(1)] });
  await seedConsumer(app.ctx, { accountId, url: healthy.url, channels: [company(2)] });
  await emitEvents(app.ctx, { accountId, count: 500, companyId: company(1) });
  await waitFor(() => hanging.begun() >= 2);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const begun = hanging.begun();
  assert.ok(begun <= 64, `${begun} sends`);
  for (let at = 0; at < 20; at++) {
    const started = performance.now();
    await emitEvents(app.ctx, { accountId, companyId: company(2) });
    await healthy.waitFor(at + 1);
    assert.ok(performance.now() - started < 500);
  }
  assert.equal(hanging.begun(), begun, 'no more than what was under way');
});

test('pending deliveries of a consumer that is disabled are cancelled, those of a deleted one removed', async () => {
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
  app.ctx.laneBell.ring([lane, gone.lane]);
  await waitFor(async () => (await count('delivery', accountId)) === 0, 3000);
  assert.equal(await count('failure', accountId), 40);
});
