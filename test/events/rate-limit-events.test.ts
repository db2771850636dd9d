import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { openApp, startOn, type TestApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/** Two processes that share a database and a clock. */
const clock = settableClock('2026-03-01T10:00:30Z');
const config = { requestsPerMinute: 5, requestsPerDayPerCompany: 12 };
let first: TestApp;
let second: TestApp;
const stops: (() => Promise<void>)[] = [];
before(async () => {
  const opened = await openApp({ clock, config });
  const beside = await startOn(opened.app.databaseUrl, { clock, config });
  [first, second] = [opened.app, beside.app];
  stops.push(beside.stop, opened.stop);
});
after(async () => {
  for (const stop of stops) await stop();
});

async function told(accountId: string) {
  const rows = await first.ctx.db.system
    .selectFrom('message')
    .select(['event_type', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('message_id')
    .execute();
  return rows.map((row) => ({ type: row.event_type.split('.').at(-1), data: JSON.parse(row.body).Data }));
}

/** Sends requests to both processes alternately until `count` have been rejected. */
async function exhaust(key: string, count: number): Promise<void> {
  for (let refused = 0, sent = 0; refused < count; sent++) {
    assert.ok(sent < 200);
    const app = sent % 2 === 0 ? first : second;
    const answer = await app.send('GET /companies', { key });
    if (answer.status === 429) refused++;
  }
}

test('a reached limit is reported once per window over all processes, and once when it is reset', async () => {
  clock.set('2026-03-01T10:00:30Z');
  const { key, accountId } = await first.account();
  await exhaust(key, 10);
  const reached = { type: 'reached', data: { window: 'minute', limit: 5, resetsAt: '2026-03-01T10:01:00.000Z' } };
  await waitFor(async () => (await told(accountId)).length > 0);
  clock.set('2026-03-01T10:00:59.999Z');
  await exhaust(key, 4);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.deepEqual(await told(accountId), [reached], 'not reset yet');
  clock.set('2026-03-01T10:01:00Z');
  const over = { type: 'reset', data: { window: 'minute' } };
  await waitFor(async () => (await told(accountId)).length > 1);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.deepEqual(await told(accountId), [reached, over]);
});

test('a limit that is reached again right after its reset is reported again, in order; so is the limit of a day', async () => {
  clock.set('2026-03-02T10:00:30Z');
  const { key, accountId } = await first.account();
  for (const [index, time] of ['10:00:30', '10:01:05', '10:02:05'].entries()) {
    clock.set(`2026-03-02T${time}Z`);
    await exhaust(key, 4);
    await waitFor(async () => (await told(accountId)).filter(({ type }) => type === 'reached').length > index);
  }
  const events = (await told(accountId)).map(({ type, data }) => `${type} ${data.window}`);
  assert.deepEqual(events, ['reached minute', 'reset minute', 'reached minute', 'reset minute', 'reached day']);
  clock.set('2026-03-03T00:00:00Z');
  await waitFor(async () => (await told(accountId)).length >= 6);
  assert.deepEqual((await told(accountId)).at(-1), { type: 'reset', data: { window: 'day' } });
});
