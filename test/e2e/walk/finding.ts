import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
  const chosen = dialog(page, 'Search').locator('[role=option][data-combobox-selected]');
  await waitFor(async () => /Bakery Sunrise/.test(await chosen.innerText()), 5000);
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
  await field(page).waitFor();
  await page.keyboard.type(number.toLowerCase());
  await option(page, new RegExp(`^${number}`))
    .first()
    .waitFor();
  await checkPage(page, 'find-record', so.checks);
  await page.keyboard.press('Enter');
  await dialog(page, new RegExp(`^Invoice ${number}`)).waitFor();
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

/** The message log: the numbers of the histogram, a dragged period, and the number of what would be resent. */
export async function filterMessages(so: Walk): Promise<Figures> {
  const page = so.admin;
  await page.goto('/portal/webhooks/messages');
  await page.getByRole('table', { name: 'Messages', exact: true }).waitFor();
  const count = async (condition: string) => {
    const { rows } = await so.stage.cell.base.db.pool.query<{ n: number }>(
      `select count(*)::int as n from message m where m.account_id = $1 and ${condition}`,
      [so.accountId],
    );
    return rows[0]?.n ?? 0;
  };
  const number = new Intl.NumberFormat('en');
  const has = (table: string) =>
    `exists (select from ${table} x where x.account_id = m.account_id and x.message_id = m.message_id)`;
  const isDelivered = `m.recipients > 0 and not ${has('failure')} and not ${has('delivery')}`;
  await waitFor(async () => {
    const text = `${number.format(await count(isDelivered))} delivered`;
    return page.locator('.histogram').getByText(text).first().isVisible();
  }, 40_000);
  await page
    .getByText(/: \d+ new/)
    .first()
    .waitFor();
  await checkPage(page, 'messages-histogram', so.checks);

  const area = await page.locator('.histogram .recharts-cartesian-grid').boundingBox();
  assert.ok(area);
  const middle = area.y + area.height / 2;
  await page.mouse.move(area.x + area.width * 0.6, middle);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width - 2, middle, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL((url) => url.searchParams.has('since') && url.searchParams.has('until'));
  const { searchParams } = new URL(page.url());
  const [since, until] = [searchParams.get('since') ?? '', searchParams.get('until') ?? ''];
  assert.ok(Date.parse(since) < Date.parse(until), `${since} – ${until}`);
  const inPeriod = await count(`m.created_at >= '${since}' and m.created_at < '${until}'`);
  if (inPeriod > 0) await page.getByText(new RegExp(`of ${number.format(inPeriod)}$`)).waitFor();

  await page.goto('/portal/webhooks/messages');
  await button(page, 'Resend failed…').click();
  const failed = await so.stage.cell.base.db.pool.query<{ n: number }>(
    `select count(*)::int as n from failure f join consumer c using (account_id, consumer_id)
      where f.account_id = $1 and c.is_enabled`,
    [so.accountId],
  );
  const total = failed.rows[0]?.n ?? 0;
  const form = dialog(page, 'Resend failed messages');
  await form.getByText(`${number.format(total)} ${total === 1 ? 'message' : 'messages'} will be sent.`).waitFor();
  await checkPage(page, 'messages-resend', so.checks);
  await page.keyboard.press('Escape');
  return { 'messages.inPeriod': inPeriod, 'messages.toResend': total };
}

/** Exports filtered invoices as CSV, with the columns that are shown, and opens the same list again as a saved view. */
export async function exportInvoices(so: Walk): Promise<Figures> {
  const page = so.admin;
  const query = 'status=paid && totalAmount>1000';
  const columns = 'invoiceNumber,totalAmount,status';
  await page.goto(`/portal/companies/${so.companyId}/records/invoices?${new URLSearchParams({ query, columns })}`);
  await page.getByRole('table', { name: 'Invoices' }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await downloading).path();
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  assert.equal(head, columns);
  const expected = await so.stage.cell.base.db.pool.query<{ rows: number; sum: string }>(
    `select count(*)::int as rows, sum(r.amount1)::text as sum from record r join data_set d using (account_id, company_id, data_set_id)
      where r.company_id = $1 and d.data_type = 'invoices' and r.gen_from <= d.published_generation
        and (r.gen_to is null or r.gen_to > d.published_generation) and r.status = 'paid' and r.amount1 > 1000`,
    [so.companyId],
  );
  const amounts = rows.map((row) => row.split(',')[1]);
  const exported = await so.stage.cell.base.db.pool.query<{ sum: string }>(
    'select sum(amount)::text as sum from unnest($1::numeric[]) amount',
    [amounts],
  );
  assert.equal(rows.length, expected.rows[0]?.rows);
  assert.equal(exported.rows[0]?.sum, expected.rows[0]?.sum, 'the sum of the amounts, to the last digit');

  await button(page, 'Saved views').click();
  await page.getByLabel('Save this view').fill('Large and paid');
  await page.keyboard.press('Enter');
  await button(page, 'Large and paid').waitFor();
  await checkPage(page, 'company-browse-views', so.checks);
  await page.goto(`/portal/companies/${so.companyId}/records/invoices`);
  await page.getByRole('table', { name: 'Invoices' }).waitFor();
  await button(page, 'Saved views').click();
  await button(page, 'Large and paid').click();
  await page.waitForURL(
    (url) => url.searchParams.get('query') === query && url.searchParams.get('columns') === columns,
  );
  await page.locator(`[role=table][aria-rowcount="${rows.length + 1}"]`).waitFor();
  return { 'export.rows': rows.length };
}
