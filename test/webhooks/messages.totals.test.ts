import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { newId } from '../../src/base/ids.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { emitMessages, fail, seedConsumer } from './seed-messages.ts';

/** Totals whose counts are stored, and that stay exact. */
const clock = settableClock('2026-05-10T10:00:00Z');
const app = useApp({ clock, config: { role: 'api', messagesKeptDays: 3 } });

async function totalOf(account: TestAccount, query = ''): Promise<number> {
  const { body } = await account.send(`GET /webhooks/messages?${new URLSearchParams({ pageSize: '1', query })}`);
  return body.totalResults;
}

async function counted(accountId: string): Promise<{ day: string; total: number }[]> {
  const { rows } = await sql<{ day: string; total: number }>`select day::text, total from message_total
    where account_id = ${accountId} order by day`.execute(app.ctx.db.system);
  return rows;
}

const many = (n: number, companyId?: string) => Array.from({ length: n }, () => (companyId ? { companyId } : {}));

test('R-PAGE-04: totals stay exact while messages arrive, days pass and old messages expire', async () => {
  const account = await app.account();
  const { accountId } = account;
  const companyId = randomUUID();
  await seedConsumer(app, accountId, { channels: [companyId] });
  let [all, ofCompany] = [0, 0];
  const perDay: { all: number; ofCompany: number }[] = [];
  for (let day = 0; day < 6; day++) {
    clock.set(new Date(Date.parse('2026-05-10T10:00:00Z') + day * 86_400_000));
    perDay.push({ all: 0, ofCompany: 0 });
    for (let n = 0; n < 3; n++) {
      await emitMessages(app, accountId, [...many(300), ...many(20 + n, companyId)]);
      clock.advanceMs(10 * 60_000);
      const today = perDay.at(-1) ?? { all: 0, ofCompany: 0 };
      today.all += 320 + n;
      today.ofCompany += 20 + n;
      const kept = perDay.slice(-4);
      [all, ofCompany] = [
        kept.reduce((sum, one) => sum + one.all, 0),
        kept.reduce((sum, one) => sum + one.ofCompany, 0),
      ];
      assert.equal(await totalOf(account), all);
      assert.equal(await totalOf(account), all);
      assert.equal(await totalOf(account, `companyId=${companyId}`), ofCompany);
      assert.equal(await totalOf(account, 'status=pending'), ofCompany);
      assert.equal(await totalOf(account, 'status=unmatched'), all - ofCompany);
      assert.equal(await totalOf(account, 'status=delivered'), 0);
    }
  }
  assert.ok((await counted(accountId)).length > 4, 'some counts were stored');
});

test('a message of a transaction that was open when a count was stored is counted once it is committed', async () => {
  const account = await app.account();
  const { accountId } = account;
  await emitMessages(app, accountId, many(600));
  const lateId = newId(clock);
  const open = await app.ctx.db.pool.connect();
  await open.query('begin');
  const insert = `insert into message (account_id, message_id, event_type, recipients, created_at, body)
    values ($1, $2, 'company.created', 0, $3, '{}')`;
  await open.query(insert, [accountId, lateId, clock.now()]);
  // By the clock of the test, any tolerance is over: only the open transaction itself holds the count back.
  clock.advanceMs(61_000);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(await totalOf(account), 600);
  const before = await counted(accountId);
  await open.query('commit');
  open.release();
  assert.equal(await totalOf(account), 601);
  clock.advanceMs(120_000);
  assert.equal(await totalOf(account), 601);
  await totalOf(account);
  assert.ok(before.every(({ total }) => total === 0) && (await counted(accountId)).some(({ total }) => total === 601));
});

test('R-SVC-08: paging through the links shows each message once while others arrive', async () => {
  const account = await app.account();
  const ids = await emitMessages(app, account.accountId, many(250));
  clock.advanceMs(1000);
  const seen: string[] = [];
  for (let path = '/webhooks/messages?pageSize=40'; path; ) {
    const { body } = await account.send(`GET ${path}`);
    assert.equal(body.totalResults, 250);
    seen.push(...body.results.map((one: { messageId: string }) => one.messageId));
    path = body._links.next?.href ?? '';
    await emitMessages(app, account.accountId, many(3));
    clock.advanceMs(1000);
  }
  assert.deepEqual(seen, ids.toReversed());
});

test('stored counts are replaced when past messages are sent to another consumer', async () => {
  const account = await app.account();
  const { accountId } = account;
  const ids = await emitMessages(app, accountId, many(700));
  clock.advanceMs(10 * 60_000);
  assert.equal(await totalOf(account, 'status=unmatched'), 700);
  const { consumerId } = await seedConsumer(app, accountId);
  const query = `consumerId=${consumerId}`;
  assert.equal(await totalOf(account, query), 0);
  assert.ok((await counted(accountId)).length > 0);
  for (const messageId of ids.slice(0, 3)) {
    const answer = await account.send(`POST /webhooks/messages/${messageId}/resend`, { body: { consumerId } });
    assert.deepEqual(answer.body, { messageId, consumerIds: [consumerId] });
  }
  assert.equal(await totalOf(account, query), 3);
  assert.equal(await totalOf(account, 'status=unmatched'), 697);
  assert.equal(await totalOf(account, 'status=pending'), 3);
  await fail(app, accountId, { messageId: ids[0] ?? '', consumerId });
  assert.equal(await totalOf(account, `${query} && status=failed`), 1);
  assert.equal(await totalOf(account, query), 3);
});
