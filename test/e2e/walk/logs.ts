import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { createKey } from './deliveries.ts';
import { books } from './first-company.ts';
import { button, dialog, openByMenu } from './steps.ts';

/** Sends a request with curl, as a client would. Returns its correlation id. */
async function curl(so: Walk, key: string, path: string): Promise<string> {
  const args = ['-s', '-o', '/dev/null', '-D', '-', '-u', `${key}:`, `${so.stage.server.url}${path}`];
  const { stdout } = await promisify(execFile)('curl', args);
  return /^x-correlation-id: (\S+)/im.exec(stdout)?.[1] ?? assert.fail(stdout);
}

/** A request of a key appears in the request log, is found by its correlation id, and can be repeated. */
export async function readRequestLog(so: Walk): Promise<Figures> {
  const page = so.admin;
  const key = await createKey(so, 'curl');
  const good = await curl(so, key, '/companies?query=name~Sunrise&pageSize=5');
  const bad = await curl(so, key, '/companies/00000000-0000-4000-8000-000000000000');
  const { pool } = so.stage.cell.base.db;
  const counted = async (condition: string, values: unknown[] = []) => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*) as n from request_log where account_id = $1 and ${condition}`,
      [so.accountId, ...values],
    );
    return rows[0]?.n ?? 0;
  };
  await waitFor(async () => (await counted('request_id = any ($2)', [[good, bad]])) === 2);

  await openByMenu(page, 'Request log');
  const table = page.getByRole('table', { name: 'Request log' });
  const row = table.getByRole('row').filter({ hasText: `…${good.slice(-8)}` });
  await row.getByText('200').waitFor();
  await row.getByText('List companies').waitFor();
  await row.getByText('GET /companies?query=name~Sunrise&pageSize=5').waitFor();
  await checkPage(page, 'requests', so.checks);
  const total = page.getByText(/of [\d,]+$/);
  const shown = Number(((await total.innerText()).match(/of ([\d,]+)$/)?.[1] ?? '').replaceAll(',', ''));
  assert.equal(shown, await counted("actor_kind = 'key'"), 'the number of requests of API keys');

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Client errors (4xx)' }).click();
  await table
    .getByRole('row')
    .filter({ hasText: `…${bad.slice(-8)}` })
    .getByText('404')
    .waitFor();
  await row.waitFor({ state: 'hidden' });

  await page.keyboard.press('Control+k');
  await dialog(page, 'Search').getByRole('combobox', { name: 'Search' }).fill(good);
  await dialog(page, 'Search')
    .getByRole('option', { name: /^List companies/ })
    .click();
  const details = dialog(page, 'Request');
  await details.getByText(good).waitFor();
  await details.getByText('query=name~Sunrise&pageSize=5', { exact: true }).waitFor();
  assert.match(await details.locator('pre').innerText(), /^curl -u "\$DAYBOOK_KEY:" -G '.*\/companies'/);
  await checkPage(page, 'request', so.checks);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  return { 'requests.foundByCorrelationId': true };
}

/** The calls of a sync are listed; their number is what the platform counted. */
export async function readCalls(so: Walk): Promise<Figures> {
  const page = so.admin;
  const { sandbox, cell } = so.stage;
  const counted = async () => (await sandbox.stats()).companies[books]?.requests ?? 0;
  const before = await counted();
  await page.goto(`/portal/companies/${so.companyId}/records/bills`);
  await button(page, 'Sync now: Bills').click();
  const newest = async () => {
    const { rows } = await cell.base.db.pool.query<{ id: string; ended: boolean; calls: number }>(
      `select s.sync_id as id, s.completed_at is not null as ended,
          (select count(*) from platform_call c where c.account_id = s.account_id and c.sync_id = s.sync_id) as calls
        from sync s where s.company_id = $1 and s.data_type = 'bills' order by s.sync_id desc limit 1`,
      [so.companyId],
    );
    return rows[0] ?? { id: '', ended: false, calls: 0 };
  };
  await waitFor(async () => {
    const { ended, calls } = await newest();
    return ended && calls > 0 && calls === (await counted()) - before;
  }, 60_000);
  const { id, calls } = await newest();
  await page.goto(`/portal/companies/${so.companyId}/history/${id}`);
  await page.getByRole('link', { name: 'Calls of this sync' }).click();
  const table = page.getByRole('table', { name: 'Calls of this sync' });
  await table.getByText(`/v1/${books}/bills`).first().waitFor();
  assert.equal(await table.getByRole('row').count(), calls + 1, 'a row for each call, and the head');
  await page.getByText(`of ${calls}`).waitFor();
  await checkPage(page, 'company-sync-calls', so.checks);

  await page.goto(`/portal/companies/${so.companyId}/connections`);
  await page.getByRole('link', { name: 'View calls' }).first().click();
  await page.getByRole('table', { name: /^Calls to / }).waitFor();
  await checkPage(page, 'company-calls', so.checks);
  return { 'calls.ofSync': calls };
}
