import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { controlSandbox } from '../connectors/control-sandbox.ts';
import { startOn, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany } from './synced-company.ts';

/** What waits when a worker starts: one account's hanging syncs, and behind them those of another. */
const sandbox = await startSandbox();
// First: what hangs ends with the sandbox, and the app need not wait for it.
after(() => sandbox.stop());
const settings = { sandboxUrl: sandbox.url, syncsAtOncePerPlatform: 4 };
const app = useApp({ config: { ...settings, role: 'api' } });

test('A-24: after a restart, syncs that waited behind those of an account that hangs are begun within 10 s', async (t) => {
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
  const worker = await startOn(app.databaseUrl, { config: { ...settings, role: 'worker' } });
  t.after(async () => {
    await sandbox.stop();
    await worker.stop();
  });
  await waitFor(async () => (await begun(other.accountId)) === 3, 10_000);
  assert.equal(await begun(hanging.accountId), 2, 'half of four');
});
