import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { toApiError } from '../../src/http/error-reply.ts';
import { openApp, useApp } from '../harness.ts';

const app = useApp();

test('a connection lost in the middle of a transaction fails only that transaction', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const lost = db.transaction(accountId, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    // Between two statements, so that only the connection's error event reports the loss.
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db.system);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(lost, (error: Error) => {
    assert.match(error.message, /not queryable|terminat/);
    assert.equal(toApiError(error).parts.statusCode, 503, 'the client can try again');
    return true;
  });
  assert.deepEqual((await sql`select 1 as one`.execute(db.system)).rows, [{ one: 1 }]);
});

test('A-21: statements that are sent together with the commit may each take as long as the statement timeout', async () => {
  const { app, stop } = await openApp({ config: { requestTimeoutMs: 1000 } });
  try {
    const { accountId } = await app.account();
    const { db } = app.ctx;
    const slept = await db.transaction(accountId, async (tx) => {
      let count = 0;
      for (let at = 0; at < 8; at++)
        tx.atCommit(sql`select pg_sleep(0.8)`.compile(tx), (rows) => {
          count += rows.length;
        });
      return () => count;
    });
    assert.equal(slept(), 8);
  } finally {
    await stop();
  }
});
