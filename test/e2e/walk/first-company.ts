import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { countNavigations } from '../browser.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, dialog, openByMenu } from './steps.ts';

/**
 * A company of the sandbox; its name includes the number of invoices and is part of the credentials. Some of its amounts
 * have 30 digits, which pictures for people should not.
 */
export const books = process.argv.includes('--pictures') ? 'demo-sunrise-3000' : 'sunrise-3000';

/** By keyboard: the dialog takes the focus, keeps it, and closes with Escape. */
export async function createCompany(so: Walk): Promise<void> {
  const page = so.admin;
  await openByMenu(page, 'Companies');
  const opener = button(page, /^Create (your first )?company$/).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Create company');
  await form.locator(':focus').waitFor();
  for (let presses = 1; presses <= 12; presses++) {
    await page.keyboard.press('Tab');
    assert.equal(await form.locator(':focus').count(), 1, `Tab stays inside the dialog (press ${presses})`);
  }
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await form.getByLabel(/^Name/).first().fill('Bakery Sunrise');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Bakery Sunrise' }).waitFor();
  so.companyId = /companies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  so.link = (
    await page
      .getByText(/\/link\/[\w-]+$/)
      .first()
      .innerText()
  ).trim();
}

/** The company's owner, who has no session, enters wrong credentials first and then the right ones. */
export async function linkByOwner(so: Walk): Promise<Figures> {
  await setReturnUrl(so);
  // The second page of the invoices comes late, so that the owner sees the progress.
  const match = { company: books, type: 'invoices' };
  await so.stage.sandbox.fault({ match, skip: 1, times: 1, fault: { kind: 'slow', ms: 6000 } });
  const page = await so.browser.open({ width: 400 });
  await page.goto(so.link);
  await page.getByRole('heading', { name: /Northwind Apps is requesting access to .* Bakery Sunrise/ }).waitFor();
  await checkPage(page, 'link-choose', so.checks);
  await button(page, /Sandbox/).click();
  await page.getByText('invoices to customers').waitFor();
  await page.getByText('Until you withdraw the access.').waitFor();
  await checkPage(page, 'link-agree', so.checks);
  await page.getByLabel('Company').fill(books);
  await page.getByLabel('Secret', { exact: true }).fill('not the secret');
  await button(page, 'Connect').click();
  await page.getByText(/did not accept these details/).waitFor();
  await checkPage(page, 'link-refused', so.checks);
  await page.getByLabel('Secret', { exact: true }).fill(`sandbox-${books}`);
  await openData(so);
  await button(page, 'Connect').click();
  await page.getByRole('heading', { name: /is connected$/ }).waitFor();
  await button(page, 'Stay here').click();
  await page.locator('[data-type=invoices]').getByText('1,000 of 3,000', { exact: true }).waitFor();
  await checkPage(page, 'link-reading', so.checks);
  await page.getByRole('heading', { name: 'Everything has been read' }).waitFor();
  const compared = await compareRead(so, page);
  await checkPage(page, 'link-done', so.checks);
  await page.getByRole('link', { name: 'Back to Northwind Apps' }).click();
  await page.waitForURL((url) => url.searchParams.get('status') === 'linked');
  assert.equal(new URL(page.url()).searchParams.get('companyId'), so.companyId);
  await page.context().close();
  return { 'link.typesRead': compared };
}

/** Each kind of data on the link page has the number of its records in the database, and the page fits 320 px. */
async function compareRead(so: Walk, page: Page): Promise<number> {
  const { rows } = await so.stage.cell.base.db.pool.query<{ type: string; n: number }>(
    'select data_type as type, total::int as n from data_set where company_id = $1 and published_generation > 0',
    [so.companyId],
  );
  const numbers = new Intl.NumberFormat('en');
  for (const { type, n } of rows)
    await page
      .locator(`[data-type=${type}]`)
      .getByText(`${numbers.format(n)} read`, { exact: true })
      .waitFor();
  assert.equal(await page.locator('[data-type]').count(), rows.length);
  await page.setViewportSize({ width: 320, height: 700 });
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 320, `the link page is ${width} px wide at 320 px`);
  await page.setViewportSize({ width: 400, height: 900 });
  return rows.length;
}

/** The owner disconnects the platform and connects it again. */
export async function withdrawAndLinkAgain(so: Walk): Promise<void> {
  const page = await so.browser.open({ width: 400 });
  await page.goto(so.link);
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByText(/Last read on/).waitFor();
  await checkPage(page, 'link-linked', so.checks);
  await button(page, 'Disconnect').click();
  await button(page, 'Yes, disconnect').click();
  await page.getByText('Disconnected', { exact: true }).waitFor();
  await so.admin.getByRole('link', { name: 'Connections', exact: true }).click();
  await so.admin.getByText('Authorization lost').first().waitFor();
  await checkPage(page, 'link-withdrawn', so.checks);
  await button(page, /^Reconnect /).click();
  await page.getByLabel('Company').fill(books);
  await page.getByLabel('Secret', { exact: true }).fill(`sandbox-${books}`);
  await button(page, 'Connect').click();
  await page.getByRole('heading', { name: /is connected$/ }).waitFor();
  await so.admin.getByText('Linked', { exact: true }).first().waitFor();
  await page.context().close();
}

/** Sets the return URL of the link page: a page of this server, because the run must not leave its host. */
async function setReturnUrl(so: Walk): Promise<void> {
  const company = so.admin.url();
  await openByMenu(so.admin, 'Link page');
  await so.admin.getByLabel('Color', { exact: true }).fill('#5b3fb3');
  await so.admin.getByLabel('Return URL').fill(`${so.stage.server.url}/portal/sign-in`);
  await button(so.admin, 'Save').click();
  await so.admin.getByText('Saved.').waitFor();
  await so.admin.goto(company);
}

/** Opens the data page before the owner has connected, to see that it updates without a reload. */
async function openData(so: Walk): Promise<void> {
  await so.admin.getByRole('link', { name: 'Records', exact: true }).click();
  await so.admin.getByText('No data yet').waitFor();
}

export async function watchFirstSync(so: Walk): Promise<Figures> {
  const page = so.admin;
  const reloads = countNavigations(page);
  const rail = page.getByRole('navigation', { name: 'Data types' });
  const invoices = rail
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Invoices', exact: true }) });
  await invoices.and(page.locator('[data-state=Complete]')).waitFor({ timeout: 60_000 });
  await invoices.getByText('3,000').waitFor();
  await compareFirstSync(so);
  await page.getByRole('link', { name: 'Records', exact: true }).click();
  await invoices.getByText('3,000').waitFor();
  const figures = { 'sync.reloads': reloads(), 'records.countsCompared': await compareCounts(so, rail) };
  await page.goto(`/portal/companies/${so.companyId}/data`);
  await page.waitForURL(/\/records\/invoices$/);
  await page.goto(`/portal/companies/${so.companyId}/browse/invoices?query=status%3Dpaid`);
  await page.waitForURL(/\/records\/invoices\?query=status%3Dpaid$/);
  return figures;
}

/** The page of the first sync has the count of the platform, which is the number of records that were read. */
async function compareFirstSync(so: Walk): Promise<void> {
  const { rows } = await so.stage.cell.base.db.pool.query<{ id: string; records: number; expected: number }>(
    `select sync_id as id, records, expected from sync where company_id = $1 and data_type = 'invoices'`,
    [so.companyId],
  );
  const { id, records, expected } = rows[0] ?? assert.fail('no sync of invoices');
  assert.equal(records, expected);
  await so.admin.getByRole('link', { name: 'Sync history', exact: true }).click();
  await so.admin.getByRole('cell', { name: 'On connect' }).first().waitFor();
  await so.admin.getByRole('table', { name: 'Syncs' }).getByRole('link', { name: 'Invoices', exact: true }).click();
  await so.admin.waitForURL((url) => url.pathname.endsWith(id));
  await so.admin.getByText(`· the platform counted ${new Intl.NumberFormat('en').format(expected)}`).waitFor();
}

/** Every data type of the list shows the number of its records in the database, once all of them are synced. */
async function compareCounts(so: Walk, rail: Locator): Promise<number> {
  const numbers = new Intl.NumberFormat('en');
  const { pool } = so.stage.cell.base.db;
  const unfinished = `select count(*)::int as n from sync where company_id = $1 and status in ('Queued', 'Fetching', 'Waiting', 'Publishing')`;
  await waitFor(async () => (await pool.query(unfinished, [so.companyId])).rows[0].n === 0, 60_000);
  const { rows } = await pool.query<{ type: string; n: number }>(
    `select d.data_type as type, count(r.record_id)::int as n
       from data_set d left join record r on r.account_id = d.account_id and r.company_id = d.company_id and r.data_set_id = d.data_set_id
        and r.gen_from <= d.published_generation and (r.gen_to is null or r.gen_to > d.published_generation)
      where d.company_id = $1 and d.published_generation > 0 group by d.data_type`,
    [so.companyId],
  );
  assert.ok(rows.length > 15, `${rows.length} data types are synced`);
  for (const { type, n } of rows) {
    const entry = rail.locator(`li:has([aria-describedby="about-${type}"])`);
    await entry.locator('.type-count').getByText(numbers.format(n), { exact: true }).waitFor();
  }
  return rows.length;
}

/** Types a filter and applies it with Enter; the number of rows equals the total of the API. */
export async function filterInvoices(so: Walk): Promise<Figures> {
  const page = so.admin;
  const query = 'status=paid && totalAmount>1000';
  await page
    .getByRole('navigation', { name: 'Data types' })
    .getByRole('link', { name: 'Invoices', exact: true })
    .click();
  const filter = page.getByLabel('Filter', { exact: true });
  await filter.fill(query);
  await filter.press('Enter');
  const answer = await page.request.get(
    `/companies/${so.companyId}/data/invoices?pageSize=1&query=${encodeURIComponent(query)}`,
  );
  const { totalResults } = (await answer.json()) as { totalResults: number };
  assert.ok(totalResults > 0 && totalResults < 3000, `${totalResults} match`);
  await page.locator(`[role=table][aria-rowcount="${totalResults + 1}"]`).waitFor();
  await checkPage(page, 'company-browse-filtered', so.checks);
  await filterWithoutCode(so);
  await filter.fill(query);
  await filter.press('Enter');
  await page.locator(`[role=table][aria-rowcount="${totalResults + 1}"]`).waitFor();
  await page.getByRole('table', { name: 'Invoices' }).getByRole('button', { name: /^INV-/ }).first().click();
  await dialog(page, /^Invoice INV-/)
    .getByText('Amount due')
    .first()
    .waitFor();
  await checkPage(page, 'company-record', so.checks);
  await page.keyboard.press('Escape');
  return { 'filter.invoices': totalResults };
}

/** The same filter without its language: the form writes the text, and the list has the same rows. */
async function filterWithoutCode(so: Walk): Promise<void> {
  const page = so.admin;
  const choose = async (label: string, option: string) => {
    await form.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const form = dialog(page, 'Add filter');
  await button(page, 'Clear filter').click();
  await button(page, 'Add filter').click();
  await choose('Field', 'Status');
  await choose('Value', 'Paid');
  await checkPage(page, 'company-browse-add-filter', so.checks);
  await button(form, 'Add filter').click();
  await button(page, 'Add filter').click();
  await choose('Field', 'Total');
  await form.getByLabel('Value').fill('1000');
  await button(form, 'Add filter').click();
  await page.waitForURL((url) => url.searchParams.get('query') === 'status=Paid && totalAmount>1000');
  const { rows } = await so.stage.cell.base.db.pool.query<{ n: number }>(
    `select count(*)::int as n from record r join data_set d using (account_id, company_id, data_set_id)
      where r.company_id = $1 and d.data_type = 'invoices' and r.gen_to is null and r.status = 'paid' and r.amount1 > 1000`,
    [so.companyId],
  );
  await page.locator(`[role=table][aria-rowcount="${(rows[0]?.n ?? 0) + 1}"]`).waitFor();
}
