import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { companyWith, someInvoices } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';
import { untilWaiting } from '../lock-waits.ts';
import { waitFor } from '../wait-for.ts';

const app = useApp({
  config: { databasePoolSize: 10, listTimeoutMs: 800, requestTimeoutMs: 30_000, costlyReadsAtOnce: 1 },
});
const encoded = (query: string) => encodeURIComponent(query);

/** While `work` runs, every read of records waits for a lock, like a filter over a lot of records. */
async function whileRecordsAreHeld(work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client(app.databaseUrl);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table record in access exclusive mode');
    await work();
  } finally {
    await holder.end();
  }
}

test('A-19: 24 hanging filtered lists of one account do not block other accounts or readiness', async () => {
  const [reader, neighbour] = [await app.account(), await app.account()];
  const { path } = await companyWith(app.ctx.db, reader, someInvoices(3));
  await whileRecordsAreHeld(async () => {
    const reads = Array.from({ length: 24 }, (_, n) => reader.send(`GET ${path}?query=${encoded(`totalAmount>${n}`)}`));
    await untilWaiting(app.databaseUrl, 1);
    const beside = await neighbour.send('GET /companies');
    assert.equal(beside.status, 200, beside.text);
    const ready = await fetch(`${app.url}/health/ready`);
    assert.equal(ready.status, 200, await ready.text());
    const answers = await Promise.all(reads);
    const codes = new Set(answers.map((answer) => `${answer.status} ${answer.body.code}`));
    assert.deepEqual([...codes].sort(), ['400 queryTooExpensive', '429 tooManyRequests']);
    const [stopped] = answers.filter((answer) => answer.status === 400);
    assert.match(stopped?.body.error, /longer than 0\.8 s.*Narrow the filter/);
    assert.equal(stopped?.body.retryable, false);
  });
  const after = await reader.send(`GET ${path}?query=${encoded('totalAmount>1')}`);
  assert.equal(after.body.totalResults, 2, 'the account can read again');
});

test('A-19: a costly list ends after its own timeout, long before that of other statements', async () => {
  const account = await app.account();
  const { path } = await companyWith(app.ctx.db, account, someInvoices(3));
  await whileRecordsAreHeld(async () => {
    const started = performance.now();
    const { body } = await account.send(`GET ${path}?query=${encoded('totalAmount>1')}`);
    const seconds = (performance.now() - started) / 1000;
    assert.equal(body.code, 'queryTooExpensive');
    assert.ok(seconds < 15, `ended after ${seconds.toFixed(1)} s instead of 0.8 s`);
  });
});

test('A-19: a list without a filter in index order does not wait for costly lists of its account', async () => {
  const account = await app.account();
  const { path } = await companyWith(app.ctx.db, account, someInvoices(3));
  await whileRecordsAreHeld(async () => {
    const reads = Array.from({ length: 3 }, () => account.send(`GET ${path}?query=${encoded('totalAmount>1')}`));
    await untilWaiting(app.databaseUrl, 1);
    assert.equal((await account.send('GET /companies')).status, 200);
    await Promise.all(reads);
  });
});

test('A-19: readiness works when all connections of the pool are in use', async () => {
  const held: pg.PoolClient[] = [];
  try {
    for (let n = 0; n < 10; n++) held.push(await app.ctx.db.pool.connect());
    const waiting = app.ctx.db.pool.query('select 1');
    await waitFor(() => app.ctx.db.pool.waitingCount > 0);
    // Longer than the 3 s without a heartbeat after which a process is not ready.
    for (const end = performance.now() + 4000; performance.now() < end; await sleep(200))
      assert.equal((await fetch(`${app.url}/health/ready`)).status, 200);
    held.pop()?.release();
    await waiting;
  } finally {
    for (const client of held) client.release();
  }
});

test('A-19 R-PAGE-20: a filter with too many comparisons is rejected, and the message states the maximum', async () => {
  const account = await app.account();
  const { path } = await companyWith(app.ctx.db, account, someInvoices(1));
  const ask = (query: string) => account.send(`GET ${path}?query=${encoded(query)}`);
  assert.equal((await ask(`${'totalAmount=9||'.repeat(49)}totalAmount=1`)).body.totalResults, 1);
  const many = await ask(`${'totalAmount=9||'.repeat(50)}totalAmount=1`);
  assert.deepEqual([many.status, many.body.code], [400, 'queryTooComplex'], many.text);
  assert.match(many.body.error, /has 51 comparisons; the maximum is 50/);
  const arrays = await ask(Array.from({ length: 11 }, (_, n) => `lineItems.quantity=${n}`).join('||'));
  assert.deepEqual([arrays.status, arrays.body.code], [400, 'queryTooComplex'], arrays.text);
  assert.match(arrays.body.error, /11 comparisons of fields inside arrays; the maximum is 10/);
});
