import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';

/** The handles of the database: what each may do, and how many round trips it takes. */
const app = useApp();

test('a read cannot change or lock anything; a write can', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const rename = sql`update account set name = 'other' where account_id = ${accountId}::uuid`;
  await assert.rejects(db.read(accountId, rename), /read-only transaction/);
  await assert.rejects(db.read(accountId, sql`select from account for update`), /read-only transaction/);
  await db.write(accountId, rename);
  assert.deepEqual(await db.read(accountId, sql`select name from account`), [{ name: 'other' }]);
});

test('a transaction in which a statement has failed is not reported as committed', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  let isTold = false;
  const ignoring = db.transaction(accountId, async (tx) => {
    tx.afterCommit(() => {
      isTold = true;
    });
    await sql`select 1 / 0`.execute(tx).catch(() => {});
  });
  await assert.rejects(ignoring, /abort/i);
  assert.equal(isTold, false);
  assert.deepEqual(await db.transaction(accountId, async (tx) => (await sql`select 1 as one`.execute(tx)).rows), [
    { one: 1 },
  ]);
});

test('a statement of an account, and the begin of a transaction, take one round trip each', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const client = await db.pool.connect();
  // A Sync message ends each round trip of the extended protocol, a Query message each of the simple one.
  const { connection } = client as unknown as { connection: { sync(): void; query(text: string): void } };
  const prototype = Object.getPrototypeOf(connection);
  client.release();
  // Only those of this test: the process has other work as well.
  const own = new AsyncLocalStorage<{ trips: number }>();
  const count = () => {
    const counter = own.getStore();
    if (counter) counter.trips++;
  };
  const { sync, query } = prototype;
  prototype.sync = function (...given: unknown[]) {
    count();
    return sync.apply(this, given);
  };
  prototype.query = function (...given: unknown[]) {
    count();
    return query.apply(this, given);
  };
  try {
    const counted = async (work: () => Promise<unknown>) => {
      const counter = { trips: 0 };
      await own.run(counter, work);
      return counter.trips;
    };
    const statement = sql`select name from account where account_id = ${accountId}::uuid`;
    await db.read(accountId, statement);
    assert.equal(await counted(() => db.read(accountId, statement)), 1, 'read');
    assert.equal(await counted(() => db.write(accountId, statement)), 1, 'write');
    assert.equal(
      await counted(() => db.transaction(accountId, (tx) => statement.execute(tx))),
      3,
      'begin, one, commit',
    );
  } finally {
    Object.assign(prototype, { sync, query });
  }
});
