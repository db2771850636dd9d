import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { hourMs } from '../../src/base/durations.ts';
import { startOn, type TestApp, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { answering, useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/** Outages of Daybook itself: only the processes that a test starts and stops deliver anything. */
const clock = settableClock('2025-03-01T00:00:00Z');
const app = useApp({ clock, config: { role: 'api' } });
const receive = useReceivers();
/** The waits from each attempt to the next. */
const waitsMs = [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1000);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});
async function startWorker() {
  const { app: worker, stop } = await startOn(app.databaseUrl, { clock, jitter: () => 0, config: { role: 'worker' } });
  stops.push(stop);
  return worker;
}
const stopWorker = async () => stops.pop()?.();

async function startsOf(accountId: string): Promise<number[]> {
  const rows = await app.ctx.db.system
    .selectFrom('attempt')
    .select(['started_at', 'number'])
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute();
  return rows.map(({ started_at }) => started_at.getTime());
}

/** Advances the clock until the attempt of this number is made. */
async function passTo(worker: TestApp, { accountId, number }: { accountId: string; number: number }): Promise<void> {
  clock.advanceMs(waitsMs[number - 2] ?? 0);
  await worker.lanes.sweep();
  await waitFor(async () => (await startsOf(accountId)).length === number && worker.lanes.stats().unrecorded === 0);
}

for (const isOrdered of [false, true]) {
  const which = isOrdered ? 'ordered' : 'unordered';
  test(`A-8 R-HOOK-12 R-HOOK-11: after two days without a worker, a delivery to an ${which} consumer gets all remaining attempts at their intervals`, async () => {
    const { accountId } = await app.account();
    const receiver = await receive({ behaviour: answering(503) });
    await seedConsumer(app.ctx, { accountId, url: receiver.url, isOrdered, eventTypes: ['company.*'] });
    let worker = await startWorker();
    await emitEvents(app.ctx, { accountId });
    await worker.lanes.sweep();
    await waitFor(async () => (await startsOf(accountId)).length === 1);
    for (const number of [2, 3]) await passTo(worker, { accountId, number });
    await stopWorker();
    const outageMs = 48 * hourMs;
    clock.advanceMs(outageMs);
    worker = await startWorker();
    for (const number of [4, 5, 6, 7]) await passTo(worker, { accountId, number });
    // The last attempt succeeds.
    receiver.behave(answering(200));
    await passTo(worker, { accountId, number: 8 });
    const starts = await startsOf(accountId);
    const waited = starts.slice(1).map((ms, at) => ms - (starts[at] ?? 0));
    assert.deepEqual(
      waited,
      waitsMs.map((ms, at) => (at === 2 ? ms + outageMs : ms)),
    );
    assert.equal(receiver.requests.length, 8);
  });
}

test('A-8: the time in which no worker ran does not count towards the five days of failing', async () => {
  const { accountId } = await app.account();
  const receiver = await receive({ behaviour: answering(503) });
  const { consumerId } = await seedConsumer(app.ctx, { accountId, url: receiver.url, eventTypes: ['company.*'] });
  const row = (id = consumerId) =>
    app.ctx.db.system.selectFrom('consumer').selectAll().where('consumer_id', '=', id).executeTakeFirstOrThrow();
  const worker = await startWorker();
  await emitEvents(app.ctx, { accountId });
  await worker.lanes.sweep();
  await waitFor(async () => (await row()).failing_since !== null);
  const since = (await row()).failing_since?.getTime() ?? 0;
  // The state after two days without a worker, and a consumer that began to fail later, before a worker's first check.
  await app.ctx.db.pool.query(`update lanes_watch set seen_at = now() - interval '2 days'`);
  const late = await seedConsumer(app.ctx, { accountId, url: receiver.url, eventTypes: ['sync.*'] });
  const lateSince = new Date();
  await app.ctx.db.system
    .updateTable('consumer')
    .set({ failing_since: lateSince })
    .where('consumer_id', '=', late.consumerId)
    .execute();
  clock.advanceMs(5 * 24 * hourMs);
  await worker.lanes.sweep();
  const after = await row();
  assert.equal(after.is_enabled, true, 'it has failed for three days while a worker ran');
  const movedMs = (after.failing_since?.getTime() ?? 0) - since;
  assert.ok(Math.abs(movedMs - 48 * hourMs) < 60_000, `moved by ${movedMs} ms`);
  assert.deepEqual((await row(late.consumerId)).failing_since, lateSince);
  clock.advanceMs(2 * 24 * hourMs + 60_000);
  await worker.lanes.sweep();
  await waitFor(async () => !(await row()).is_enabled);
});
