import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, dialog } from './steps.ts';

const field = (page: Page) => dialog(page, 'Search').getByRole('combobox', { name: 'Search' });
const option = (page: Page, name: string | RegExp) => dialog(page, 'Search').getByRole('option', { name });

/** The search by keyboard: a company by half its name, a record by its number, a sync by its id, a page and an action. */
export async function findByKeyboard(so: Walk): Promise<Figures> {
  const page = so.admin;
  await page.goto('/portal/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await field(page).waitFor();
  await page.keyboard.type('RY SUN');
  await option(page, 'Bakery Sunrise').waitFor();
  await waitFor(async () => (await option(page, 'Bakery Sunrise').getAttribute('aria-selected')) === 'true', 5000);
  await checkPage(page, 'find-company', so.checks);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Bakery Sunrise' }).waitFor();

  const { rows } = await so.stage.cell.base.db.pool.query<{ id: string; number: string }>(
    `select r.record_id as id, r.payload ->> 'invoiceNumber' as number from record r join data_set d using (account_id, company_id, data_set_id)
      where r.company_id = $1 and d.data_type = 'invoices' and r.gen_to is null order by r.date1 desc limit 1`,
    [so.companyId],
  );
  const { id, number } = rows[0] ?? assert.fail('no invoice');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(number.toLowerCase());
  await option(page, new RegExp(`^${number}`))
    .first()
    .waitFor();
  await checkPage(page, 'find-record', so.checks);
  await page.keyboard.press('Enter');
  await dialog(page, /^Record/).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('record'), id);
  await page.keyboard.press('Escape');

  const sync = await so.stage.cell.base.db.pool.query<{ id: string }>(
    `select sync_id as id from sync where company_id = $1 and data_type = 'invoices' order by sync_id desc limit 1`,
    [so.companyId],
  );
  await page.keyboard.press('Control+k');
  await field(page).fill(sync.rows[0]?.id ?? '');
  await option(page, /^Sync of invoices/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(`/history/${sync.rows[0]?.id}`));

  await page.keyboard.press('Control+k');
  await option(page, /^Sync of invoices/).waitFor();
  await field(page).fill('nothing has this name');
  await dialog(page, 'Search').getByText('No results for “nothing has this name”').waitFor();
  await field(page).fill('create cons');
  await option(page, 'Create consumer').waitFor();
  await page.keyboard.press('Enter');
  await dialog(page, 'Create consumer').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'Create consumer').waitFor({ state: 'hidden' });

  await button(page, /^Search or go to/).click();
  await field(page).fill('message lo');
  await option(page, 'Message log').click();
  await page.getByRole('heading', { level: 1, name: 'Message log' }).waitFor();
  return { 'find.recordByNumber': 1 };
}
