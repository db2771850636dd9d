import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { serverUrl } from '../harness.ts';
import { untilWaiting } from '../lock-waits.ts';
import { openServer, type RunningServer } from '../server-process.ts';
import { cloneTemplate } from '../template.ts';

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

test('told to stop, the process finishes what is under way, takes itself off the list and exits with 0', async () => {
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
