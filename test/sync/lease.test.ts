import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { runSync } from '../../src/sync/run/run-sync.ts';
import { wakeSyncs } from '../../src/sync/schedule/wake-syncs.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany } from './synced-company.ts';

/**
 * Which runner works on a sync, and when another may take over. With processes that are killed: `npm run chaos --
 * sync`.
 */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());
afterEach(() => control.clearFaults());

async function held(name: string, slowMs: number) {
  const account = await app.account();
  const company = await linkCompany(account, name);
  await control.fault({
    match: { company: name, type: 'invoices' },
    fault: { kind: 'slow', ms: slowMs },
    skip: 1,
    times: 1,
  });
  const { syncId } = await company.request('invoices');
  await waitFor(async () => (await company.read(syncId)).progress.pages === 1);
  const look = async () => {
    const { rows } = await sql<{ fence: number; lease: Date }>`select fence, lease_until as lease from sync
      where sync_id = ${syncId}`.execute(app.ctx.db.system);
    assert.ok(rows[0]);
    return rows[0];
  };
  const data = { accountId: account.accountId, companyId: company.companyId, syncId };
  return { company, syncId, look, data };
}

test('a runner that waits long for a page keeps its lease', async () => {
  const { company, syncId, look } = await held('waits-2500', 12_000);
  const before = await look();
  await waitFor(async () => (await look()).lease > before.lease, 10_000);
  assert.equal(await wakeSyncs(app.ctx), 0, 'no other runner takes over');
  assert.equal((await company.settled(syncId)).status, 'Complete');
  assert.equal((await look()).fence, before.fence);
});

test('a late or duplicate job does not disturb a sync that is already running', async () => {
  const { company, syncId, look, data } = await held('late-2500', 5000);
  const before = await look();
  await runSync(app.ctx, { ...data, fence: before.fence - 1 }, { isStopping: () => false });
  assert.equal((await look()).fence, before.fence);
  const done = await company.settled(syncId);
  assert.deepEqual([done.status, done.timeline.length], ['Complete', 3]);
});

test('a sync whose runner no longer renews its lease is taken over by another runner', async () => {
  const { company, syncId, look } = await held('dead-2500', 6000);
  const before = await look();
  // The state 10 seconds after a runner's death. This runner is alive, and may renew its lease in between.
  await waitFor(async () => {
    await sql`update sync set lease_until = now() where sync_id = ${syncId} and fence = ${before.fence}`.execute(
      app.ctx.db.system,
    );
    await wakeSyncs(app.ctx);
    return (await look()).fence > before.fence;
  });
  const done = await company.settled(syncId);
  assert.deepEqual([done.status, done.counts.added, done.progress.pages], ['Complete', 2500, 3]);
});

test('a sync that waits in a full queue has one job there, however often it is woken', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'full-500');
  await app.ctx.jobs.pause();
  const { syncId } = await company.request('invoices');
  for (let minute = 0; minute < 3; minute++) {
    await sql`update sync set lease_until = now() where sync_id = ${syncId}`.execute(app.ctx.db.system);
    await wakeSyncs(app.ctx);
  }
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from pgboss.job where data ->> 'syncId' = ${syncId}`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.n, 1);
  await app.ctx.jobs.resume();
  assert.equal((await company.settled(syncId)).status, 'Complete');
});
