import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { sql } from 'kysely';
import { lanesPerSession } from '../../bench/lanes-per-session.ts';
import { ownShare } from '../../src/webhooks/lanes/share-lanes.ts';
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

const shares = () => lanesPerSession(app.ctx.db.pool);

async function addWorker(): Promise<void> {
  const started = await startOn(app.databaseUrl, { config: { role: 'worker' } });
  stops.push(started.stop);
}

test('workers that join share a running backlog within 5 s, and nothing is sent twice', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  receiver.behave({ kind: 'answer', afterMs: 40 });
  const [consumers, events] = [12, 800];
  for (let at = 0; at < consumers; at++)
    await seedConsumer(app.ctx, { accountId, url: `${receiver.url}/${at}`, concurrencyMax: 2 });
  for (let at = 0; at < events; at += 100) await emitEvents(app.ctx, { accountId, count: 100 });
  await waitFor(async () => String(await shares()) === '12');
  for (const [joined, expected] of [
    [2, '6,6'],
    [3, '4,4,4'],
  ] as const) {
    await addWorker();
    const since = performance.now();
    await waitFor(async () => String(await shares()) === expected, 5000);
    assert.ok(performance.now() - since < 5000, `${joined} workers`);
  }
  receiver.behave({ kind: 'answer' });
  await receiver.waitFor(consumers * events, 60_000);
  await waitFor(async () => {
    const { rows } = await sql`select from delivery where account_id = ${accountId} limit 1`.execute(app.ctx.db.system);
    return rows.length === 0;
  }, 30_000);
  const seen = new Set(receiver.requests.map((got) => `${got.path} ${got.headers['webhook-id']}`));
  assert.deepEqual([seen.size, receiver.requests.length], [consumers * events, consumers * events]);
});

test('every lane is the share of exactly one worker, and the shares are equal', () => {
  const all = new Set(['300', '20', '1000']);
  const counts = [...all].map((own) => {
    const lanes = Array.from({ length: 99 }, (_, lane) => lane);
    return lanes.filter(ownShare({ all, own })).length;
  });
  assert.deepEqual(counts, [33, 33, 33]);
  for (let lane = 0; lane < 99; lane++) assert.equal([...all].filter((own) => ownShare({ all, own })(lane)).length, 1);
  assert.ok(ownShare({ all: new Set(['20']), own: '20' })(1), 'a single worker handles everything');
  assert.ok(ownShare({ all, own: '5' })(1), 'a worker that the others do not see yet gives nothing away');
});
