import type { Page } from 'playwright-core';
import { errorGuide } from '../../src/refusals.ts';
import { startBrowser, type WatchedBrowser } from '../../test/e2e/browser.ts';
import { exactFirst, searchOptions, shownMax } from '../src/search-ranking.ts';
import { serveSite } from './serve-site.ts';

/** What readers type, and the page that must be the first result. Every error code must lead to the errors. */
const expected: Record<string, string> = {
  pagination: 'guides/paging',
  paging: 'guides/paging',
  filter: 'guides/filters',
  'webhook signature': 'guides/verify-webhooks',
  'verify webhook': 'guides/verify-webhooks',
  authentication: 'guides/authentication',
  'rate limit': 'guides/errors',
  idempotency: 'guides/errors',
  quickstart: 'guides/first-call',
  'change feed': 'guides/changes',
  mcp: 'guides/agents',
  parquet: 'guides/export',
  webhooks: 'guides/webhooks',
  backup: 'operating/backups',
  docker: 'operating/containers',
  listInvoices: 'reference/list-invoices',
  'create a company': 'reference/create-company',
  'sync.completed': 'reference/events/sync-completed',
};

const queries = [
  ...['paging', 'webhook signature', 'listInvoices', 'rate limit', 'push timed out', 'filter', 'cursor', 'backup'],
  ...['idempotency', 'company', 'secret rotation', 'ETag', 'balance sheet', 'retry', 'OAuth', 'snapshotGone', 'csv'],
  ...['invoice', 'api key', 'metrics'],
];

export type BrowserReport = {
  searchMs: { first: number; median: number; p90: number; max: number };
  resultsMin: number;
  /** Searches whose first result is another page than the expected one. */
  misplaced: string[];
  faults: string[];
};

/**
 * Opens pages as Daybook serves them, with its content security policy, and measures the search: from the words to the
 * texts of the first five results.
 */
export async function checkBrowser(dist: string): Promise<BrowserReport> {
  const site = await serveSite(dist);
  const browser = await startBrowser(site.origin);
  try {
    const page = await browser.open();
    for (const path of ['/docs/guides/webhooks/', '/docs/errors/', '/docs/reference/list-companies/', '/docs/']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    // Other work on the machine only adds time: the best of three visits, each without a cache.
    const visits = [await measure(page), await measure(await fresh(browser)), await measure(await fresh(browser))];
    const [best] = visits.sort((a, b) => a.searchMs.p90 - b.searchMs.p90);
    return {
      ...(best as (typeof visits)[number]),
      misplaced: await findMisplaced(page),
      faults: [...browser.faults.outsideRequests, ...browser.faults.consoleErrors, ...browser.faults.serverErrors],
    };
  } finally {
    await browser.stop();
    await site.stop();
  }
}

async function fresh(browser: WatchedBrowser): Promise<Page> {
  const page = await browser.open();
  await page.goto('/docs/');
  await page.waitForLoadState('networkidle');
  return page;
}

async function measure(page: Page): Promise<Omit<BrowserReport, 'faults' | 'misplaced'>> {
  const measured = await page.evaluate(
    async ({ words, options }) => {
      const address = '/docs/pagefind/pagefind.js';
      const pagefind = (await import(address)) as {
        options(options: object): Promise<void>;
        init(): Promise<void>;
        search(text: string): Promise<{ results: { data(): Promise<unknown> }[] }>;
      };
      await pagefind.options(options);
      await pagefind.init();
      const times: { ms: number; results: number }[] = [];
      for (const text of words) {
        const began = performance.now();
        const { results } = await pagefind.search(text);
        await Promise.all(results.slice(0, 5).map((one) => one.data()));
        times.push({ ms: performance.now() - began, results: results.length });
      }
      return times;
    },
    { words: queries, options: searchOptions },
  );
  // The first search also starts WebAssembly, which the page does when the search field is opened.
  const [first = 0, ...rest] = measured.map(({ ms }) => Math.round(ms));
  const times = rest.sort((a, b) => a - b);
  const at = (part: number) => times[Math.ceil(part * times.length) - 1] ?? 0;
  return {
    searchMs: { first, median: at(0.5), p90: at(0.9), max: at(1) },
    resultsMin: Math.min(...measured.map(({ results }) => results)),
  };
}

type Found = { url: string; meta: { title?: string; words?: string } };

async function findMisplaced(page: Page): Promise<string[]> {
  const wanted = [
    ...Object.entries(expected),
    // A code of one word, such as `maintenance`, is also the name of something else.
    ...[...errorGuide].flatMap(({ code }): [string, string][] => (/[A-Z]/.test(code) ? [[code, 'errors']] : [])),
  ];
  const found = await page.evaluate(
    async ({ words, options, shown }) => {
      const pick = ({ url, meta }: Found) => ({
        url,
        meta: {
          ...(meta.title !== undefined && { title: meta.title }),
          ...(meta.words !== undefined && { words: meta.words }),
        },
      });
      const address = '/docs/pagefind/pagefind.js';
      const pagefind = (await import(address)) as {
        options(options: object): Promise<void>;
        search(text: string): Promise<{ results: { data(): Promise<Found> }[] }>;
      };
      await pagefind.options(options);
      const pages: Found[][] = [];
      for (const text of words) {
        const { results } = await pagefind.search(text);
        pages.push(await Promise.all(results.slice(0, shown).map(async (one) => pick(await one.data()))));
      }
      return pages;
    },
    { words: wanted.map(([text]) => text), options: searchOptions, shown: shownMax },
  );
  return wanted.flatMap(([text, slug], at) => {
    const url = exactFirst(found[at] ?? [], text)[0]?.url;
    return url === `/docs/${slug}/` ? [] : [`${text}: ${url ?? 'nothing'}, not ${slug}`];
  });
}
