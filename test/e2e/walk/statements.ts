import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { monthsSince } from '../../../portal/src/pages/company/statements/period-text.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { books } from './first-company.ts';
import { button } from './steps.ts';

const sections = { assets: 'Total assets', liabilities: 'Total liabilities', equity: 'Total equity' } as const;

/** Reads the statements: their subtotals on the screen, in CSV and in XLSX are those of the database. */
export async function readStatements(so: Walk): Promise<Figures> {
  const page = so.admin;
  await page.getByRole('link', { name: 'Statements', exact: true }).click();
  const table = page.getByRole('table', { name: 'Balance sheet' });
  await table.getByText('Total assets').waitFor();
  const stored = await storedSheets(so);
  for (const [section, total] of Object.entries(sections))
    assert.deepEqual(
      await amountsOf(table, total),
      stored.map((sheet) => sheet[section as keyof typeof sections]),
      `${total} on the screen and in the database`,
    );
  assert.deepEqual(
    await amountsOf(table, 'Net assets'),
    stored.map(({ net }) => net),
  );
  const csvRows = await checkCsv(so, page, stored);
  await checkXlsx(page, stored);
  await checkPage(page, 'company-balance-sheet', so.checks);
  for (const name of ['Profit and loss', 'Cash flow', 'Trial balance']) {
    await page.getByRole('navigation', { name: 'Statements' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('table', { name: new RegExp(`^${name}`) }).waitFor();
    if (name === 'Profit and loss') await compareAge(so);
    await checkPage(page, `company-${name.toLowerCase().replaceAll(' ', '-')}`, so.checks);
  }
  assert.deepEqual(
    await amountsOf(page.getByRole('table', { name: /^Trial balance/ }), 'Total'),
    await storedTrialBalance(so),
  );
  return { 'statements.periods': stored.length, 'statements.csvRows': csvRows };
}

/** A note tells the age of the newest period, if it ended two months ago or earlier. */
async function compareAge(so: Walk): Promise<void> {
  const { rows } = await so.stage.cell.base.db.pool.query<{ until: string }>(
    `select max(r.payload ->> 'toDate') as until from (${newest}) r`,
    [so.companyId, 'profitAndLoss'],
  );
  const months = monthsSince(rows[0]?.until ?? '', Date.now());
  const note = so.admin.getByText(/^Latest period: /);
  if (months >= 2) await note.getByText(`, ${months} months ago.`).waitFor();
  assert.equal(await note.count(), months >= 2 ? 1 : 0, `${months} months since ${rows[0]?.until}`);
}

type StoredSheet = { assets: string; liabilities: string; equity: string; net: string; lines: string[] };

/** The newest four balance sheets. The subtotals of assets and liabilities are summed from their items. */
async function storedSheets({ stage, companyId }: Walk): Promise<StoredSheet[]> {
  const total = (section: string) =>
    `coalesce((select trim_scale(sum((i ->> 'value')::numeric)) from jsonb_array_elements(p -> '${section}' -> 'items') i),
      trim_scale((p -> '${section}' ->> 'value')::numeric))::text`;
  const { rows } = await stage.cell.base.db.pool.query<StoredSheet>(
    `select ${total('assets')} as assets, ${total('liabilities')} as liabilities, ${total('equity')} as equity,
        trim_scale((p ->> 'netAssets')::numeric)::text as net,
        array(select i ->> 'name' from jsonb_path_query(p, '$.*.items[*]') i) as lines
      from (${newest}) r, lateral (select payload as p) x order by p ->> 'date' desc limit 4`,
    [companyId, 'balanceSheet'],
  );
  assert.equal(rows.length, 4);
  return rows;
}

const newest = `select r.payload from record r join data_set d using (account_id, company_id, data_set_id)
  where r.company_id = $1 and d.data_type = $2 and r.gen_to is null`;

async function storedTrialBalance({ stage, companyId }: Walk): Promise<string[]> {
  const { rows } = await stage.cell.base.db.pool.query(
    `select trim_scale(coalesce(sum(b) filter (where b >= 0), 0))::text as debit,
        trim_scale(coalesce(-sum(b) filter (where b < 0), 0))::text as credit
      from (${newest}) r, lateral (select (r.payload ->> 'currentBalance')::numeric as b) x`,
    [companyId, 'accounts'],
  );
  assert.equal(rows[0].debit, rows[0].credit, 'the books of the sandbox balance');
  return [rows[0].debit, rows[0].credit];
}

/** The exact amounts of a row. The change, which has none, is left out. */
async function amountsOf(table: Locator, name: string): Promise<string[]> {
  const row = table.getByRole('row').filter({ has: table.page().getByRole('rowheader', { name, exact: true }) });
  const cells = await row.locator('[data-amount]').all();
  return Promise.all(cells.map(async (cell) => (await cell.getAttribute('data-amount')) ?? ''));
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFile(await file.path());
}

/** The lines of the CSV file add up to the subtotals of the database, in every period. */
async function checkCsv(so: Walk, page: Page, stored: StoredSheet[]): Promise<number> {
  const [head = [], ...rows] = (await download(page, 'CSV'))
    .toString('utf8')
    .replace('\u{FEFF}', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  assert.deepEqual(head.slice(0, 4), ['Section', 'Line', 'Kind', 'Account ID']);
  for (const [place, sheet] of stored.entries())
    for (const [section, title] of [
      ['assets', 'Assets'],
      ['liabilities', 'Liabilities'],
    ] as const) {
      const lines = rows.filter(([name, , kind]) => name === title && kind === 'Line').map((row) => row[4 + place]);
      const { rows: sums } = await so.stage.cell.base.db.pool.query(
        'select trim_scale(sum(amount))::text as sum from unnest($1::numeric[]) amount',
        [lines.filter((amount) => amount !== '')],
      );
      assert.equal(sums[0].sum, sheet[section], `${title} of period ${place}`);
    }
  const names = new Set(stored.flatMap(({ lines }) => lines));
  assert.equal(rows.filter(([, , kind]) => kind === 'Line').length, names.size);
  return rows.length;
}

async function checkXlsx(page: Page, stored: StoredSheet[]): Promise<void> {
  const files = unzipSync(new Uint8Array(await download(page, 'XLSX')));
  const sheet = Object.entries(files).find(([path]) => path.endsWith('sheet1.xml'));
  const cells = strFromU8(sheet?.[1] ?? new Uint8Array());
  for (const { net } of stored) assert.ok(cells.includes(`<v>${Number(net)}</v>`), `${net} is a number`);
  assert.doesNotMatch(cells, /<f>/);
}

/** A record changes on the platform: its versions, the sync and the state before it show the change. */
export async function followChange(so: Walk): Promise<Figures> {
  const page = so.admin;
  const made = await so.stage.sandbox.change(books, { type: 'invoices', update: 3, seed: 7 });
  const id = made.updated[0] ?? assert.fail('the sandbox has changed nothing');
  await page.getByRole('link', { name: 'Records', exact: true }).click();
  await button(page, 'Sync now: Invoices').click();
  await waitFor(async () => (await storedVersions(so, id)).length === 2, 60_000);
  const versions = await storedVersions(so, id);
  await page.goto(`/portal/companies/${so.companyId}/records/invoices/${id}`);
  await page.getByRole('heading', { level: 2, name: /^Invoice INV-/ }).waitFor();
  await checkPage(page, 'company-invoice', so.checks);
  await page.getByRole('tab', { name: 'Versions' }).click();
  const fields = page.getByRole('table', { name: 'Changed fields' });
  await fields.waitFor();
  const shown = await fields.getByRole('rowheader').all();
  const paths = await Promise.all(shown.map(async (row) => (await row.getAttribute('title')) ?? ''));
  assert.deepEqual(
    paths.filter((path) => !path.includes('.')).sort(),
    changedFields(versions),
    'the changed fields on the screen and in the database',
  );
  await checkPage(page, 'company-record-versions', so.checks);
  await openSyncOf(so, id);
  await showBefore(so, id, versions);
  return { 'versions.changedFields': paths.length };
}

type Payload = Record<string, unknown>;

/** The versions of an invoice, newest first. */
async function storedVersions({ stage, companyId }: Walk, id: string): Promise<Payload[]> {
  const { rows } = await stage.cell.base.db.pool.query<{ payload: Payload }>(
    `select r.payload from record r join data_set d using (account_id, company_id, data_set_id)
      where r.company_id = $1 and d.data_type = 'invoices' and r.record_id = $2
        and r.gen_from <= d.published_generation order by r.gen_from desc`,
    [companyId, id],
  );
  return rows.map(({ payload }) => payload);
}

/** The fields with single values that differ between the two versions. */
function changedFields([after = {}, before = {}]: Payload[]): string[] {
  const isSingle = (value: unknown) => typeof value !== 'object';
  return Object.keys({ ...before, ...after })
    .filter((name) => name !== 'modifiedDate' && isSingle(before[name]) && isSingle(after[name]))
    .filter((name) => before[name] !== after[name])
    .sort();
}

async function openSyncOf(so: Walk, id: string): Promise<void> {
  const page = so.admin;
  await page.getByRole('link', { name: 'Sync history', exact: true }).click();
  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click();
  const change = page.getByRole('listitem').filter({ hasText: id });
  await button(change, 'Show fields').click();
  await change.getByRole('table', { name: 'Changed fields' }).waitFor();
  assert.equal(await page.locator('.sync-changes > li').count(), 3);
  await checkPage(page, 'company-sync-changes', so.checks);
}

/** With the slider one stop back, the invoice has its earlier total. */
async function showBefore(so: Walk, id: string, [after, before]: Payload[]): Promise<void> {
  const page = so.admin;
  await page.goto(`/portal/companies/${so.companyId}/records/invoices?query=${encodeURIComponent(`id="${id}"`)}`);
  const total = page.getByRole('table', { name: 'Invoices' }).locator('[data-amount]').first();
  const shows = (amount: unknown) => waitFor(async () => Number(await total.getAttribute('data-amount')) === amount);
  await shows(after?.totalAmount);
  await button(page, 'View as of an earlier time').click();
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/asOf=/);
  await shows(before?.totalAmount);
  await checkPage(page, 'company-browse-as-of', so.checks);
  await button(page, 'Back to latest').click();
  await shows(after?.totalAmount);
}
