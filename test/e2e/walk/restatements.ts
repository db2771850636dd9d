import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { books } from './first-company.ts';
import { button, dialog } from './steps.ts';

const name = 'September, closed';
/** After every record of the sandbox, so that all of them are in the closed period. */
const closedOn = '2030-12-31';

/** A snapshot of a closing is taken; the books are changed; the report says what, and is printed. */
export async function readRestatements(so: Walk): Promise<Figures> {
  const page = so.admin;
  const at = `/companies/${so.companyId}`;
  await page.goto(`/portal${at}/snapshots`);
  await page.getByText('No snapshots yet').waitFor();
  const table = await takeSnapshot(so, name);
  await checkPage(page, 'company-snapshots', so.checks);

  const made = await so.stage.sandbox.change(books, { type: 'invoices', update: 4, delete: 2, create: 3, seed: 23 });
  await so.stage.sandbox.change(books, { type: 'profitAndLoss', update: 1, seed: 23 });
  await syncNow(so, 'invoices', 'Invoices');
  await syncNow(so, 'profitAndLoss', 'Profit and loss');

  await page.goto(`/portal${at}/restatements`);
  await page.getByText('Choose what to compare with').waitFor();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await page.getByLabel('Last day of the closed period').fill(closedOn);
  await page.waitForURL(new RegExp(`closedOn=${closedOn}`));
  const snapshotId = new URL(page.url()).searchParams.get('fromSnapshot') ?? assert.fail('no snapshot in the URL');
  const told = await so.admin.request.get(`${at}/restatements?fromSnapshot=${snapshotId}&closedOn=${closedOn}`);
  const { added, changed, deleted, backdated } = await told.json();
  // A record that leaves the period or becomes a draft is told too, so the platform's own counts are a lower bound.
  assert.ok(deleted >= 1 && deleted <= made.deleted.length + made.updated.length, `${deleted} deleted`);
  assert.ok(changed + deleted + added + backdated > 2, JSON.stringify({ added, changed, deleted, backdated }));
  const counts = `${added} added, ${changed} changed, ${deleted} deleted, ${backdated} backdated`;
  await page.getByText(counts, { exact: true }).waitFor();
  const rows = page.getByRole('table', { name: 'Restated records' }).getByRole('row');
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), added + changed + deleted + backdated + 1);
  await page.getByRole('table', { name: 'By month' }).getByRole('row').nth(2).waitFor();
  await checkPage(page, 'company-restatements', so.checks);
  await page.getByRole('table', { name: /^Profit and loss/ }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: join(so.checks.folder, 'company-restatements-print.png'), fullPage: true });
  await page.emulateMedia({ media: 'screen' });
  await page.pdf({ path: join(so.checks.folder, 'company-restatements.pdf'), format: 'A4', margin: sides });

  await choosePeriod(so, counts);
  await page.goto(`/portal${at}/records/invoices`);
  await button(page, 'View as of an earlier time').click();
  await page.getByRole('combobox', { name: 'Snapshot' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await page.getByText(new RegExp(`^Data of the snapshot ${name}`)).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('snapshot'), snapshotId);
  await checkPage(page, 'company-records-snapshot', so.checks);
  await button(page, 'Back to latest').click();
  await page.waitForURL((url) => !url.searchParams.has('snapshot'));

  await page.goto(`/portal${at}/snapshots`);
  await button(table, `End ${name}`).click();
  await button(dialog(page, `End ${name}`), 'End snapshot').click();
  await table.getByRole('row').filter({ hasText: name }).getByText('Ended').waitFor();
  return { 'restatements.records': added + changed + deleted + backdated };
}

async function takeSnapshot({ admin: page, companyId }: Walk, called: string) {
  await page.goto(`/portal/companies/${companyId}/snapshots`);
  await button(page, 'Take snapshot').click();
  const form = dialog(page, 'Take snapshot');
  await form.getByLabel('Name').fill(called);
  await button(form, 'Take snapshot').click();
  const table = page.getByRole('table', { name: 'Snapshots' });
  await table.getByRole('row').filter({ hasText: called }).getByText('Ready').waitFor();
  return table;
}

/** The first day of the period and the second moment are chosen too; only a later snapshot is offered. */
async function choosePeriod(so: Walk, counts: string): Promise<void> {
  const page = so.admin;
  const report = page.url();
  await takeSnapshot(so, 'Later');
  await page.goto(report);
  await page.getByLabel('First day of the closed period').fill('2000-01-01');
  await page.getByRole('combobox', { name: 'With the data of' }).click();
  const later = page.getByRole('option', { name: /^Later/ });
  await later.waitFor();
  assert.equal(await page.getByRole('option', { name: new RegExp(`^${name}`) }).count(), 0, 'compared with itself');
  await later.click();
  await page.waitForURL(/toSnapshot=/);
  await page.getByText(counts, { exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('closedFrom'), '2000-01-01');
  await checkPage(page, 'company-restatements-period', so.checks);
}

const sides = { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' };

async function syncNow(so: Walk, dataType: string, label: string): Promise<void> {
  const before = await generation(so, dataType);
  await so.admin.goto(`/portal/companies/${so.companyId}/records/${dataType}`);
  await button(so.admin, `Sync now: ${label}`).click();
  await waitFor(async () => (await generation(so, dataType)) > before, 60_000);
}

async function generation({ stage, companyId }: Walk, dataType: string): Promise<number> {
  const { rows } = await stage.cell.base.db.pool.query<{ published: number }>(
    'select published_generation as published from data_set where company_id = $1 and data_type = $2',
    [companyId, dataType],
  );
  return rows[0]?.published ?? 0;
}
