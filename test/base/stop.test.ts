import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { serverUrl } from '../harness.ts';
import { untilWaiting } from '../lock-waits.ts';
import { openServer, type RunningServer } from '../server-process.ts';
import { cloneTemplate } from '../template.ts';
import { waitFor } from '../wait-for.ts';

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let server: RunningServer;
before(async () => {
  database = await cloneTemplate(serverUrl());
  server = await openServer({ databaseUrl: database.url });
});
after(async () => {
  await server.kill();
  await database.drop();
});

test('on a stop signal, the process finishes running requests, removes itself from the list and exits with 0', async () => {
  const blocker = new pg.Client(database.url);
  await blocker.connect();
  const { key } = await server.account();
  await blocker.query('begin');
  await blocker.query('lock table company in share mode');
  // This write waits for the lock until after the signal.
  const underWay = server.send('POST /companies', { key, body: { name: 'under way' } });
  await untilWaiting(database.url, 1);
  const exit = server.stop();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await blocker.query('commit');
  assert.equal((await underWay).status, 200);
  assert.equal(await exit, 0);
  assert.equal((await blocker.query('select from process')).rowCount, 0);
  assert.equal((await blocker.query("select from company where name = 'under way'")).rowCount, 1);
  await blocker.end();
});

test('A-29: on SIGTERM readiness fails first, while requests are still served, and no request fails', async () => {
  const stopping = await openServer({ databaseUrl: database.url, env: { DAYBOOK_STOP_DELAY_MS: '3000' } });
  const { key } = await stopping.account();
  const headers = { authorization: `Basic ${Buffer.from(key).toString('base64')}` };
  let isReady = true;
  const refused: unknown[] = [];
  let answered = 0;
  // Like a load balancer: probes every 100 ms, and sends requests while the last probe succeeded.
  const probe = (async () => {
    while (isReady) {
      isReady = await fetch(`${stopping.url}/health/ready`).then(
        (response) => response.ok,
        (error) => {
          refused.push(error);
          return false;
        },
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const clients = Array.from({ length: 4 }, async () => {
    while (isReady) {
      const status = await fetch(`${stopping.url}/companies`, { headers }).then(
        async (response) => {
          await response.text();
          return response.status;
        },
        (error) => error,
      );
      if (status === 200) answered += 1;
      else refused.push(status);
    }
  });
  await waitFor(() => answered > 20);
  const exit = stopping.stop();
  await Promise.all([probe, ...clients]);
  assert.deepEqual(refused, []);
  // Not ready, but still serving requests; the connection is closed afterwards.
  const late = await fetch(`${stopping.url}/companies`, { headers });
  assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close']);
  assert.equal(await exit, 0);
});
