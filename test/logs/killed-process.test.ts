import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { freePort } from '../../dev/embedded-postgres.ts';
import { testSecretKeys, useApp } from '../harness.ts';
import { startServerProcess } from '../start-server-process.ts';
import { waitFor } from '../wait-for.ts';

const app = useApp();

async function rowsOf(accountId: string): Promise<{ rows: number; counted: number }> {
  const { rows } = await sql<{ rows: number; counted: number }>`select
      (select count(*) from request_log where account_id = a.id) as rows,
      (select coalesce(sum(total), 0)::int from request_log_count where account_id = a.id) as counted
    from (select ${accountId}::uuid as id) a`.execute(app.ctx.db.system);
  return rows[0] ?? { rows: 0, counted: 0 };
}

test('a killed process loses at most the requests of its last second, and one that is stopped loses none', async () => {
  const { accountId, key } = await app.account();
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
  const start = async () =>
    startServerProcess({ databaseUrl: app.databaseUrl, port: await freePort(), secretKeys: testSecretKeys });
  const ask = async (url: string, times: number) => {
    for (let n = 0; n < times; n++) assert.equal((await fetch(`${url}/companies`, { headers })).status, 200);
  };
  const killed = await start();
  await ask(killed.url, 5);
  await waitFor(async () => (await rowsOf(accountId)).rows === 5);
  await ask(killed.url, 3);
  await killed.kill();
  const { rows, counted } = await rowsOf(accountId);
  assert.ok(rows >= 5 && rows <= 8, `${rows} rows`);
  assert.equal(counted, rows, 'the stored count is the number of rows');
  const stopped = await start();
  await ask(stopped.url, 4);
  await stopped.stop();
  assert.deepEqual(await rowsOf(accountId), { rows: rows + 4, counted: rows + 4 });
});
