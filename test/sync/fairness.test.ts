import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { startOn, type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany, type SyncedCompany } from './synced-company.ts';

/** One account's servers never respond; other accounts must not be affected. */
const sandbox = await startSandbox();
// Registered first: stopping the sandbox ends the hanging requests, so that the app does not wait for them.
after(() => sandbox.stop());
const app = useApp({ config: { sandboxUrl: sandbox.url, syncsAtOncePerPlatform: 4 } });
const control = controlSandbox(sandbox.url);

let made = 0;
async function link(account: TestAccount, count: number, kind: string): Promise<SyncedCompany[]> {
  const companies: SyncedCompany[] = [];
  for (let i = 0; i < count; i++) {
    const name = `${kind}${++made}-100`;
    companies.push(await linkCompany(account, name));
    if (kind === 'hangs') await control.fault({ match: { company: name }, fault: { kind: 'hang' } });
  }
  return companies;
}

async function countRunning(accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sync
    where account_id = ${accountId} and status = 'Fetching'`.execute(app.ctx.db.system);
  return rows[0]?.n ?? 0;
}

test("A-24: an account whose servers hang holds only half of a platform's workers, and another account's sync starts at once", async (t) => {
  const hanging = await app.account();
  const other = await app.account();
  const [own] = await link(other, 1, 'answers');
  const companies = await link(hanging, 6, 'hangs');
  for (const company of companies) await company.request('invoices');
  await waitFor(async () => (await countRunning(hanging.accountId)) >= 2);
  for (const dataType of ['invoices', 'customers', 'items']) {
    const done = await own?.sync(dataType);
    assert.equal(done.status, 'Complete', JSON.stringify(done));
    const waitedMs = Date.parse(done.started) - Date.parse(done.requested);
    assert.ok(waitedMs <= 10_000, `waited ${waitedMs} ms`);
  }
  assert.equal(await countRunning(hanging.accountId), 2, 'half of four');

  // A second process gives the hanging account half of its workers, and no more.
  const config = { sandboxUrl: sandbox.url, syncsAtOncePerPlatform: 4, role: 'worker' as const };
  const second = await startOn(app.databaseUrl, { config });
  t.after(async () => {
    await sandbox.stop();
    await second.stop();
  });
  await waitFor(async () => (await countRunning(hanging.accountId)) >= 4);
  assert.equal((await own?.sync('suppliers'))?.status, 'Complete');
  assert.equal(await countRunning(hanging.accountId), 4, 'half of eight');

  // Syncs that are still queued have not used an attempt.
  const { rows } = await sql<{ n: number }>`select count(*) as n from sync
    where account_id = ${hanging.accountId} and status = 'Queued' and attempts = 0`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.n, 2);
});
