import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { forgetSyncs } from '../../src/sync/forget-syncs.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from './synced-company.ts';

const clock = settableClock(new Date());
const sandbox = await startSandbox();
const app = useApp({ clock, config: { sandboxUrl: sandbox.url, syncsKeptDays: 90 } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const day = 86_400_000;

test('old syncs are removed from the history, except the latest ones and those whose work is not yet published', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'old-3500');
  const first = await company.sync('invoices');
  clock.advanceMs(day);
  const second = await company.sync('invoices');
  const changed = { match: { company: 'old-3500', type: 'invoices' } };
  await control.change('old-3500', { type: 'invoices', update: 2000 });
  await control.fault({ ...changed, fault: { kind: 'status', status: 403 }, skip: 1 });
  clock.advanceMs(day);
  const failed = await company.sync('invoices');
  assert.deepEqual([failed.status, failed.counts.updated], ['PermissionsError', 1000], 'half the changes are written');
  clock.advanceMs(day);
  const latest = await company.sync('invoices');
  assert.equal(latest.status, 'PermissionsError');

  assert.equal(await forgetSyncs(app.ctx), 0);
  clock.advanceMs(100 * day);
  assert.equal(await forgetSyncs(app.ctx), 1);
  const left = (await account.send(`GET ${company.path}/data/history`)).body.results;
  assert.deepEqual(
    left.map((sync: { syncId: string }) => sync.syncId),
    [latest.syncId, failed.syncId, second.syncId],
    `${first.syncId} is removed; the second is the latest that succeeded`,
  );
  await control.clearFaults();
  const done = await company.sync('invoices');
  assert.equal(done.status, 'Complete');
  const status = (await account.send(`GET ${company.path}/dataStatus`)).body.invoices;
  assert.equal(status.totalRecords, 3500);
});
