import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { keepDays } from '../../src/webhooks/messages/message-days.ts';
import { startOn, useApp } from '../harness.ts';
import { emitMessages, fail, seedConsumer } from './seed-messages.ts';

/** The log has daily partitions, created ahead of time and dropped when their retention ends. */
const clock = settableClock('2026-05-10T23:30:00Z');
const app = useApp({ clock, config: { role: 'api', messagesKeptDays: 3 } });

async function parts(parent = 'message'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${parent}::regclass order by 1`.execute(app.ctx.db.system);
  return rows.map(({ name }) => name.replace(`${parent}_`, ''));
}
async function rowsOf(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.ctx.db.system);
  return rows[0]?.n ?? 0;
}

test('the days of today and tomorrow exist once a process answers, and housekeeping creates the week ahead', async () => {
  assert.deepEqual(await parts(), ['20260510', '20260511', 'default']);
  await keepDays(app.ctx);
  const week = ['09', '10', '11', '12', '13', '14', '15', '16', '17'].map((day) => `202605${day}`);
  for (const parent of ['message', 'failure', 'attempt']) assert.deepEqual(await parts(parent), [...week, 'default']);
  // Running it again, several times at once, changes nothing.
  await Promise.all([keepDays(app.ctx), keepDays(app.ctx), keepDays(app.ctx)]);
  assert.deepEqual(await parts(), [...week, 'default']);
});

test('an expired day is dropped with its messages, failures, attempts and deliveries, and readers never see half of it', async () => {
  const account = await app.account();
  const { accountId } = account;
  const { consumerId } = await seedConsumer(app, accountId);
  const [failed = '', pending = ''] = await emitMessages(app, accountId, [{}, {}]);
  await fail(app, accountId, { messageId: failed, consumerId });
  clock.set('2026-05-13T23:59:00Z');
  const [young = ''] = await emitMessages(app, accountId, [{}]);
  await keepDays(app.ctx);
  assert.equal((await account.send('GET /webhooks/messages')).body.totalResults, 3);
  clock.set('2026-05-14T00:01:00Z');
  // After midnight, readers no longer see the day, even before it is dropped.
  const { body } = await account.send('GET /webhooks/messages');
  assert.deepEqual([body.totalResults, body.results[0].messageId], [1, young]);
  for (const path of ['', '/attempts']) {
    assert.equal((await account.send(`GET /webhooks/messages/${pending}${path}`)).status, 404);
  }
  assert.equal((await account.send(`POST /webhooks/messages/${failed}/resend`, { body: {} })).status, 404);
  assert.equal((await account.send('GET /webhooks/messages?query=status=failed')).body.totalResults, 0);
  const dry = await account.send(`POST /webhooks/consumers/${consumerId}/recover`, {
    body: { since: '2026-01-01T00:00:00Z', dryRun: true },
  });
  assert.equal(dry.body.total, 0);
  assert.ok((await keepDays(app.ctx)) >= 1);
  assert.ok(!(await parts()).includes('20260510'));
  assert.deepEqual(await Promise.all(['failure', 'attempt', 'delivery', 'message'].map(rowsOf)), [0, 0, 1, 1]);
});

test('messages of a day without a partition are stored, logged once, and deleted when they expire', async () => {
  const account = await app.account();
  clock.set('2026-07-01T12:00:00Z');
  const [messageId = ''] = await emitMessages(app, account.accountId, [{}]);
  assert.equal((await account.send(`GET /webhooks/messages/${messageId}`)).status, 200);
  assert.equal(await rowsOf('message_default'), 1);
  await keepDays(app.ctx);
  await keepDays(app.ctx);
  assert.ok(!(await parts()).includes('20260701'));
  assert.ok((await parts()).includes('20260702'));
  const warnings = app.logLines.filter((line) => line.day === '2026-07-01');
  assert.equal(warnings.length, 1);
  assert.equal((await account.send('GET /webhooks/messages')).body.totalResults, 1);
  clock.set('2026-07-05T00:00:01Z');
  await keepDays(app.ctx);
  assert.equal(await rowsOf('message_default'), 0);
});

test('creating days gives up if a table is locked, and a process starts nevertheless', async () => {
  const client = await app.ctx.db.pool.connect();
  clock.set('2026-08-01T12:00:00Z');
  try {
    await client.query('begin');
    await client.query('lock table message, message_default in access share mode');
    const startedAt = performance.now();
    const second = await startOn(app.databaseUrl, { clock, config: { role: 'api' } });
    const startMs = performance.now() - startedAt;
    await second.stop();
    assert.ok(startMs < 15_000, `${startMs} ms`);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await keepDays(app.ctx);
  assert.ok((await parts()).includes('20260801'));
});
