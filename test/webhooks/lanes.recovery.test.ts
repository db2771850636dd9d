import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createEmit } from '../../src/events/emit.ts';
import { setMaintenance } from '../../src/operations/store.ts';
import { createMessageWriter } from '../../src/webhooks/messages/write-messages.ts';
import { startOn, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

const app = useApp();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});
const receive = useReceivers();

async function pending(accountId: string): Promise<number> {
  const rows = await app.ctx.db.system
    .selectFrom('delivery')
    .select('lane')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

/** A process that dies between its commit and the notification of workers. */
const silentContext = () => ({
  db: app.ctx.db,
  emit: createEmit(
    app.ctx,
    createMessageWriter({ laneWakeups: { wake: () => {}, onWake: () => {}, stop: async () => {} } }),
  ),
});

test('without a notification, the sweep finds due deliveries within seconds', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  await seedConsumer(app.ctx, { accountId, url: receiver.url });
  await emitEvents(app.ctx, { accountId });
  await receiver.waitFor(1);
  await waitFor(() => app.lanes.stats().lanes === 0);
  await emitEvents(silentContext(), { accountId, count: 3 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(receiver.requests.length, 1, 'no worker was notified');
  await receiver.waitFor(4, 60_000);
  await waitFor(async () => (await pending(accountId)) === 0);
});

test('two workers that get the same notifications send nothing twice', async () => {
  const other = await startOn(app.databaseUrl);
  stops.push(other.stop);
  const { accountId } = await app.account();
  const receiver = await receive();
  for (let at = 0; at < 40; at++) await seedConsumer(app.ctx, { accountId, url: `${receiver.url}/${at}` });
  for (let at = 0; at < 60; at++) await emitEvents(app.ctx, { accountId, count: at % 7 });
  await waitFor(async () => (await pending(accountId)) === 0, 60_000);
  const messages = await app.ctx.db.system
    .selectFrom('message')
    .select('message_id')
    .where('account_id', '=', accountId)
    .execute();
  const seen = new Set(receiver.requests.map((got) => `${got.path} ${got.headers['webhook-id']}`));
  assert.equal(seen.size, 40 * messages.length);
  assert.equal(receiver.requests.length, seen.size);
  // The two race for each lane, so only the sum of their counts is certain.
  const sent = [app, other.app].map(({ lanes }) => lanes.stats().attempts.delivered ?? 0);
  assert.ok((sent[0] ?? 0) + (sent[1] ?? 0) >= seen.size);
});

test('a worker that is stopped finishes its sends in flight and releases its lanes, and another continues', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  receiver.behave({ kind: 'answer', afterMs: 20 });
  await seedConsumer(app.ctx, { accountId, url: receiver.url, concurrencyMax: 4 });
  const other = await startOn(app.databaseUrl);
  stops.push(other.stop);
  await emitEvents(other.app.ctx, { accountId, count: 200 });
  await receiver.waitFor(40);
  await stops.pop()?.();
  await waitFor(async () => (await pending(accountId)) === 0, 60_000);
  const seen = new Set(receiver.requests.map((got) => got.headers['webhook-id']));
  assert.deepEqual([seen.size, receiver.requests.length], [200, 200]);
});

test('a lane connection that is cut is opened again; sends in flight are recorded, and nothing is lost', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  receiver.behave({ kind: 'answer', afterMs: 5 });
  await seedConsumer(app.ctx, { accountId, url: receiver.url });
  await emitEvents(app.ctx, { accountId, count: 2000 });
  for (let cut = 0; cut < 3; cut++) {
    await receiver.waitFor(200 * (cut + 1));
    await app.ctx.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = $1`,
      [cut === 1 ? 'daybook outcomes' : 'daybook lanes'],
    );
  }
  await waitFor(async () => (await pending(accountId)) === 0, 60_000);
  const seen = new Set(receiver.requests.map((got) => got.headers['webhook-id']));
  assert.equal(seen.size, 2000);
  const { rows } = await app.ctx.db.pool.query(
    'select count(distinct message_id)::int as n from attempt where account_id = $1',
    [accountId],
  );
  assert.equal(rows[0].n, 2000);
});

test('maintenance pauses deliveries, and none is lost', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  await seedConsumer(app.ctx, { accountId, url: receiver.url });
  const turn = (on: boolean) =>
    setMaintenance(app.ctx.db.system, { on, message: null, retryAfterSeconds: 1, since: new Date() });
  await turn(true);
  // The worker checks the same setting as the API.
  await waitFor(async () => (await app.send('GET /companies')).status === 503);
  await emitEvents(app.ctx, { accountId, count: 20 });
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal(receiver.requests.length, 0);
  await turn(false);
  await receiver.waitFor(20);
  await waitFor(async () => (await pending(accountId)) === 0);
});
