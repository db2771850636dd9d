import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { waitFor } from '../wait-for.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe-core is slow, so it checks each theme once and each width once. */
const views = [
  { theme: 'light', width: 1440, hasAxe: true },
  { theme: 'dark', width: 1440, hasAxe: false },
  { theme: 'dark', width: 400, hasAxe: true },
  { theme: 'light', width: 400, hasAxe: false },
] as const;

export type PageChecks = {
  folder: string;
  /** Only the views that axe-core checks. */
  isQuick: boolean;
  pages: number;
  screenshots: number;
  violations: string[];
  tooWide: string[];
  /** Of each page that was loaded for it, by name and width: how far its parts moved. */
  layoutShifts: Record<string, number>;
};

type Violation = { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] };

/** Checks the current page in both themes and widths: screenshots, axe-core, and no sideways scrolling. */
export async function checkPage(page: Page, name: string, checks: PageChecks): Promise<void> {
  const before = page.viewportSize();
  checks.pages += 1;
  await mkdir(checks.folder, { recursive: true });
  for (const { theme, width, hasAxe } of views) {
    if (checks.isQuick && !hasAxe) continue;
    await page.setViewportSize({ width, height: width < 600 ? 850 : 1000 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await settle(page);
    const label = `${name}-${theme}-${width}`;
    await page.screenshot({ path: join(checks.folder, `${label}.png`), fullPage: true, animations: 'disabled' });
    checks.screenshots += 1;
    if (hasAxe) checks.violations.push(...(await findViolations(page)).map((text) => `${label}: ${text}`));
    const [scroll, client] = (await page.evaluate(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )) as [number, number];
    if (scroll > client) checks.tooWide.push(`${label}: ${scroll} > ${client}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (before) await page.setViewportSize(before);
}

/** The number of parts that are loading. Folded parts, which have no place on the page, load when they are opened. */
const loading = `[...document.querySelectorAll('[data-loading], .mantine-Skeleton-root, .mantine-Loader-root')]
  .filter((part) => part.getClientRects().length > 0).length`;

/** Waits until nothing is loading and the last change is painted. */
export async function settle(page: Page): Promise<void> {
  // Polls from here: the content security policy blocks Playwright's polling inside the page, which needs eval.
  await waitFor(async () => (await page.evaluate(loading)) === 0, 60_000);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

async function findViolations(page: Page): Promise<string[]> {
  // page.evaluate runs outside the content security policy, like a browser extension.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Violation[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 5)
        .join(' | ')}`,
  );
}
