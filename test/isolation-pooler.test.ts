import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findPgBouncer, startPgBouncer } from '../bench/pgbouncer.ts';
import { reachThroughPooler, serverUrl, useApp } from './harness.ts';
import { openServer } from './server-process.ts';
import { emptyDatabase } from './template.ts';

/** Repeats the isolation tests through a real PgBouncer in transaction mode. In CI a missing PgBouncer is a failure. */
const isMissing = findPgBouncer() === undefined && !process.env.CI;
if (isMissing) test('A-28: through PgBouncer', { skip: 'PgBouncer is not installed' }, () => {});
else {
  reachThroughPooler();
  await import('./isolation.test.ts');
  describePooler();
}

function describePooler(): void {
  const app = useApp({ config: { requestTimeoutMs: 400 } });

  test('A-28: behind a pooler, every statement of an account runs as the program role, even without values', async () => {
    const { accountId } = await app.account();
    const { db } = app.ctx;
    const own = sql<{
      user: string;
      account: string;
    }>`select current_user as user, current_setting('daybook.account_id') as account`;
    const expected = [{ user: 'daybook_program', account: accountId }];
    assert.deepEqual(await db.read(accountId, own), expected);
    assert.deepEqual((await db.transaction(accountId, (tx) => own.execute(tx))).rows, expected);
    assert.deepEqual(await db.read(accountId, sql`select account_id from account`), [{ account_id: accountId }]);
  });

  test('A-28: behind a pooler, PostgreSQL cancels every kind of statement that takes too long', async () => {
    const { accountId } = await app.account();
    const { db } = app.ctx;
    const tooLong = { code: '57014' };
    await assert.rejects(db.read(accountId, sql`select pg_sleep(20)`), tooLong);
    await assert.rejects(db.read(accountId, sql`select pg_sleep(${20})`), tooLong);
    await assert.rejects(
      db.transaction(accountId, (tx) => sql`select pg_sleep(20)`.execute(tx)),
      tooLong,
    );
    await assert.rejects(sql`select pg_sleep(20)`.execute(db.system), tooLong);
    await assert.rejects(sql`select pg_sleep(${20}::float)`.execute(db.system), tooLong);
    await assert.rejects(db.pool.query('select pg_sleep($1)', [20]), tooLong);
    const idle = sql<{ limit: string }>`select current_setting('idle_in_transaction_session_timeout') as limit`;
    assert.deepEqual((await db.transaction(accountId, (tx) => idle.execute(tx))).rows, [{ limit: '20s' }]);
  });

  test('A-28: behind a pooler, the upgrade and everything that needs a session uses the direct connection', async () => {
    const database = await emptyDatabase(serverUrl());
    const bouncer = await startPgBouncer(database.url);
    const env = { DAYBOOK_DATABASE_POOLER: 'true', DAYBOOK_DIRECT_DATABASE_URL: database.url };
    const server = await openServer({ databaseUrl: bouncer.url, env });
    try {
      const { key } = await server.account();
      const { body } = await server.send('POST /companies', { key, body: { name: 'one' } });
      assert.equal((await server.send(`GET /companies/${body.companyId}`, { key })).status, 200);
      assert.equal(await server.stop(), 0);
    } finally {
      await server.kill();
      await bouncer.stop();
      await database.drop();
    }
  });
}
