import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, openByMenu } from './steps.ts';

/** The audit log says in words what was done; the stored JSON is one click away. The menu has no name twice. */
export async function readAudit(so: Walk): Promise<Figures> {
  const page = so.admin;
  await openByMenu(page, 'Audit log');
  const row = page.getByRole('row', { name: /Created consumer/ }).first();
  await row.locator('summary').click();
  await row.getByRole('rowheader', { name: 'Event types 1' }).waitFor();
  await row.getByRole('rowheader', { name: 'Disable on 410' }).waitFor();
  assert.equal(await row.getByText('disableOn410').count(), 0, 'no names of fields');
  await button(row, 'Show as JSON').click();
  await row.getByText('"disableOn410": false').waitFor();
  await checkPage(page, 'audit-in-words', so.checks);
  const text = (await page.getByRole('table', { name: 'Audit log' }).locator('td:nth-child(3)').allInnerTexts()).join();
  assert.doesNotMatch(text, /[a-z](Consumer|ApiKey|Company)/, 'no names of operations');

  const labels = await so.operator.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
  assert.equal(new Set(labels).size, labels.length, `no name twice: ${labels.join(', ')}`);
  const icons = (await so.operator.evaluate(
    "[...document.querySelectorAll('.nav-link svg')].map((icon) => icon.getAttribute('class').match(/tabler-icon-[a-z-]+/)?.[0])",
  )) as string[];
  assert.ok(icons.length > 3 && new Set(icons).size === icons.length, `no icon twice: ${icons.join(', ')}`);
  return { 'audit.inWords': true };
}
