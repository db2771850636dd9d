import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { requestSync } from '../../src/sync/request-sync.ts';
import { runSync } from '../../src/sync/run/run-sync.ts';
import { countTrips } from '../count-trips.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from './synced-company.ts';

const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

test('a sync that finds no changes takes at most ten round trips to PostgreSQL', async () => {
  const { ctx } = app;
  const account = await app.account();
  const company = await linkCompany(account, 'trips-100');
  await company.sync('customers');
  const { accountId } = account;
  const { companyId } = company;
  // Without a job, no worker takes the sync.
  const jobs = { enqueue: async () => {}, enqueueAll: async () => {} };
  const wanted = { companyId, dataType: 'customers', isFull: false };
  const { counted, stop } = await countTrips(ctx.db.pool);
  try {
    const { syncId } = await ctx.db.transaction(accountId, (tx) => requestSync({ ...ctx, jobs }, tx, wanted));
    const run = () => runSync(ctx, { accountId, companyId, syncId }, { isStopping: () => false });
    // Three to start, two for the page, one for its state, three to publish, and one for the platform's budget.
    assert.ok((await counted(run)) <= 10);
    const done = await company.read(syncId);
    assert.equal(done.status, 'Complete');
    assert.deepEqual(done.counts, { added: 0, updated: 0, unchanged: 0, deleted: 0 });
  } finally {
    stop();
  }
});
