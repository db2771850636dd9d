import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { createCaller } from './deliveries.ts';
import { books } from './first-company.ts';
import { button, dialog, openByMenu } from './steps.ts';

const name = 'Large invoices overdue';
/** Every invoice of the sandbox with a due date, so that each change is told. */
const filter = 'dueDate<today+999 && totalAmount>0';

/** A standing query is tried and created; a change at the platform is told to its consumer; the query is deleted. */
export async function askStandingQuery(so: Walk): Promise<Figures> {
  const page = so.admin;
  const call = await createCaller(so);
  const company = (await call(`GET /companies/${so.companyId}`)) as { name: string };
  const url = `${so.stage.receiver.url}/matches`;
  await call('POST /webhooks/consumers', { name: 'Collections', url, eventTypes: ['standingQuery.*'] });

  await openByMenu(page, 'Standing queries');
  await page.getByText('No standing queries yet').waitFor();
  await checkPage(page, 'standing-queries-none', so.checks);
  await button(page, 'Create standing query').click();
  const form = dialog(page, 'Create standing query');
  await form.getByLabel(/^Name/).fill(name);
  await form.getByRole('combobox', { name: 'Consumer' }).click();
  await page.getByRole('option', { name: 'Collections', exact: true }).click();
  await form.getByRole('combobox', { name: 'Company' }).fill(company.name.slice(0, 6));
  await page.getByRole('option', { name: company.name, exact: true }).click();
  const input = form.getByLabel(/^Filter/);
  await input.fill('totalAmount>many');
  await page.keyboard.press('Escape');
  await button(form, 'Try filter').click();
  await form.getByText(/must be compared with a number/).waitFor();
  await input.fill(filter);
  await page.keyboard.press('Escape');
  await button(form, 'Try filter').click();
  const tried = await form.getByText(/^[\d,]+ records match now\.$/).innerText();
  const stored = await matching(so);
  assert.equal(Number.parseInt(tried.replaceAll(',', ''), 10), stored, 'the filter was tried on all records');
  await checkPage(page, 'standing-query-create', so.checks);
  await button(form, 'Create standing query').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('No matches yet').waitFor();

  const made = await so.stage.sandbox.change(books, { type: 'invoices', update: 2, create: 1, seed: 61 });
  await call(`POST /companies/${so.companyId}/data/queue/invoices`);
  const arrived = () => so.stage.receiver.requests.filter(({ body }) => JSON.parse(body).Data?.name === name);
  await waitFor(() => arrived().length > 0, 60_000);
  const told = arrived().flatMap(({ body }) => JSON.parse(body).Data.records as { change: string }[]);
  assert.ok(told.length >= 1 && told.length <= made.updated.length + made.created.length + 5, `${told.length} told`);
  const row = page.getByRole('table', { name: 'Recent matches' }).getByRole('row').filter({ hasText: name }).first();
  await row.getByText(/Delivered/).waitFor();
  await checkPage(page, 'standing-query', so.checks);
  await row.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('heading', { level: 1, name: 'standingQuery.matched' }).waitFor();

  await openByMenu(page, 'Standing queries');
  await page.getByRole('link', { name, exact: true }).waitFor();
  await checkPage(page, 'standing-queries', so.checks);
  await page.getByRole('link', { name, exact: true }).click();
  await button(page, 'Delete').click();
  await button(dialog(page, new RegExp(name)), 'Delete standing query').click();
  await page.getByText('No standing queries yet').waitFor();
  return { 'standing.recordsTold': told.length };
}

/** Invoices that the filter selects, in the database. */
async function matching({ stage, companyId }: Walk): Promise<number> {
  const { rows } = await stage.cell.base.db.pool.query<{ n: number }>(
    `select count(*)::int as n from record r join data_set d using (account_id, company_id, data_set_id)
      where r.company_id = $1 and d.data_type = 'invoices' and r.gen_to is null
        and r.payload ->> 'dueDate' is not null and (r.payload ->> 'totalAmount')::numeric > 0
        and (r.payload ->> 'dueDate')::timestamptz < now() + interval '999 days'`,
    [companyId],
  );
  return rows[0]?.n ?? 0;
}
