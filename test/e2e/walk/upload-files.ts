import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, callApi } from './steps.ts';

/** An export whose columns are mostly known: one heading is not, one number is written wrongly, and a date is missing. */
const head = 'Rechnungsnummer;Kunde;Rechnungsdatum;Fällig am;Gesamtbetrag;Was noch fehlt';
const rowOf = (n: number) =>
  `RE-${1000 + n};Müller ${n} GmbH;${String(1 + (n % 28)).padStart(2, '0')}.01.2026;28.02.2026;1.${100 + n},50;0,00`;
const exported = (rows: number) =>
  [
    head,
    ...Array.from({ length: rows }, (_, n) => rowOf(n)),
    'RE-2000;Falsch AG;05.01.2026;28.02.2026;zwölf;0,00',
    '',
  ].join('\r\n');

/** The owner of a company without an API uploads an export by keyboard, corrects the mapping, and later uploads the next. */
export async function uploadByOwner(so: Walk): Promise<Figures> {
  const { key } = await so.stage.account('Paper Lending');
  const call = async (request: string, body?: object) => (await callApi(so.stage.server.url, key, request, body)).body;
  const { companyId } = await call('POST /companies', { name: 'Paper Trading' });
  const { link } = await call(`GET /companies/${companyId}/link`);
  const page = await so.browser.open({ width: 400 });
  await page.goto(String(link));
  await button(page, /Files/).click();
  await page.getByRole('heading', { level: 1, name: 'Upload files for Paper Lending' }).waitFor();
  await checkPage(page, 'link-upload', so.checks);
  await refuseOthers(so, page);

  const column = (name: string) => page.getByRole('combobox', { name, exact: true });
  // By keyboard: the input is the next stop after "Back".
  await button(page, 'Back').focus();
  await page.keyboard.press('Tab');
  const focused = page.locator('input[type=file]:focus');
  await focused.waitFor();
  await focused.setInputFiles({ name: 'rechnungen.csv', mimeType: 'text/csv', buffer: Buffer.from(exported(30)) });
  await page.getByRole('heading', { level: 1, name: 'rechnungen.csv' }).waitFor();
  const send = button(page, /^Give Paper Lending/);
  await send.waitFor();
  assert.equal(await page.getByLabel('What the file contains').inputValue(), 'invoices');
  assert.equal(await column('Gesamtbetrag').inputValue(), 'totalAmount');
  assert.equal(await column('Was noch fehlt').inputValue(), '', 'an unknown heading is not guessed');
  await page.getByText('Still needed').waitFor();
  assert.ok(await send.isDisabled());
  await checkPage(page, 'link-upload-mapping', so.checks);

  await column('Was noch fehlt').selectOption('amountDue');
  await page.getByRole('heading', { name: 'Preview: 20 of 30 records' }).waitFor();
  await page.getByText('1 row cannot be read').first().waitFor();
  await page.getByText('zwölf').first().waitFor();
  const table = page.getByRole('region', { name: /^Preview/ }).getByRole('table');
  assert.equal(await table.getByRole('row').count(), 21);
  await table.getByText('1100.5', { exact: true }).waitFor();
  await page.getByText('More settings').click();
  await page.getByLabel(/^Add a value for all rows/).selectOption('currency');
  await page.getByLabel('Currency, in all rows').fill('EUR');
  await table.getByText('EUR', { exact: true }).first().waitFor();
  await checkPage(page, 'link-upload-preview', so.checks);
  await fitsNarrow(page);
  await button(page, 'Give Paper Lending 30 records').click();
  await page.getByRole('heading', { level: 1, name: 'Your file was received' }).waitFor();
  await page.getByRole('heading', { name: 'Everything has been read' }).waitFor();
  await checkPage(page, 'link-upload-done', so.checks);
  const invoices = async () => (await call(`GET /companies/${companyId}/data/invoices?orderBy=invoiceNumber`)) as Found;
  const first = await invoices();
  assert.equal(first.totalResults, 30);
  const { invoiceNumber, totalAmount, currency, issueDate } = first.results[0] ?? {};
  assert.deepEqual(
    [invoiceNumber, totalAmount, currency, issueDate?.slice(0, 10)],
    ['RE-1000', 1100.5, 'EUR', '2026-01-01'],
  );

  // The next export: the mapping is remembered, so one click is enough.
  await page.goto(String(link));
  await button(page, 'Upload another file').click();
  await page.getByRole('heading', { level: 1, name: 'Upload files for Paper Lending' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'rechnungen-februar.csv', mimeType: 'text/csv', buffer: Buffer.from(exported(32)) },
  });
  await page.getByText('The settings are those of your last file with these columns.').waitFor();
  assert.equal(await column('Was noch fehlt').inputValue(), 'amountDue');
  await checkPage(page, 'link-upload-remembered', so.checks);
  await button(page, 'Give Paper Lending 32 records').click();
  await page.getByRole('heading', { level: 1, name: 'Your file was received' }).waitFor();
  await waitFor(async () => (await invoices()).totalResults === 32, 30_000);
  await page.context().close();
  return { 'upload.records': (await invoices()).totalResults };
}

type Found = {
  totalResults: number;
  results: { invoiceNumber?: string; totalAmount?: number; currency?: string; issueDate?: string }[];
};

/** What is no table and no statement is explained, and another file can be chosen. */
async function refuseOthers(so: Walk, page: Page): Promise<void> {
  const buffer = Buffer.from('%PDF-1.7\n%\u0001\u0002\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer });
  await page.getByText('invoice.pdf cannot be read').waitFor();
  await checkPage(page, 'link-upload-refused', so.checks);
}

async function fitsNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 320, `the upload is ${width} px wide at 320 px`);
  await page.setViewportSize({ width: 400, height: 850 });
}
