import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDb, type Tx } from '../../src/db/db.ts';
import { named } from '../../src/db/pool-driver.ts';
import { runBatch } from '../../src/db/wire/batch.ts';
import { useApp } from '../harness.ts';

/** Several statements in one round trip: what they return, and what happens if one of them fails. */
const app = useApp();

const rename = (tx: Tx, name: string) =>
  named(sql`update account set name = ${name}::text where account_id = ${tx.accountId}::uuid`.compile(tx));
const nameIn = async (tx: Tx) =>
  (await sql<{ name: string }>`select name from account where account_id = ${tx.accountId}::uuid`.execute(tx)).rows[0]
    ?.name;

/** Both kinds of connection: prepared statements are used directly, but not behind a pooler. */
function eachDb(work: (db: typeof app.ctx.db) => Promise<void>) {
  return async () => {
    await work(app.ctx.db);
    const { config, tracing } = app.ctx;
    const pooled = openDb({
      url: config.databaseUrl,
      poolSize: 2,
      statementTimeoutMs: 10_000,
      costlyReadMs: 10_000,
      costlyReadsAtOnce: 1,
      pooler: true,
      onIdleError: () => {},
      tracing,
    });
    try {
      await work(pooled);
    } finally {
      await pooled.end();
    }
  };
}

test(
  'statements that are sent with the next one run before it, in their order, also if the next one is the commit',
  eachDb(async (db) => {
    const { accountId } = await app.account();
    await db.transaction(accountId, async (tx) => {
      tx.withNext(rename(tx, 'first'));
      tx.withNext(rename(tx, 'second'));
      assert.equal(await nameIn(tx), 'second');
      tx.withNext(rename(tx, 'third'));
      await sql`select 1`.execute(tx);
      assert.equal(await nameIn(tx), 'third');
      tx.withNext(rename(tx, 'fourth'));
    });
    assert.equal(await db.transaction(accountId, nameIn), 'fourth');
    await db.transaction(accountId, async (tx) => tx.withNext(rename(tx, 'fifth')));
    assert.equal(await db.transaction(accountId, nameIn), 'fifth');
    let seen: unknown;
    await db.transaction(accountId, async (tx) => {
      tx.atCommit(sql`select name from account where account_id = ${accountId}::uuid`.compile(tx), (rows) => {
        seen = rows;
      });
      tx.withNext(rename(tx, 'sixth'));
    });
    assert.deepEqual(seen, [{ name: 'sixth' }], 'before the statements of the commit');
  }),
);

test(
  'if a statement that is sent with the next one fails, the next one fails and nothing is committed',
  eachDb(async (db) => {
    const { accountId } = await app.account();
    const before = await db.transaction(accountId, nameIn);
    const failing = (tx: Tx) => tx.withNext(sql`select 1 / ${0}::int`.compile(tx));
    for (const atEnd of [true, false]) {
      const work = db.transaction(accountId, async (tx) => {
        tx.withNext(rename(tx, 'lost'));
        failing(tx);
        if (!atEnd) await assert.rejects(nameIn(tx), /division by zero/);
      });
      await assert.rejects(work, atEnd ? /division by zero/ : /abort/i);
    }
    // Given up by the program itself: the next transaction on the connection does not send it.
    const stopped = db.transaction(accountId, async (tx) => {
      tx.withNext(rename(tx, 'lost'));
      throw new Error('stopped');
    });
    await assert.rejects(stopped, /stopped/);
    for (let tries = 0; tries < 5; tries++) assert.equal(await db.transaction(accountId, nameIn), before);
  }),
);

test('a transaction that is sent in one round trip is committed as a whole or not at all', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const before = await db.transaction(accountId, nameIn);
  const circular: { own?: object } = {};
  circular.own = circular;
  const failing: [RegExp, (tx: Tx) => void][] = [
    [/division by zero/, (tx) => tx.atCommit(sql`select 1 / ${0}::int`.compile(tx))],
    [/circular/i, (tx) => tx.atCommit(sql`select ${circular}::jsonb`.compile(tx))],
  ];
  for (const [error, fail] of failing) {
    const work = db.transaction(accountId, async (tx) => {
      tx.atCommit(rename(tx, 'lost'));
      fail(tx);
      tx.atCommit(rename(tx, 'lost as well'));
    });
    await assert.rejects(work, error);
    for (let tries = 0; tries < 5; tries++) assert.equal(await db.transaction(accountId, nameIn), before);
  }
  // The account and the role are those of this transaction only.
  const seen: unknown[] = [];
  const scope = sql`select current_user as role, current_setting('daybook.account_id', true) as account, ${1}::int as n`;
  await db.transaction(accountId, async (tx) => tx.atCommit(scope.compile(tx), (rows) => seen.push(...rows)));
  assert.deepEqual(seen, [{ role: 'daybook_program', account: accountId, n: 1 }]);
  const after = await scope.execute(db.system);
  assert.ok(after.rows.every((row) => !JSON.stringify(row).includes(accountId)));
});

test('a batch returns the rows of each statement, with their types, also when its columns are already known', async () => {
  const client = await app.ctx.db.pool.connect();
  try {
    const row =
      "select $1::bigint as n, $2::text as t, null::int as nothing, '2026-01-02T03:04:05Z'::timestamptz as at";
    const parts = [
      { text: 'begin', name: 'batch_begin', values: [] },
      { text: row, name: 'batch_row', values: [1, 'ä'] },
      { text: 'create temp table if not exists batch_rows (n int)', values: [] },
      { text: 'insert into batch_rows values ($1), ($1)', name: 'batch_insert', values: [7] },
      // The same prepared statement twice, and one without rows.
      { text: row, name: 'batch_row', values: [2, null] },
      { text: 'select n from batch_rows where n = $1', values: [8] },
      { text: 'rollback', name: 'batch_rollback', values: [] },
    ];
    for (let tries = 0; tries < 3; tries++) {
      const results = await runBatch(client, parts);
      assert.deepEqual(
        results.map(({ command, rowCount }) => [command, rowCount]),
        [
          ['BEGIN', null],
          ['SELECT', 1],
          ['CREATE', null],
          ['INSERT', 2],
          ['SELECT', 1],
          ['SELECT', 0],
          ['ROLLBACK', null],
        ],
      );
      const at = new Date('2026-01-02T03:04:05Z');
      assert.deepEqual(
        [results[1]?.rows, results[4]?.rows, results[5]?.rows],
        [[{ n: 1, t: 'ä', nothing: null, at }], [{ n: 2, t: null, nothing: null, at }], []],
      );
    }
  } finally {
    client.release(true);
  }
});
