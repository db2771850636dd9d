import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';

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
  await assert.rejects(lost, /not queryable|terminat/);
  assert.deepEqual((await sql`select 1 as one`.execute(db.system)).rows, [{ one: 1 }]);
});
