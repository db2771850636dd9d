import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figures } from '../../../bench/report.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, dialog } from './steps.ts';

/** The tour of a new browser, by keyboard: four steps, each on its page. After its end it does not come back. */
export async function takeTour(so: Walk): Promise<Figures> {
  const page = so.admin;
  const steps = [
    { title: 'The overview', path: /\/portal\/$/ },
    { title: 'A company', path: /\/companies/ },
    { title: 'Message log', path: /\/webhooks\/messages$/ },
    { title: 'Search', path: /\/webhooks\/messages$/ },
  ];
  for (const [place, { title, path }] of steps.entries()) {
    const step = dialog(page, title);
    await step.getByText(`${place + 1} of 4`).waitFor();
    await page.waitForURL(path);
    assert.equal(await step.locator('h2:focus').count(), 1, `the heading of "${title}" has the focus`);
    if (place === 0) await checkPage(page, 'tour', so.checks);
    const isLast = place === steps.length - 1;
    await button(step, isLast ? 'Done' : 'Next').focus();
    await page.keyboard.press('Enter');
  }
  await dialog(page, 'Search').waitFor({ state: 'hidden' });
  await page.goto('/portal/');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  // The code of the tour would be loaded by now.
  await pause(1500);
  assert.equal(await page.locator('.tour').count(), 0, 'the tour does not come back');

  await page.evaluate("localStorage.removeItem('daybook.tour')");
  await page.reload();
  await dialog(page, 'The overview').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'The overview').waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate("localStorage.getItem('daybook.tour')"), 'ended');
  return { 'tour.steps': steps.length };
}
