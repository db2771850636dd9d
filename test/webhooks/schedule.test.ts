import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { settableClock } from '../../src/base/clock.ts';
import { hourMs } from '../../src/base/durations.ts';
import { upcomingAttempts } from '../../src/webhooks/schedule/upcoming-attempts.ts';
import { attemptsMax, nextAttemptMs, windowStartMs } from '../../src/webhooks/sending/retry-schedule.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { answering, useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/** The attempts still to come, and the requests of those that were made. */
const clock = settableClock('2026-05-01T00:00:00Z');
let jitter = 0;
const app = useApp({ clock, jitter: () => jitter });
const startOne = useReceivers();

async function attemptsOf({ accountId }: TestAccount) {
  return app.ctx.db.system
    .selectFrom('attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('started_at')
    .execute();
}
const waitForAttempts = (account: TestAccount, count: number) =>
  waitFor(async () => (await attemptsOf(account)).length === count);

type Upcoming = { number: number; earliest: string; latest?: string };

for (const [edge, size] of [
  ['earliest', 0],
  ['latest', 1],
] as const)
  test(`R-HOOK-25: the ${edge} times of the schedule are those of the attempts that are then made with a jitter of ${size}`, async () => {
    jitter = size;
    const account = await app.account();
    const receiver = await startOne({ behaviour: answering(503) });
    const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, eventTypes: ['company.*'] });
    await emitEvents(app.ctx, account);
    await waitForAttempts(account, 1);
    const told = await account.send(`GET /webhooks/consumers/${consumerId}/schedule`);
    const [delivery] = told.body.deliveries;
    const upcoming: Upcoming[] = delivery.upcoming;
    assert.deepEqual(
      upcoming.map(({ number }) => number),
      [2, 3, 4, 5, 6, 7, 8],
    );
    assert.equal(upcoming[0]?.earliest, upcoming[0]?.latest, 'the time of the next attempt is exact');
    const byMessage = await account.send(`GET /webhooks/messages/${delivery.messageId}/schedule`);
    assert.deepEqual(byMessage.body.deliveries, told.body.deliveries);
    const [first] = await attemptsOf(account);
    assert.equal(Date.parse(told.body.disablesAt), (first?.started_at.getTime() ?? 0) + 120 * hourMs);
    for (const [at, one] of upcoming.entries()) {
      clock.set(new Date(one[edge] ?? ''));
      await app.lanes.sweep();
      await waitForAttempts(account, at + 2);
    }
    const made = (await attemptsOf(account)).slice(1).map((attempt) => attempt.started_at.toISOString());
    assert.deepEqual(
      made,
      upcoming.map((one) => one[edge]),
    );
    const after = await account.send(`GET /webhooks/consumers/${consumerId}/schedule`);
    assert.deepEqual([after.body.deliveries, after.body.hasMore], [[], false], 'exhausted after the last one');
  });

test('R-HOOK-25: whatever the jitter, each attempt is made between its earliest and its latest time', () => {
  const jitters = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 });
  const made = fc.integer({ min: 0, max: 7 });
  fc.assert(
    fc.property(jitters, made, fc.integer({ min: 0, max: 27 * hourMs }), (sizes, attempts, sinceMs) => {
      const firstMs = 1_000_000;
      const dueMs = firstMs + (attempts === 0 ? 0 : 5000 + sinceMs);
      const known = attempts === 0 ? undefined : firstMs;
      const upcoming = upcomingAttempts({ attempts, firstMs: known, dueMs, nowMs: dueMs });
      let startedMs = dueMs;
      const windowMs = windowStartMs({ firstMs: known, dueMs, startedMs });
      for (const [at, size] of sizes.entries()) {
        const one = upcoming[at];
        assert.ok(one && one.earliestMs <= startedMs, 'not before the earliest time');
        if (one.latestMs !== undefined) assert.ok(startedMs <= one.latestMs, 'not after the latest time');
        const nextMs = nextAttemptMs({ number: attempts + 1 + at, startedMs, firstMs: windowMs, jitter: size });
        if (nextMs === undefined) {
          assert.ok(upcoming.slice(at + 1).every(({ latestMs }) => latestMs === undefined));
          break;
        }
        startedMs = nextMs;
      }
      assert.ok(attempts + upcoming.length <= attemptsMax);
    }),
    { numRuns: 2000 },
  );
});

test('R-READY-07: for an ordered consumer, the first delivery has a schedule, and the others name the one they wait for', async () => {
  jitter = 0;
  const account = await app.account();
  const receiver = await startOne({ behaviour: answering(500) });
  const { consumerId } = await seedConsumer(app.ctx, { ...account, url: receiver.url, isOrdered: true });
  await emitEvents(app.ctx, { ...account, count: 2 });
  await waitForAttempts(account, 1);
  const { body } = await account.send(`GET /webhooks/consumers/${consumerId}/schedule`);
  const [first, second] = body.deliveries;
  assert.equal(first.upcoming[0].earliest, new Date(clock.nowMs() + 5000).toISOString());
  assert.deepEqual([second.upcoming, second.waitsFor], [[], first.messageId]);
});

const custom = 'custom-9d1f';
const authorization = 'Bearer portal-9d1f';

async function sendOne(status: number) {
  const account = await app.account();
  const receiver = await startOne({ behaviour: answering(status, { body: 'an answer' }) });
  const headers = { 'x-token': custom };
  const made = await account.send('POST /webhooks/consumers', {
    body: { name: 'hook', url: receiver.url, headers },
  });
  const path = `/webhooks/consumers/${made.body.consumerId}`;
  const person = await (await makePerson(app, { accountId: account.accountId, role: 'developer' })).signIn();
  await person.send(`PUT ${path}/authorization`, { body: { value: authorization } });
  const sent = await account.send(`POST ${path}/test`);
  const [got] = await receiver.waitFor(1);
  await waitForAttempts(account, 1);
  const [attempt] = await attemptsOf(account);
  const attemptPath = `/webhooks/messages/${sent.body.messageId}/attempts/${attempt?.attempt_id}`;
  return { account, path, got, attemptPath, secret: String(made.body.secret) };
}

for (const status of [200, 500])
  test(`R-HOOK-06 R-AUTH-07: the request of an attempt that got ${status} is the one that was sent, without secrets`, async () => {
    const { account, got, attemptPath, secret } = await sendOne(status);
    const { body, text } = await account.send(`GET ${attemptPath}`);
    const shown = new Map<string, string | undefined>(
      body.request.headers.map((header: { name: string; value?: string }) => [header.name, header.value]),
    );
    for (const name of ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])
      assert.equal(shown.get(name), got?.headers[name], name);
    assert.deepEqual([shown.has('authorization'), shown.has('x-token')], [true, true], 'their names are shown');
    const own = Object.keys(got?.headers ?? {}).filter((name) => !/^(host|connection|content-length)$/.test(name));
    assert.deepEqual([...shown.keys()].sort(), own.sort(), 'all headers, and no others');
    assert.deepEqual([body.request.body, body.request.isComplete], [got?.body, true]);
    for (const one of [custom, authorization, 'portal-9d1f', secret, secret.slice('whsec_'.length)])
      assert.ok(!text.includes(one), 'no secret appears');
    assert.equal(body.answer, status === 200 ? undefined : 'an answer');
  });

test('R-HOOK-06: after a change of the consumer, only headers that did not depend on it are shown', async () => {
  const { account, path, got, attemptPath } = await sendOne(500);
  await account.send(`POST ${path}/secret/rotate`, { body: {} });
  const { body } = await account.send(`GET ${attemptPath}`);
  assert.deepEqual(
    body.request.headers,
    ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp'].map((name) => ({
      name,
      value: got?.headers[name],
    })),
  );
  assert.deepEqual([body.request.isComplete, body.request.url], [false, undefined]);
});

test('R-ERR-09: an attempt of another message, or of another account, is not found', async () => {
  const { account, attemptPath } = await sendOne(200);
  const unknown = attemptPath.replace(/[^/]+$/, '00000000-0000-7000-8000-000000000000');
  assert.equal((await account.send(`GET ${unknown}`)).status, 404);
  const other = await app.account();
  for (const path of [attemptPath, attemptPath.replace(/\/attempts.*/, '/schedule')])
    assert.equal((await other.send(`GET ${path}`)).status, 403);
});
