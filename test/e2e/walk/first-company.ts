import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { countNavigations } from '../browser.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, dialog, openByMenu } from './steps.ts';

/** A company of the sandbox: its name and number of invoices are its credentials. */
const books = 'sunrise-3000';

/** By keyboard: the dialog keeps the focus, and Escape leads back. */
export async function createCompany(so: Walk): Promise<void> {
  const page = so.admin;
  await openByMenu(page, 'Companies');
  const opener = button(page, /^Create (a|the first) company$/).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Create a company');
  await form.waitFor();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    assert.equal(await form.locator(':focus').count(), 1, 'Tab stays inside the dialog');
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

/** Its owner, who has no session and has never heard of Daybook: wrong details first, then the right ones. */
export async function linkByOwner(so: Walk): Promise<void> {
  await setReturnUrl(so);
  const page = await so.browser.open({ width: 400 });
  await page.goto(so.link);
  await page.getByRole('heading', { name: /Northwind Apps would like to read the books of Bakery Sunrise/ }).waitFor();
  await checkPage(page, 'link-choose', so.checks);
  await button(page, /Sandbox/).click();
  await page.getByText('invoices to customers').waitFor();
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
  await checkPage(page, 'link-done', so.checks);
  await page.getByRole('link', { name: 'Back to Northwind Apps' }).click();
  await page.waitForURL((url) => url.searchParams.get('status') === 'linked');
  assert.equal(new URL(page.url()).searchParams.get('companyId'), so.companyId);
  await page.context().close();
}

/** The owner changes their mind, twice. */
export async function withdrawAndLinkAgain(so: Walk): Promise<void> {
  const page = await so.browser.open({ width: 400 });
  await page.goto(so.link);
  await page.getByText('Connected', { exact: true }).waitFor();
  await checkPage(page, 'link-linked', so.checks);
  await button(page, 'Withdraw access').click();
  await button(page, 'Yes, withdraw access').click();
  await page.getByText('Not connected any more').waitFor();
  await so.admin.getByRole('link', { name: 'Connections', exact: true }).click();
  await so.admin.getByText('Authorization lost').first().waitFor();
  await checkPage(page, 'link-withdrawn', so.checks);
  await button(page, /^Connect .* again$/).click();
  await page.getByLabel('Company').fill(books);
  await page.getByLabel('Secret', { exact: true }).fill(`sandbox-${books}`);
  await button(page, 'Connect').click();
  await page.getByRole('heading', { name: /is connected$/ }).waitFor();
  await so.admin.getByText('Linked', { exact: true }).first().waitFor();
  await page.context().close();
}

/** Where owners are sent back to: here some page of our own, since the walk leaves its host for nothing. */
async function setReturnUrl(so: Walk): Promise<void> {
  const company = so.admin.url();
  await openByMenu(so.admin, 'Sync settings');
  await so.admin.getByLabel('Where they are sent back to').fill(`${so.stage.server.url}/portal/sign-in`);
  await button(so.admin, 'Save').last().click();
  await so.admin.getByText('Saved.').waitFor();
  await so.admin.goto(company);
}

/** Before the owner is done, so that what comes then is seen to come by itself. */
async function openData(so: Walk): Promise<void> {
  await so.admin.getByRole('link', { name: 'Data', exact: true }).click();
  await so.admin.getByText('No data yet').waitFor();
}

export async function watchFirstSync(so: Walk): Promise<Figures> {
  const page = so.admin;
  const reloads = countNavigations(page);
  const invoices = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Invoices', exact: true }) });
  await invoices.getByText('Complete').waitFor({ timeout: 60_000 });
  await invoices.getByText('3,000').waitFor();
  return { 'sync.reloads': reloads() };
}

/** The filter language, typed and applied with Enter; what is shown are as many as the API says. */
export async function filterInvoices(so: Walk): Promise<Figures> {
  const page = so.admin;
  const query = 'status=paid && totalAmount>1000';
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  const filter = page.getByLabel('Filter', { exact: true });
  await filter.fill(query);
  await filter.press('Enter');
  const answer = await page.request.get(
    `/companies/${so.companyId}/data/invoices?pageSize=1&query=${encodeURIComponent(query)}`,
  );
  const { totalResults } = (await answer.json()) as { totalResults: number };
  assert.ok(totalResults > 0 && totalResults < 3000, `${totalResults} fit`);
  await page.locator(`[role=table][aria-rowcount="${totalResults + 1}"]`).waitFor();
  await checkPage(page, 'company-browse-filtered', so.checks);
  await page.getByRole('table', { name: 'Invoices' }).getByRole('button', { name: /^INV-/ }).first().click();
  await dialog(page, /record$/)
    .getByText('invoiceNumber')
    .first()
    .waitFor();
  await checkPage(page, 'company-record', so.checks);
  await page.keyboard.press('Escape');
  return { 'filter.invoices': totalResults };
}
