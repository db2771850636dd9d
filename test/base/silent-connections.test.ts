import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type FreezingProxy, startFreezingProxy } from '../freezing-proxy.ts';
import { serverUrl } from '../harness.ts';
import { openServer, type RunningServer } from '../server-process.ts';
import { cloneTemplate } from '../template.ts';
import { waitFor } from '../wait-for.ts';

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let proxy: FreezingProxy;
let server: RunningServer;
let direct: pg.Client;
before(async () => {
  database = await cloneTemplate(serverUrl());
  const url = new URL(database.url);
  proxy = await startFreezingProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  server = await openServer({ databaseUrl: url.toString(), env: { DAYBOOK_STOP_TIMEOUT_MS: '5000' } });
  direct = new pg.Client(database.url);
  await direct.connect();
});
after(async () => {
  await server.kill();
  await direct.end();
  await proxy.close();
  await database.drop();
});

const backWithinMs = 30_000;

test('A-21: after all connections to PostgreSQL freeze, API, jobs and heartbeat recover within 30 s, and readiness shows it', async (t) => {
  const { key } = await server.account();
  const ask = async (path: string) => {
    const headers = { authorization: `Basic ${Buffer.from(key).toString('base64')}` };
    const signal = AbortSignal.timeout(backWithinMs);
    return fetch(`${server.url}${path}`, { headers, signal }).then(
      async (response) => ({ status: response.status, body: await response.text() }),
      () => ({ status: 0, body: '' }),
    );
  };
  const create = async () => (await server.send('POST /companies', { key, body: { name: 'one' } })).body.companyId;
  const [first, second] = [await create(), await create()];
  const isPurged = async (companyId: string) =>
    (await direct.query('select from company where company_id = $1', [companyId])).rowCount === 0;
  await server.send(`DELETE /companies/${first}`, { key });
  await waitFor(() => isPurged(first));

  // Send requests continuously, so that connections freeze in every state: idle, in a statement, between statements.
  let isOver = false;
  const statuses: number[] = [];
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) statuses.push((await ask('/companies')).status);
  });
  t.after(() => {
    isOver = true;
  });
  await waitFor(() => statuses.length > 50);
  const frozen = proxy.freeze();
  const frozenAt = performance.now();
  assert.ok(frozen >= 8, `${frozen} connections were frozen`);
  const since = () => Math.round((performance.now() - frozenAt) / 100) / 10;
  const left = () => Math.max(1, backWithinMs - (performance.now() - frozenAt));

  await waitFor(async () => (await ask('/health/ready')).status === 503, left());
  assert.match((await ask('/health/ready')).body, /heartbeat|ready/);
  t.diagnostic(`not ready after ${since()} s`);
  const beatSql = `select from process where heartbeat_at > now() - interval '2 seconds'`;
  await waitFor(async () => (await direct.query(beatSql)).rowCount === 1, left());
  await waitFor(async () => (await ask('/health/ready')).status === 200, left());
  t.diagnostic(`ready after ${since()} s`);
  // The API: all callers get responses again, even those whose connection was in a transaction.
  await waitFor(async () => (await server.send(`DELETE /companies/${second}`, { key })).status < 300, left());
  t.diagnostic(`answered after ${since()} s`);
  await waitFor(() => isPurged(second), left());
  t.diagnostic(`purged after ${since()} s`);
  const seen = statuses.length;
  await waitFor(() => statuses.length > seen + 100, left());
  assert.ok(
    statuses.slice(-50).every((status) => status === 200),
    `the latest statuses: ${[...new Set(statuses.slice(-50))]}`,
  );
  isOver = true;
  await Promise.all(callers);
  // Requests on a frozen connection got a 503, never a 500, and none waited forever.
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
});
