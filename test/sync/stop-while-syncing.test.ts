import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@daybook/sandbox';
import pg from 'pg';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { openApp, startOn } from '../harness.ts';
import { untilWaiting } from '../lock-waits.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany } from './synced-company.ts';

const sandbox = await startSandbox({});
after(() => sandbox.stop());
const control = controlSandbox(sandbox.url);
const config = { sandboxUrl: sandbox.url };

test('a sync that a stop interrupts can finish its request: the platform is not blamed, and the sync does not wait', async () => {
  const { app, stop } = await openApp({ config });
  after(stop);
  // Two processes on one database. The one that stops is the only one that runs jobs.
  await app.ctx.jobs.pause();
  const worker = await startOn(app.databaseUrl, { config });
  await worker.app.ctx.jobs.pause();
  const company = await linkCompany(await app.account(), 'stopping-3000');
  const { syncId } = await company.request('invoices');
  // The job starts, but cannot send its first request before the process stops.
  const holder = new pg.Client(app.databaseUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from sync where sync_id = $1 for update', [syncId]);
  await worker.app.ctx.jobs.resume();
  await untilWaiting(app.databaseUrl, 1);
  const stopped = worker.stop();
  const processes = async () => (await app.ctx.db.pool.query('select from process')).rowCount;
  await waitFor(async () => (await processes()) === 1);
  await sleep(500);
  await holder.query('commit');
  await holder.end();
  await stopped;

  const sync = await company.read(syncId);
  assert.ok(['Queued', 'Fetching'].includes(sync.status), JSON.stringify(sync));
  const { invoices = 0 } = (await control.stats()).companies['stopping-3000']?.types ?? {};
  assert.ok(invoices > 0, 'the request was sent');
  const lines = worker.app.logLines.filter((line) => /destroyed|No usable response/.test(JSON.stringify(line)));
  assert.deepEqual(lines, []);
  await app.ctx.jobs.resume();
  assert.equal((await company.settled(syncId)).status, 'Complete');
});
