import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { requeueForgottenRedeliveries, runRedelivery, runStep } from '../../src/webhooks/redelivery/run-redelivery.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { deliver, emitMessages, fail, pendingOf, seedConsumer } from './seed-messages.ts';

/** Past messages are sent again: one, all failed ones, or all missed ones. None is lost or sent twice. */
const clock = settableClock('2026-05-10T10:00:00Z');
const app = useApp({ clock, config: { role: 'api' } });
const running = { isStopping: () => false };
const since = '2026-05-10T00:00:00Z';

const resend = (account: TestAccount, messageId: string, body: object = {}) =>
  account.send(`POST /webhooks/messages/${messageId}/resend`, { body });
const ask = (account: TestAccount, kind: 'recover' | 'replay', consumerId: string, body: object = {}) =>
  account.send(`POST /webhooks/consumers/${consumerId}/${kind}`, { body: { since, ...body } });
const run = (account: TestAccount, redeliveryId: string) =>
  runRedelivery(app.ctx, { accountId: account.accountId, redeliveryId }, running);
const some = (n: number, companyId?: string) => Array.from({ length: n }, () => (companyId ? { companyId } : {}));

async function statusOf(account: TestAccount, messageId: string): Promise<string> {
  return (await account.send(`GET /webhooks/messages/${messageId}`)).body.status;
}

test('R-HOOK-08: a message is resent to consumers that got it and to those that subscribe now, and never twice', async () => {
  const account = await app.account();
  const { accountId } = account;
  const first = await seedConsumer(app, accountId);
  const [messageId = ''] = await emitMessages(app, accountId, [{}]);
  assert.deepEqual((await resend(account, messageId)).body.consumerIds, [], 'it is pending');
  await fail(app, accountId, { messageId, consumerId: first.consumerId });
  const second = await seedConsumer(app, accountId, { eventTypes: ['company.*'] });
  const other = await seedConsumer(app, accountId, { eventTypes: ['push.*'] });
  const asleep = await seedConsumer(app, accountId, { isEnabled: false });
  assert.deepEqual((await resend(account, messageId)).body.consumerIds, [first.consumerId, second.consumerId].sort());
  assert.equal(await statusOf(account, messageId), 'pending');
  const { body } = await account.send(`GET /webhooks/messages/${messageId}`);
  assert.equal(body.recipients, 2);
  await deliver(app, accountId, { messageId, consumerId: second.consumerId });
  const attempts = await account.send(`GET /webhooks/messages/${messageId}/attempts?query=cause=resent`);
  assert.equal(attempts.body.totalResults, 1);
  assert.deepEqual((await resend(account, messageId, { consumerId: other.consumerId })).body.consumerIds, [
    other.consumerId,
  ]);
  assert.equal((await resend(account, messageId, { consumerId: asleep.consumerId })).status, 409);
  assert.equal((await resend(account, messageId, { consumerId: randomUUID() })).status, 404);
  assert.equal((await resend(account, randomUUID())).status, 404);
  assert.equal((await resend(account, messageId, { nonsense: 1 })).status, 400);
});

test('R-READY-07: one call recovers failed messages: they are counted exactly and queued once, with visible progress', async () => {
  const account = await app.account();
  const { accountId } = account;
  const { consumerId } = await seedConsumer(app, accountId);
  const other = await seedConsumer(app, accountId);
  const ids = await emitMessages(app, accountId, some(12));
  for (const [n, messageId] of ids.entries()) {
    if (n < 5) await fail(app, accountId, { messageId, consumerId, reason: n % 2 ? 'cancelled' : 'exhausted' });
    else if (n < 9) await deliver(app, accountId, { messageId, consumerId });
    await fail(app, accountId, { messageId, consumerId: other.consumerId });
  }
  clock.advanceMs(60_000);
  const dry = await ask(account, 'recover', consumerId, { dryRun: true });
  assert.deepEqual([dry.status, dry.body.total], [200, 5]);
  assert.equal((await account.send('GET /webhooks/redeliveries')).body.totalResults, 0);
  const asked = await ask(account, 'recover', consumerId);
  assert.equal(asked.status, 202);
  const { redeliveryId } = asked.body;
  assert.deepEqual(
    { ...asked.body, redeliveryId: '' },
    {
      redeliveryId: '',
      consumerId,
      kind: 'recover',
      since: '2026-05-10T00:00:00.000Z',
      until: clock.now().toISOString(),
      status: 'Queued',
      requested: clock.now().toISOString(),
      total: 5,
      done: 0,
    },
  );
  assert.equal((await ask(account, 'recover', consumerId)).status, 409, 'one at a time');
  await run(account, redeliveryId);
  const { body } = await account.send(`GET /webhooks/redeliveries/${redeliveryId}`);
  assert.deepEqual([body.status, body.done, body.completed], ['Complete', 5, clock.now().toISOString()]);
  assert.deepEqual(await pendingOf(app, accountId, consumerId), [...ids.slice(0, 5), ...ids.slice(9)]);
  assert.equal((await ask(account, 'recover', other.consumerId, { dryRun: true })).body.total, 12, 'others unchanged');
  const list = await account.send(`GET /webhooks/redeliveries?query=consumerId=${consumerId}`);
  assert.deepEqual(list.body.results, [body]);
});

test('a replay sends the messages of a period that a consumer subscribes to now and never got', async () => {
  const account = await app.account();
  const { accountId } = account;
  const [companyId, foreign] = [randomUUID(), randomUUID()];
  const [tooOld = ''] = await emitMessages(app, accountId, [{ companyId }]);
  clock.advanceMs(3_600_000);
  const from = clock.now().toISOString();
  const missed = await emitMessages(app, accountId, some(3, companyId));
  await emitMessages(app, accountId, [{ companyId: foreign }, {}, { companyId, type: 'company.deleted' }]);
  const { consumerId } = await seedConsumer(app, accountId, { eventTypes: ['company.created'], channels: [companyId] });
  const [got = '', failed = ''] = await emitMessages(app, accountId, some(3, companyId));
  await deliver(app, accountId, { messageId: got, consumerId });
  await fail(app, accountId, { messageId: failed, consumerId });
  clock.advanceMs(1000);
  const body = { since: from };
  assert.equal((await ask(account, 'replay', consumerId, { ...body, dryRun: true })).body.total, 3);
  const asked = await ask(account, 'replay', consumerId, body);
  assert.equal(asked.body.total, 3);
  const before = await pendingOf(app, accountId, consumerId);
  await run(account, asked.body.redeliveryId);
  const after = await pendingOf(app, accountId, consumerId);
  assert.deepEqual(
    after.filter((id) => !before.includes(id)),
    missed,
  );
  assert.ok(!after.includes(tooOld));
  assert.equal((await account.send(`GET /webhooks/messages/${missed[0]}`)).body.recipients, 1);
  assert.equal((await ask(account, 'replay', consumerId, { ...body, dryRun: true })).body.total, 0);
  for (const wrong of [
    { since: '2030-01-01T00:00:00Z' },
    { since: from, until: '2020-01-01T00:00:00Z' },
    { since: 'x' },
  ])
    assert.equal((await ask(account, 'replay', consumerId, wrong)).status, 400, JSON.stringify(wrong));
});

test('R-HOOK-12: a redelivery that is stopped between its steps, or run twice at once, loses and repeats no message', async () => {
  const account = await app.account();
  const { accountId } = account;
  // Enough messages for three steps.
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(...(await emitMessages(app, accountId, some(1000))));
  const { consumerId, lane } = await seedConsumer(app, accountId);
  clock.advanceMs(1000);
  for (const kind of ['replay', 'recover'] as const) {
    const { redeliveryId, total } = (await ask(account, kind, consumerId)).body;
    assert.equal(total, 5000);
    const place = { accountId, redeliveryId };
    assert.equal(await runStep(app.ctx, place), 'more');
    const { body } = await account.send(`GET /webhooks/redeliveries/${redeliveryId}`);
    assert.deepEqual([body.status, body.done], ['Running', 2000]);
    // A step that fails at its end changes nothing.
    const failing = { ...app.ctx, laneWakeups: { wake: () => {}, onWake: () => {}, stop: async () => {} } };
    const clockThatFails = { ...clock, now: () => new Date(Number.NaN) };
    await assert.rejects(runStep({ ...failing, clock: clockThatFails }, place));
    assert.equal((await pendingOf(app, accountId, consumerId)).length, 2000);
    // Its worker is gone and its job is lost: two new jobs run it.
    await Promise.all([run(account, redeliveryId), run(account, redeliveryId)]);
    const done = (await account.send(`GET /webhooks/redeliveries/${redeliveryId}`)).body;
    assert.deepEqual([done.status, done.done], ['Complete', 5000]);
    assert.deepEqual(await pendingOf(app, accountId, consumerId), ids);
    await run(account, redeliveryId);
    assert.equal((await pendingOf(app, accountId, consumerId)).length, 5000);
    // Then all of them fail, for the recovery.
    await sql`with gone as (delete from delivery where account_id = ${accountId} and lane = ${lane} returning *)
      insert into failure (account_id, message_id, consumer_id, reason, ended_at)
      select account_id, message_id, consumer_id, 'exhausted', ${clock.now()} from gone`.execute(app.ctx.db.system);
  }
});

test('a redelivery without progress gets a new job; one that was cancelled or whose consumer is disabled ends', async () => {
  const account = await app.account();
  const { accountId } = account;
  await emitMessages(app, accountId, some(3));
  const { consumerId } = await seedConsumer(app, accountId);
  clock.advanceMs(1000);
  const jobs = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pgboss.job where name = 'redeliver'
      and data ->> 'redeliveryId' = ${redeliveryId}`.execute(app.ctx.db.system);
    return rows[0]?.n;
  };
  const { redeliveryId } = (await ask(account, 'replay', consumerId)).body;
  assert.equal(await jobs(), 1);
  await sql`delete from pgboss.job where name = 'redeliver'`.execute(app.ctx.db.system);
  await requeueForgottenRedeliveries(app.ctx);
  assert.equal(await jobs(), 0, 'not yet');
  clock.advanceMs(3 * 60_000);
  await requeueForgottenRedeliveries(app.ctx);
  assert.equal(await jobs(), 1);
  const cancelled = await account.send(`POST /webhooks/redeliveries/${redeliveryId}/cancel`);
  assert.equal(cancelled.body.status, 'Cancelled');
  assert.equal((await account.send(`POST /webhooks/redeliveries/${redeliveryId}/cancel`)).status, 409);
  await run(account, redeliveryId);
  assert.deepEqual(await pendingOf(app, accountId, consumerId), []);

  const second = (await ask(account, 'replay', consumerId)).body;
  await sql`update consumer set is_enabled = false where consumer_id = ${consumerId}`.execute(app.ctx.db.system);
  await run(account, second.redeliveryId);
  assert.equal((await account.send(`GET /webhooks/redeliveries/${second.redeliveryId}`)).body.status, 'Cancelled');
  assert.equal((await ask(account, 'replay', consumerId)).status, 409);
  const other = await app.account();
  assert.equal((await other.send(`GET /webhooks/redeliveries/${redeliveryId}`)).status, 403);
  assert.equal((await other.send(`POST /webhooks/redeliveries/${redeliveryId}/cancel`)).status, 403);
});

test('a lane with enough pending deliveries gets more only when it has fewer', async () => {
  const account = await app.account();
  const { accountId } = account;
  const { consumerId, lane } = await seedConsumer(app, accountId);
  const ids = await emitMessages(app, accountId, some(3));
  for (const messageId of ids) await fail(app, accountId, { messageId, consumerId });
  clock.advanceMs(1000);
  const { redeliveryId } = (await ask(account, 'recover', consumerId)).body;
  await sql`insert into delivery (account_id, message_id, consumer_id, lane, due_at)
    select ${accountId}, gen_random_uuid(), ${consumerId}, ${lane}, now() from generate_series(1, 20001)`.execute(
    app.ctx.db.system,
  );
  const place = { accountId, redeliveryId };
  assert.equal(await runStep(app.ctx, place), 'full');
  await sql`delete from delivery where ctid = any (array(select ctid from delivery where lane = ${lane} limit 1))`.execute(
    app.ctx.db.system,
  );
  assert.equal(await runStep(app.ctx, place), 'over');
  assert.equal((await account.send(`GET /webhooks/redeliveries/${redeliveryId}`)).body.done, 3);
});

test('A-30: more than 2,000 waiting messages are sent by a job that shows its progress; the same key gets the same response', async () => {
  const account = await app.account();
  const { accountId } = account;
  const { consumerId, lane } = await seedConsumer(app, accountId);
  const now = clock.now();
  const later = new Date(clock.nowMs() + 3_600_000);
  await sql`insert into delivery (account_id, message_id, consumer_id, lane, due_at, attempts, first_at)
    select ${accountId}, lpad(to_hex(n), 32, '0')::uuid, ${consumerId}, ${lane}, ${later}, 3, ${now}
    from generate_series(1, 4500) n`.execute(app.ctx.db.system);
  const never = randomUUID();
  await sql`insert into delivery (account_id, message_id, consumer_id, lane, due_at)
    values (${accountId}, ${never}, ${consumerId}, ${lane}, ${later})`.execute(app.ctx.db.system);
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from delivery where lane = ${lane} and attempts > 0
      and due_at > ${clock.now()}`.execute(app.ctx.db.system);
    return rows[0]?.n;
  };
  const failAnew = async (n: number) => {
    clock.advanceMs(1);
    await sql`insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, started_at, duration_ms)
      values (${accountId}, lpad(to_hex(${n}::int), 32, '0')::uuid, gen_random_uuid(), ${consumerId}, 4, 'e', 'f', ${clock.now()}, 1)`.execute(
      app.ctx.db.system,
    );
    await sql`update delivery set attempts = attempts + 1, due_at = ${later} where lane = ${lane}
      and message_id = lpad(to_hex(${n}::int), 32, '0')::uuid`.execute(app.ctx.db.system);
  };
  const path = `POST /webhooks/consumers/${consumerId}/retry`;
  const headers = { 'idempotency-key': 'after the outage' };
  const asked = await account.send(path, { headers });
  assert.deepEqual([asked.status, asked.body.total], [202, 4500]);
  const { redeliveryId } = asked.body;
  const begun = (await account.send(`GET /webhooks/redeliveries/${redeliveryId}`)).body;
  assert.deepEqual([begun.kind, begun.status, begun.total, begun.done], ['retry', 'Queued', 4500, 2000]);
  assert.equal(await waiting(), 2500, 'the oldest are sent at once');
  const again = await account.send(path, { headers });
  assert.deepEqual([again.status, again.body.redeliveryId], [202, redeliveryId], 'the same redelivery');
  assert.equal((await account.send(path)).status, 409, 'one at a time');
  await failAnew(1);
  await failAnew(3000);
  while ((await runStep(app.ctx, { accountId, redeliveryId })) !== 'over');
  assert.equal(await waiting(), 2, 'messages that failed meanwhile wait again');
  const { body } = await account.send(`GET /webhooks/redeliveries/${redeliveryId}`);
  assert.deepEqual([body.status, body.done], ['Complete', 4499]);
  const { rows } = await sql`select message_id from delivery where lane = ${lane} and due_at > ${clock.now()}
    and attempts = 0`.execute(app.ctx.db.system);
  assert.deepEqual(rows, [{ message_id: never }], 'messages that were never attempted are not changed');
});
