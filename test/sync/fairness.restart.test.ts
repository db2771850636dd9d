import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { startOn, useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany } from './synced-company.ts';

/** When the worker starts, one account's hanging syncs are queued, and another account's syncs behind them. */
const sandbox = await startSandbox();
// Registered first: stopping the sandbox ends the hanging requests, so that the app does not wait for them.
after(() => sandbox.stop());
const settings = { sandboxUrl: sandbox.url, syncsAtOncePerPlatform: 4 };
const app = useApp({ config: { ...settings, role: 'api' } });

test('A-24: after a restart, syncs queued behind those of an account whose servers hang start within 10 s', async (t) => {
  const control = controlSandbox(sandbox.url);
  const hanging = await app.account();
  const other = await app.account();
  for (let i = 0; i < 6; i++) {
    const company = await linkCompany(hanging, `hangs${i}-100`);
    await control.fault({ match: { company: `hangs${i}-100` }, fault: { kind: 'hang' } });
    await company.request('invoices');
  }
  const own = await linkCompany(other, 'answers-100');
  for (const dataType of ['invoices', 'customers', 'items']) await own.request(dataType);
  const begun = async (accountId: string) => {
    const { system } = app.ctx.db;
    const rows = await system.selectFrom('sync').select('status').where('account_id', '=', accountId).execute();
    return rows.filter(({ status }) => status !== 'Queued').length;
  };
  const ownTime = startOwnTime();
  const worker = await startOn(app.databaseUrl, { config: { ...settings, role: 'worker' } });
  t.after(async () => {
    await sandbox.stop();
    await worker.stop();
  });
  await waitFor(async () => (await begun(other.accountId)) === 3, 60_000);
  const tookMs = ownTime();
  assert.ok(tookMs <= 10_000, `${tookMs} ms`);
  assert.equal(await begun(hanging.accountId), 2, 'half of four');
});
