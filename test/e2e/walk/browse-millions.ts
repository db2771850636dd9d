import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { round } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import type { Walk } from '../walk.ts';
import { button, dialog, openByMenu } from './steps.ts';

/**
 * The operator enters an account with very many invoices. While scrolling and filtering, the page requests and holds
 * only the rows around the visible ones.
 */
export async function browseMillions(so: Walk): Promise<Figures> {
  const page = so.operator;
  const { companyId, invoices } = so.large;
  await openByMenu(page, 'Accounts');
  await page.getByRole('link', { name: 'Large', exact: true }).click();
  await button(page, 'Enter account').click();
  await button(dialog(page, 'Enter Large?'), 'Enter account').click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await openByMenu(page, 'Companies');
  await page.getByRole('link', { name: 'Large', exact: true }).click();

  const watch = watchRequests(page, companyId);
  const grid = page.getByRole('table', { name: 'Invoices' });
  const wheeled = grid.locator('[aria-rowindex]').nth(8);
  const steps: { requests: number; rows: number; ms: number }[] = [];
  const step = async (act: () => Promise<unknown>, row: number | 'any') => {
    const [before, startedAt] = [watch.count(), performance.now()];
    await act();
    // The row is loaded when its first cell has a button.
    if (row === 'any') await wheeled.locator('button').waitFor();
    else await grid.locator(`[aria-rowindex="${row + 1}"] button`).waitFor();
    const ms = performance.now() - startedAt;
    await page.waitForLoadState('networkidle').catch(() => undefined);
    steps.push({ requests: watch.count() - before, rows: await grid.getByRole('row').count(), ms });
  };
  const goTo = page.getByLabel('Go to row');
  await step(() => page.getByRole('link', { name: 'Records', exact: true }).click(), 1);
  assert.equal(await grid.getAttribute('aria-rowcount'), String(invoices + 1));
  await step(async () => {
    await goTo.fill(String(invoices / 2));
    await goTo.press('Enter');
  }, invoices / 2);
  await step(() => button(page, 'End').click(), invoices);
  await step(() => button(page, 'Start').click(), 1);
  await grid.hover();
  // The number of rows that the wheel scrolls depends on the list: the drawn height is limited by the browser.
  await step(async () => {
    await page.mouse.wheel(0, 34 * 300);
    await waitFor(async () => Number(await wheeled.getAttribute('aria-rowindex')) > 200);
  }, 'any');
  const filter = page.getByLabel('Filter', { exact: true });
  await step(async () => {
    await filter.fill('status=void && totalAmount>2500');
    await filter.press('Enter');
    await grid.getByRole('cell', { name: 'Void' }).first().waitFor();
  }, 1);
  const fitting = Number(await grid.getAttribute('aria-rowcount')) - 1;
  assert.ok(fitting > 0 && fitting < invoices / 50, `${fitting} match the filter`);
  await step(() => button(page, 'End').click(), fitting);
  return {
    'browse.invoices': invoices,
    'browse.requestsMax': Math.max(...steps.map(({ requests }) => requests)),
    'browse.requestsInAll': watch.count(),
    'browse.recordsAskedMax': watch.pageSizeMax(),
    'browse.rowsInThePageMax': Math.max(...steps.map(({ rows }) => rows)),
    'browse.stepMs': steps.map(({ ms }) => round(ms)),
  };
}

/** Counts the requests for records, and the largest page size requested. */
function watchRequests(page: Page, companyId: string) {
  let [count, largest] = [0, 0];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== `/companies/${companyId}/data/invoices`) return;
    count += 1;
    largest = Math.max(largest, Number(searchParams.get('pageSize') ?? 100));
  });
  return { count: () => count, pageSizeMax: () => largest };
}
