import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@daybook/sandbox';
import pg from 'pg';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { startOn, useApp } from '../harness.ts';
import { linkPushing } from '../push/pushing-company.ts';
import { newInvoice } from '../push/records.ts';
import { waitFor } from '../wait-for.ts';

const sandbox = await startSandbox({});
after(() => sandbox.stop());
const app = useApp({ config: { sandboxUrl: sandbox.url } });

/** Makes the database look like another one: what processes find after a failover or a restore under them. */
const becomeAnother = async () => {
  const { rows } = await app.ctx.db.pool.query(
    `update cell_state set served_as = 'another' returning (select max(heartbeat_at) from process) as beat`,
  );
  return rows[0].beat as Date;
};
const tellings = async () => {
  const { rows } = await app.ctx.db.pool.query(
    `select body from message where event_type = 'account.restored' order by message_id`,
  );
  return rows.map(({ body }) => JSON.parse(body).Data);
};

test('A-23: running processes notice a restore by their heartbeat, and tell each account once', async (t) => {
  const { db, config } = app.ctx;
  await app.account();
  const other = await startOn(config.databaseUrl);
  t.after(() => other.stop());
  const beat = await becomeAnother();
  const isServed = async () => {
    const { rows } = await db.pool.query(
      'select served_as = database_identity() and telling is null as ok from cell_state',
    );
    return rows[0].ok;
  };
  await waitFor(isServed, 20_000);
  const beats = async () => {
    const { rows } = await db.pool.query('select count(*)::int as n from process where heartbeat_at > $1', [beat]);
    return rows[0].n;
  };
  await waitFor(async () => (await beats()) === 2, 20_000);
  const told = await tellings();
  assert.equal(told.length, 1, JSON.stringify(told));
  assert.equal(Date.parse(told[0].restoredTo), beat.getTime() - 10_000, 'by the last heartbeat before the restore');
  const lines = [...app.logLines, ...other.app.logLines].filter(({ msg }) =>
    /restored from a backup/.test(String(msg)),
  );
  assert.equal(lines.length, 1);
});

test('A-23: until a running process has dealt with a restore, it is not ready and sends no push', async (t) => {
  const account = await app.account();
  const company = await linkPushing(account, 'running-100');
  const before = (await tellings()).length;
  // The lock keeps the process from dealing with it.
  const holder = new pg.Client(app.databaseUrl);
  await holder.connect();
  t.after(() => holder.end());
  await holder.query('begin; lock table oauth_token');
  await becomeAnother();
  await waitFor(async () => (await app.send('GET /health/ready')).status === 503, 20_000);
  const { pushId } = await company.push('invoices', newInvoice(company.references));
  await app.pushLanes.sweep();
  await sleep(1500);
  const writes = async () => (await controlSandbox(sandbox.url).writes('running-100')).length;
  assert.deepEqual([(await company.readPush(pushId)).status, await writes()], ['Pending', 0]);
  await holder.query('commit');
  await waitFor(async () => (await app.send('GET /health/ready')).status === 200, 20_000);
  assert.equal((await company.ended(pushId)).status, 'Success');
  assert.equal(await writes(), 1);
  await waitFor(async () => (await tellings()).length === before + 2);
});
