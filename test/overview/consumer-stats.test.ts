import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';
import { seedConsumer } from '../webhooks/seed-messages.ts';

/** Success and latency of a consumer, from the attempts themselves. The app of these tests has no worker of its own. */
const app = useApp({ config: { role: 'api' } });
const hourMs = 3_600_000;
const thisHour = () => Math.floor(Date.now() / hourMs) * hourMs;

type Wanted = {
  accountId: string;
  consumerId: string;
  /** Messages are spread evenly over the time. */
  fromMs: number;
  toMs: number;
  count: number;
  /** From the message to its attempt. */
  laterMs?: number;
  outcome?: 'd' | 'f';
};

async function seedAttempts({ fromMs, toMs, count, laterMs = 0, outcome = 'd', ...of }: Wanted): Promise<void> {
  await sql`insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, started_at, duration_ms)
    select ${of.accountId}::uuid,
      (lpad(to_hex((${fromMs}::bigint + (i * ${(toMs - fromMs) / count}::float8)::bigint)), 12, '0') || '7'
        || substr(md5(i::text || ${randomUUID()}), 1, 19))::uuid,
      gen_random_uuid(), ${of.consumerId}::uuid, 1, 'e', ${outcome}::"char",
      to_timestamp((${fromMs}::float8 + i * ${(toMs - fromMs) / count}::float8 + ${laterMs}) / 1000), 1 + i % 100
    from generate_series(0, ${count}::int - 1) i`.execute(app.ctx.db.system);
}

test('attempts are counted in the hour in which they were made, however long after their message, with latency', async () => {
  const account = await app.account();
  const { consumerId } = await seedConsumer(app, account.accountId);
  const of = { accountId: account.accountId, consumerId };
  const hour = thisHour();
  await seedAttempts({ ...of, fromMs: hour - 3 * hourMs, toMs: hour - 2 * hourMs, count: 200 });
  await seedAttempts({ ...of, fromMs: hour - 3 * hourMs, toMs: hour - 2 * hourMs, count: 50, outcome: 'f' });
  // Retries of yesterday's messages.
  await seedAttempts({
    ...of,
    fromMs: hour - 27 * hourMs,
    toMs: hour - 26.5 * hourMs,
    count: 10,
    laterMs: 25 * hourMs,
  });
  const { body } = await account.send(`GET /webhooks/consumers/${consumerId}/stats?hours=4`);
  assert.deepEqual(
    body.buckets.map((one: { delivered: number; failed: number }) => [one.delivered, one.failed]),
    [
      [200, 50],
      [10, 0],
      [0, 0],
      [0, 0],
    ],
  );
  const { attempts, delivered, failed, successRate } = body.totals;
  assert.deepEqual({ attempts, delivered, failed }, { attempts: 260, delivered: 210, failed: 50 });
  assert.ok(Math.abs(successRate - 210 / 260) < 1e-9);
  assert.ok(body.buckets[0].p50Ms >= 50 && body.buckets[0].p50Ms <= 51, String(body.buckets[0].p50Ms));
  assert.ok(body.buckets[0].p95Ms >= 95 && body.buckets[0].p95Ms <= 96);
  assert.equal(body.buckets[3].p50Ms, undefined);
  assert.equal(body.isSampled, false);
});

test('of very many attempts a bounded part is read: the answer says so, and is close', async () => {
  const account = await app.account();
  const { consumerId } = await seedConsumer(app, account.accountId);
  const of = { accountId: account.accountId, consumerId };
  const [fromMs, toMs] = [thisHour() - 20 * hourMs, thisHour()];
  await seedAttempts({ ...of, fromMs, toMs, count: 160_000 });
  await seedAttempts({ ...of, fromMs, toMs, count: 40_000, outcome: 'f' });
  await sql`analyze attempt`.execute(app.ctx.db.system);
  for (const path of [`/webhooks/consumers/${consumerId}/stats`, '/overview']) {
    const times: number[] = [];
    const read = async () => {
      const started = performance.now();
      const answer = await account.send(`GET ${path}?hours=24`);
      times.push(performance.now() - started);
      return answer;
    };
    const { body } = await read();
    while (times.length < 3) await read();
    const tookMs = Math.min(...times);
    assert.equal(body.isSampled, true, path);
    const { delivered, failed } = body.totals ?? {
      delivered: body.activity.reduce((all: number, one: { delivered: number }) => all + one.delivered, 0),
      failed: body.activity.reduce((all: number, one: { failedAttempts: number }) => all + one.failedAttempts, 0),
    };
    assert.ok(Math.abs(delivered - 160_000) < 8000, `${path}: ${delivered} of 160,000 delivered`);
    assert.ok(Math.abs(failed - 40_000) < 4000, `${path}: ${failed} of 40,000 failed`);
    assert.ok(tookMs < 3000, `${path} took ${Math.round(tookMs)} ms`);
    process.stdout.write(`# ${path.replace(consumerId, '{id}')} of 200,000 attempts: ${Math.round(tookMs)} ms\n`);
  }
});

test('a burst is not taken for the rate of the time around it', async () => {
  const account = await app.account();
  const { consumerId } = await seedConsumer(app, account.accountId);
  const of = { accountId: account.accountId, consumerId };
  const fromMs = thisHour() - 2 * hourMs;
  await seedAttempts({ ...of, fromMs, toMs: fromMs + 5000, count: 3000 });
  const { body } = await account.send(`GET /webhooks/consumers/${consumerId}/stats`);
  assert.equal(body.isSampled, true);
  assert.deepEqual([body.totals.delivered, body.totals.failed], [3000, 0]);
});

test('what waits and what has ended without success is counted beside', async () => {
  const account = await app.account();
  const { consumerId, lane } = await seedConsumer(app, account.accountId);
  const due = new Date(Date.now() - 5000);
  for (let i = 0; i < 3; i++)
    await sql`insert into delivery (account_id, message_id, consumer_id, lane, due_at)
      values (${account.accountId}, ${randomUUID()}, ${consumerId}, ${lane}, ${due})`.execute(app.ctx.db.system);
  const { body } = await account.send(`GET /webhooks/consumers/${consumerId}/stats`);
  assert.deepEqual([body.pending, body.waiting], [3, 0], 'what is due does not wait for an attempt');
  assert.equal(body.oldestPending, due.toISOString());
  assert.equal(body.totals.successRate, undefined);
  assert.equal(body.buckets.length, 24);
});

test('a consumer of another account, or of nobody, has no numbers', async () => {
  const [mine, theirs] = [await app.account(), await app.account()];
  const { consumerId } = await seedConsumer(app, theirs.accountId);
  assert.equal((await mine.send(`GET /webhooks/consumers/${consumerId}/stats`)).status, 404);
  assert.equal((await mine.send(`GET /webhooks/consumers/${randomUUID()}/stats`)).status, 404);
});
