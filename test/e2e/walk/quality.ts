import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { createCaller } from './deliveries.ts';
import { button, card, dialog } from './steps.ts';

/** A new state is held back by a check. A person sees why and what it would change, and publishes it. */
export async function decideAboutHeldState(so: Walk): Promise<void> {
  const page = so.admin;
  const books = 'orchard-100';
  const call = await createCaller(so);
  const { companyId } = await call('POST /companies', { name: 'Orchard Hill' });
  const { connectionId } = await call(`POST /companies/${companyId}/connections`, { platformKey: 'sandbox' });
  const credentials = { company: books, secret: `sandbox-${books}` };
  await call(`PUT /companies/${companyId}/connections/${connectionId}/authorization`, { credentials });
  type Statuses = Record<string, { status: string; heldSyncId?: string }>;
  const statusOf = async () => ((await call(`GET /companies/${companyId}/dataStatus`)) as Statuses).customers;
  await waitFor(async () => (await statusOf())?.status === 'Complete', 60_000);
  await so.stage.sandbox.fault({
    match: { company: books, type: 'customers' },
    fault: { kind: 'vanish', share: 0.6 },
  });
  await call(`POST /companies/${companyId}/data/queue/customers?full=true`);
  await waitFor(async () => (await statusOf())?.heldSyncId !== undefined, 60_000);

  await page.goto(`/portal/companies/${companyId}/quality`);
  const held = card(page, 'Customers: new state held back');
  await held.getByText('Readers see the last good state').waitFor();
  await held.getByText(/The new state adds 0, changes 0 and deletes \d+ records/).waitFor();
  await checkPage(page, 'company-quality', so.checks);
  await page.goto(`/portal/companies/${companyId}/records/customers`);
  await page.getByText('A new state is held back by a check. You see the last good one.').waitFor();
  await checkPage(page, 'records-held', so.checks);
  await page.getByRole('link', { name: 'Show findings' }).click();
  await button(held, 'Publish new state').click();
  await button(dialog(page, 'Publish the new state?'), 'Publish new state').click();
  await held.waitFor({ state: 'detached' });
  await waitFor(async () => (await statusOf())?.status === 'Complete', 60_000);

  const results = page.getByRole('table', { name: 'Results over time' }).getByRole('row');
  await results
    .filter({ hasText: 'Held back' })
    .filter({ hasText: /Mass deletion \(\d+\)/ })
    .waitFor();
  await page.getByRole('img', { name: /^Problems at the end of each of the last 30 days/ }).waitFor();
  await checkPage(page, 'company-quality-history', so.checks);

  await page.goto('/portal/settings/sync');
  await card(page, 'Checks').getByText('Duplicate', { exact: true }).waitFor();
  const byDemand = page.getByLabel('Also by demand: Invoices');
  await byDemand.check();
  await button(card(page, 'Data types'), 'Save').click();
  const settings = () =>
    call('GET /profile/syncSettings') as Promise<{ settings: { dataType: string; byDemand?: boolean }[] }>;
  const isByDemand = async () => (await settings()).settings.find(({ dataType }) => dataType === 'invoices')?.byDemand;
  await waitFor(async () => (await isByDemand()) === true);
  await checkPage(page, 'settings-checks', so.checks);
  await byDemand.uncheck();
  await button(card(page, 'Data types'), 'Save').click();
  await waitFor(async () => (await isByDemand()) === undefined);
  await page.goto(`/portal/companies/${so.companyId}/connections`);
}
