import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { noTracing } from '../../src/base/tracing.ts';
import { openDb, type Tx } from '../../src/db/db.ts';
import { named } from '../../src/db/pool-driver.ts';
import { countTrips } from '../count-trips.ts';
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

test('a transaction begins with its first statement and ends with its last, in one round trip each', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const { counted, stop } = await countTrips(db.pool);
  try {
    const statement = sql`select name from account where account_id = ${accountId}::uuid`;
    await db.read(accountId, statement);
    assert.equal(await counted(() => db.read(accountId, statement)), 1, 'read');
    assert.equal(await counted(() => db.write(accountId, statement)), 1, 'write');
    assert.equal(
      await counted(() => db.transaction(accountId, (tx) => statement.execute(tx))),
      2,
      'begin with one, commit',
    );
    const together = (tx: Tx) => {
      tx.atCommit(statement.compile(tx));
      return statement.execute(tx);
    };
    assert.equal(await counted(() => db.transaction(accountId, together)), 2, 'begin with one, another with commit');
    assert.equal(await counted(() => db.transaction(accountId, async () => {})), 0, 'nothing to do');
  } finally {
    stop();
  }
});

test('a statement that is sent with the commit is part of the transaction', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const rename = (name: string) => sql`update account set name = ${name} where account_id = ${accountId}::uuid`;
  const nameNow = async () => (await db.read<{ name: string }>(accountId, sql`select name from account`))[0]?.name;
  const taken: unknown[] = [];
  await db.transaction(accountId, async (tx) => {
    tx.atCommit(sql`select name from account where account_id = ${accountId}::uuid`.compile(tx), (rows) => {
      taken.push(rows);
    });
    await rename('first').execute(tx);
    assert.deepEqual([...taken], [], 'not before the commit');
  });
  assert.deepEqual([...taken], [[{ name: 'first' }]]);
  // Without another statement, too.
  await db.transaction(accountId, async (tx) => tx.atCommit(rename('second').compile(tx)));
  assert.equal(await nameNow(), 'second');

  // If it fails, nothing is committed, and later transactions on the same connections work.
  for (let tries = 0; tries < 20; tries++) {
    const failing = db.transaction(accountId, async (tx) => {
      tx.afterCommit(() => taken.push('afterCommit'));
      tx.atCommit(named(sql`select 1 / ${tries % 2}::int as "n${sql.raw(String(tries))}"`.compile(tx)), () =>
        taken.push('take'),
      );
      tx.atCommit(sql`select ${0}::int as number`.compile(tx), () => taken.push('second'));
      if (tries % 2 === 0) tx.atCommit(sql`select 1 / ${0}::int`.compile(tx));
      await rename('third').execute(tx);
      if (tries % 2 === 1) throw new Error('the work itself fails');
    });
    await assert.rejects(failing, tries % 2 === 0 ? /division by zero/ : /the work itself/);
  }
  assert.equal(await nameNow(), 'second');
  assert.equal(taken.length, 1);

  // A value that cannot be sent: the COMMIT behind it must not be executed.
  const circular: { own?: object } = {};
  circular.own = circular;
  const unsendable = db.transaction(accountId, async (tx) => {
    await rename('fourth').execute(tx);
    tx.atCommit(sql`select ${circular}::jsonb`.compile(tx));
  });
  await assert.rejects(unsendable, /circular/i);
  assert.equal(await nameNow(), 'second');
  await db.transaction(accountId, (tx) => rename('fifth').execute(tx));
  assert.equal(await nameNow(), 'fifth');
});

test('if the first statement fails, the others of its transaction fail too, and none runs without the account', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const work = db.transaction(accountId, async (tx) => {
    await assert.rejects(sql`select 1 / ${0}::int`.execute(tx), /division by zero/);
    await assert.rejects(sql`select current_user`.execute(tx));
    tx.atCommit(sql`update account set name = ${'unscoped'}`.compile(tx));
  });
  await assert.rejects(work, /abort/i);
  const names = await sql<{ n: number }>`select count(*) as n from account where name = 'unscoped'`.execute(db.system);
  assert.equal(names.rows[0]?.n, 0);
  const user = db.transaction(accountId, async (tx) => (await sql`select current_user as name`.execute(tx)).rows);
  assert.deepEqual(await user, [{ name: 'daybook_program' }]);
});

test('what a transaction has marked and given up is neither sent with the commit nor called after it', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const called: string[] = [];
  const one = (tx: Tx, name: string) => {
    tx.afterCommit(() => called.push(`after ${name}`));
    tx.atCommit(sql`select ${name}::text`.compile(tx), () => called.push(`with ${name}`));
  };
  await db.transaction(accountId, async (tx) => {
    one(tx, 'kept');
    const forget = tx.mark();
    one(tx, 'given up');
    forget();
    one(tx, 'last');
  });
  assert.deepEqual(called, ['with kept', 'with last', 'after kept', 'after last']);
});

test('after an error that leaves a named statement unprepared, the next transaction can use the statement', async () => {
  const { accountId } = await app.account();
  // A single connection, so that all transactions use the same one.
  const options = { url: app.databaseUrl, poolSize: 1, statementTimeoutMs: 5000, costlyReadMs: 5000 };
  const more = { costlyReadsAtOnce: 1, pooler: false, onIdleError: () => {}, tracing: noTracing };
  const db = openDb({ ...options, ...more });
  try {
    await sql`create table shape (a int)`.execute(db.system);
    await sql`grant select on shape to daybook_program`.execute(db.system);
    const select = (value: unknown) => named(sql`select *, ${value}::text as given from shape`.compile(db.system));
    const ways: Record<string, (tx: Tx, value: unknown) => Promise<unknown>> = {
      'first statement': (tx, value) => tx.executeQuery(select(value)),
      'later statement': async (tx, value) => {
        await sql`select ${1}::int`.execute(tx);
        return tx.executeQuery(select(value));
      },
      'with the commit': async (tx, value) => tx.atCommit(select(value)),
    };
    const broken = {
      toPostgres() {
        throw new Error('this value cannot be sent');
      },
    };
    const errors: Record<string, { prepare: () => Promise<unknown>; value: unknown; expected: RegExp }> = {
      'a value': { prepare: async () => {}, value: broken, expected: /cannot be sent/ },
      26000: { prepare: () => sql`deallocate all`.execute(db.system), value: 'b', expected: /does not exist/ },
      '0A000': {
        prepare: () => sql.raw(`alter table shape add column ${'c'.repeat(++columns)} int`).execute(db.system),
        value: 'b',
        expected: /must not change result type/,
      },
    };
    let columns = 0;
    for (const [way, run] of Object.entries(ways)) {
      for (const [code, { prepare, value, expected }] of Object.entries(errors)) {
        await db.transaction(accountId, (tx) => run(tx, 'a'));
        await prepare();
        await assert.rejects(
          db.transaction(accountId, (tx) => run(tx, value)),
          expected,
          `${way}, ${code}`,
        );
        await assert.doesNotReject(
          db.transaction(accountId, (tx) => run(tx, 'c')),
          `${way} after ${code}`,
        );
      }
    }
  } finally {
    await db.end();
  }
});
