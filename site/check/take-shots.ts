import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../test/e2e/browser.ts';
import { buildSiteIfStale, dist } from '../build/build-site.ts';
import { serveSite } from './serve-site.ts';

/** One page of each kind. */
const pages = [
  ...['', 'guides/first-call', 'guides/first-webhook', 'guides/webhooks', 'concepts/push-states', 'errors'],
  ...['reference', 'reference/create-company', 'reference/list-invoices', 'reference/events/sync-completed'],
];
const widths = [1440, 400];

/**
 * Takes screenshots of ten pages (or of `only`), wide and narrow, light and dark, to look at after a change of the
 * design. Fails if a page is wider than its window, or logs an error.
 */
export async function takeShots({ to, only = pages }: { to: string; only?: string[] | undefined }): Promise<number> {
  await buildSiteIfStale();
  await mkdir(to, { recursive: true });
  const site = await serveSite(dist);
  const browser = await startBrowser(site.origin);
  const problems: string[] = [];
  let count = 0;
  try {
    for (const width of widths)
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.open({ width, colorScheme });
        for (const path of only) {
          await page.goto(`/docs/${path === '' ? '' : `${path}/`}`);
          await page.waitForLoadState('networkidle');
          const name = `${path === '' ? 'home' : path.replaceAll('/', '-')}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: join(to, name), fullPage: true });
          count++;
          if (path === '') await shootSearch(page, join(to, `search-${width}-${colorScheme}.png`));
          const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
          if (wide > width) problems.push(`/docs/${path} is ${wide} px wide in a window of ${width} px`);
        }
        await page.context().close();
      }
    problems.push(...browser.faults.outsideRequests, ...browser.faults.consoleErrors, ...browser.faults.serverErrors);
  } finally {
    await browser.stop();
    await site.stop();
  }
  for (const problem of problems) console.error(problem);
  console.log(`${count} screenshots of ${only.length} pages are in ${to}. ${problems.length} problems.`);
  return problems.length === 0 ? 0 : 1;
}

async function shootSearch(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.search-input').fill('dataSetNotReady');
  await page.locator('.search-part').first().waitFor();
  await page.screenshot({ path });
  await page.keyboard.press('Escape');
}
