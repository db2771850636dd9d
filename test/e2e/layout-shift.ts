import type { Page } from 'playwright-core';

/** How long after the last change the page is watched. */
const watchedMs = 300;

/** How far the parts of the page moved since it began to load, as browsers measure it: 0 is nothing. */
export async function layoutShiftOf(page: Page): Promise<number> {
  const shift = await page.evaluate(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), ${watchedMs});
  })`);
  return Math.round(Number(shift) * 10_000) / 10_000;
}
