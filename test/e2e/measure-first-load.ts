import type { Page } from 'playwright-core';
import { type Figures, median, round } from '../../bench/report.ts';
import type { WatchedBrowser } from './browser.ts';

const loads = 5;

/**
 * What a first visit costs: from the start of the navigation until the page's own heading is there and its main part can be
 * used, with an empty cache, and the JavaScript that came over the wire for it.
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
    // The frame after it is on the screen, counted from the start of the navigation.
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
