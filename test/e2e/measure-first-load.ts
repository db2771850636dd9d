import type { Page } from 'playwright-core';
import { type Figures, median, round } from '../../bench/report.ts';
import type { WatchedBrowser } from './browser.ts';

const loads = 5;

/**
 * Measures a first visit with an empty cache: the time from the start of the navigation until the page's heading is
 * painted, and the JavaScript bytes transferred.
 */
export async function measureFirstLoad(
  browser: WatchedBrowser,
  visit: { name: string; path: string; heading: RegExp; from?: Page },
): Promise<Figures> {
  const [times, bytes]: [number[], number[]] = [[], []];
  for (let load = 0; load < loads; load++) {
    const page = await browser.open(visit.from ? { from: visit.from.context() } : {});
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(visit.path, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: visit.heading, level: 1 }).waitFor();
    // The first frame after the heading is painted, in ms since the start of the navigation.
    const ms = await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))',
    );
    times.push(Number(ms));
    bytes.push((await Promise.all(scripts)).reduce((sum, size) => sum + size, 0));
    await page.context().close();
  }
  return {
    [`${visit.name}.usableMs`]: round(median(times)),
    [`${visit.name}.usableMsAll`]: times.map(round),
    [`${visit.name}.scriptKb`]: round(median(bytes) / 1000),
  };
}
