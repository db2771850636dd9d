import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's Chromium, with every page watched: what it asks for, what it complains about, and how often it navigates. */
export type WatchedBrowser = {
  /** A person's own browser: no cookies, nothing remembered. */
  open(options?: OpenOptions): Promise<Page>;
  faults: Faults;
  lastAnswers: string[];
  /** A picture of each page that is open, for whoever looks why it stopped; their paths. */
  photograph(folder: string): Promise<string[]>;
  stop(): Promise<void>;
};

export type OpenOptions = { width?: number; colorScheme?: 'light' | 'dark'; from?: BrowserContext };

export type Faults = { outsideRequests: string[]; consoleErrors: string[]; serverErrors: string[] };

/** The newest answers of all pages, for whoever looks why a walk stopped. */
const answersKept = 25;

const executablePath = '/usr/bin/chromium';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Of an action or a condition on a page; a whole walk ends by it where something never comes. */
const actionWithinMs = 30_000;
/** Chromium's own note on each answer that is not 2xx. Refusals are part of the walk; errors of the server are counted apart. */
const answerNote = /^Failed to load resource: the server responded with a status of 4\d\d/;

export async function startBrowser(origin: string): Promise<WatchedBrowser> {
  const browser: Browser = await chromium.launch({ executablePath, args, headless: true });
  const faults: Faults = { outsideRequests: [], consoleErrors: [], serverErrors: [] };
  const lastAnswers: string[] = [];
  return {
    faults,
    lastAnswers,
    async open({ width = 1280, colorScheme = 'light', from } = {}) {
      const state = from && { storageState: await from.storageState() };
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        baseURL: origin,
        reducedMotion: 'reduce',
        ...state,
      });
      context.setDefaultTimeout(actionWithinMs);
      watch(context, origin, { faults, lastAnswers });
      return context.newPage();
    },
    async photograph(folder) {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const paths = pages.map((_, number) => join(folder, `stopped-${number + 1}.png`));
      for (const [number, page] of pages.entries())
        await page.screenshot({ path: paths[number] ?? '', fullPage: true });
      return paths.map((path, number) => `${path} (${pages[number]?.url()})`);
    },
    stop: () => browser.close(),
  };
}

function watch(
  context: BrowserContext,
  origin: string,
  { faults, lastAnswers }: Pick<WatchedBrowser, 'faults' | 'lastAnswers'>,
): void {
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) faults.outsideRequests.push(request.url());
  });
  context.on('response', (response) => {
    const [status, method, path] = [response.status(), response.request().method(), new URL(response.url()).pathname];
    lastAnswers.push(`${new Date().toISOString()} ${status} ${method} ${path}`);
    if (lastAnswers.length > answersKept) lastAnswers.shift();
    if (response.status() >= 500) faults.serverErrors.push(`${response.status()} ${response.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !answerNote.test(message.text()))
      faults.consoleErrors.push(`${message.page()?.url() ?? ''} ${message.text()}`);
  });
  context.on('weberror', (error) => {
    faults.consoleErrors.push(`${error.page()?.url() ?? ''} ${error.error().stack ?? error.error().message}`);
  });
}

/** Documents that a page has loaded: a part of the walk that must not reload compares before and after. */
export function countNavigations(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}
