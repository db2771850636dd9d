import assert from 'node:assert/strict';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { createCaller } from './deliveries.ts';
import { button, dialog } from './steps.ts';

const name = 'Paper Mill';
const march = 'invoices-march.csv';
const april = 'invoices-april.csv';

/** A person of the account uploads files to a connection, reviews how one is read, confirms it, and deletes the other. */
export async function uploadInPortal(so: Walk): Promise<void> {
  const call = await createCaller(so);
  const { companyId } = await call('POST /companies', { name });
  await call(`POST /companies/${companyId}/connections`, { platformKey: 'files' });
  const page = so.admin;
  await page.goto(`/portal/companies/${companyId}/connections`);
  await page.getByText('No files yet').waitFor();
  await checkPage(page, 'company-files-none', so.checks);

  await send(so, march, ['INV-1,Miller Ltd,2026-03-02,2026-04-01,EUR,120.50,20.50', 'INV-2,Baker Ltd,soon,,EUR,80,80']);
  const table = page.getByRole('table', { name: 'Uploaded files' });
  const row = (file: string) => table.getByRole('row').filter({ hasText: file });
  await row(march).getByText('Waits for review').waitFor();
  await button(page, `Review ${march}`).click();
  const review = dialog(page, `Review ${march}`);
  await review.getByText(/^Read as invoices: 1 record\./i).waitFor();
  await review.getByText('1 row cannot be read').waitFor();
  await checkPage(page, 'company-files-review', so.checks);
  await button(review, 'Confirm').click();
  await row(march).getByText('In use').waitFor();
  const invoices = async () => (await call(`GET /companies/${companyId}/data/invoices`)) as { totalResults: number };
  await waitFor(async () => (await invoices()).totalResults === 1, 30_000);

  // The settings of the first file are those of the next with the same columns: nobody has to review it.
  await send(so, april, [
    'INV-1,Miller Ltd,2026-03-02,2026-04-01,EUR,120.50,0',
    'INV-3,Baker Ltd,2026-04-03,,EUR,70,0',
  ]);
  await row(april).getByText('In use').waitFor();
  await row(march).getByText('Replaced').waitFor();
  await waitFor(async () => (await invoices()).totalResults === 2, 30_000);
  await checkPage(page, 'company-files', so.checks);

  await button(page, `Delete ${march}`).click();
  await button(dialog(page, `Delete ${march}`), 'Delete').click();
  await row(march).waitFor({ state: 'detached' });
  assert.equal((await invoices()).totalResults, 2, 'a file that was replaced takes no records with it');
}

async function send(so: Walk, file: string, rows: string[]): Promise<void> {
  const head = 'Invoice number,Customer,Invoice date,Due date,Currency,Total amount,Amount due';
  const buffer = Buffer.from([head, ...rows, ''].join('\n'));
  await so.admin.locator('input[type=file]').first().setInputFiles({ name: file, mimeType: 'text/csv', buffer });
}
