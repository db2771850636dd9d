import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { parseCsv } from '../../parse-csv.ts';
import { waitFor } from '../../wait-for.ts';
import type { Walk } from '../walk.ts';

/** Lists are exported with their filter, limited to a period, and read by keyboard. */
export async function exportLists(so: Walk): Promise<Figures> {
  const page = so.admin;
  const { pool } = so.stage.cell.base.db;
  const count = async (text: string) => {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, [so.accountId]);
    return rows[0]?.n ?? -1;
  };

  const companies = await download(page, '/companies');
  const { rows } = await pool.query<{ company_id: string; name: string }>(
    'select company_id, name from company where account_id = $1 and deleted_at is null',
    [so.accountId],
  );
  assert.deepEqual(
    companies.map(({ companyId, name }) => `${companyId} ${name}`).sort(),
    rows.map(({ company_id, name }) => `${company_id} ${name}`).sort(),
  );
  const found = await download(page, '/companies?search=bak');
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Bakery Sunrise'],
    'only what the filter shows',
  );
  const hidden = await download(page, '/companies?until=2020-01-01T00:00:00Z');
  assert.equal(hidden.length, 0, 'a period before the first company');

  const failed = await download(page, '/webhooks/messages?state=failed');
  assert.equal(failed.length, await count('(select distinct message_id from failure where account_id = $1) f'));
  const audit = await download(page, '/settings/audit');
  // Signing in and other entries can be added while the file is made.
  assert.ok(Math.abs(audit.length - (await count('audit where account_id = $1'))) <= 1);
  await moveByKeyboard(page);
  return { 'lists.csvCompanies': companies.length, 'lists.csvFailed': failed.length, 'lists.csvAudit': audit.length };
}

async function download(page: Page, path: string): Promise<Record<string, string>[]> {
  await page.goto(`/portal${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const link = page.getByRole('link', { name: 'Export CSV' });
  await link.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const [names = [], ...lines] = parseCsv(readFileSync((await file.path()) ?? '', 'utf8'));
  return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])));
}

/** The arrow keys move through the rows, and Enter opens one. */
async function moveByKeyboard(page: Page): Promise<void> {
  await page.goto('/portal/companies');
  const links = page.getByRole('table', { name: 'Companies' }).locator('tbody tr td:first-child a');
  await links.nth(1).waitFor();
  await page.locator('section[aria-label=Companies]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  const name = await links.nth(1).innerText();
  await waitFor(async () => (await page.evaluate('document.activeElement.textContent')) === name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
