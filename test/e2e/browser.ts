import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's Chromium. Records the requests to other hosts, the console errors and the server errors of all pages. */
export type WatchedBrowser = {
  /** Opens a page in a new browser context without cookies or storage. `from` copies the storage of another one. */
  open(options?: OpenOptions): Promise<Page>;
  faults: Faults;
  lastAnswers: string[];
  /** Takes a screenshot of every open page, to debug a failed run; returns the paths. */
  photograph(folder: string): Promise<string[]>;
  stop(): Promise<void>;
};

/** `client`: the origin of a client's page, to which requests are allowed too. */
export type OpenOptions = {
  width?: number;
  colorScheme?: 'light' | 'dark';
  from?: BrowserContext;
  client?: string;
  /** Shows the tour, as a new browser does. Otherwise it has been ended. */
  hasTour?: boolean;
};

export type Faults = { outsideRequests: string[]; consoleErrors: string[]; serverErrors: string[] };

/** How many of the newest responses are kept, to debug a failed run. */
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
/** Timeout of an action or a condition on a page; the run fails when it expires. */
const actionWithinMs = 30_000;
/** Chromium logs each 4xx response as a console error. These are expected; 5xx responses are counted separately. */
const answerNote = /^Failed to load resource: the server responded with a status of 4\d\d/;

export async function startBrowser(origin: string): Promise<WatchedBrowser> {
  const browser: Browser = await chromium.launch({ executablePath, args, headless: true });
  const faults: Faults = { outsideRequests: [], consoleErrors: [], serverErrors: [] };
  const lastAnswers: string[] = [];
  return {
    faults,
    lastAnswers,
    async open({ width = 1280, colorScheme = 'light', from, client, hasTour = false } = {}) {
      const state = from && { storageState: await from.storageState() };
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        baseURL: origin,
        reducedMotion: 'reduce',
        ...state,
      });
      context.setDefaultTimeout(actionWithinMs);
      // An empty page has no storage.
      if (!hasTour)
        await context.addInitScript(
          "if (location.protocol !== 'about:') localStorage.setItem('daybook.tour', 'ended')",
        );
      watch(context, [origin, ...(client ? [client] : [])], { faults, lastAnswers });
      return context.newPage();
    },
    async photograph(folder) {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const paths = pages.map((_, number) => join(folder, `stopped-${number + 1}.png`));
      // A page that cannot be photographed must not hide why the run failed.
      for (const [number, page] of pages.entries())
        await page.screenshot({ path: paths[number] ?? '', fullPage: true, timeout: 5000 }).catch(() => {});
      return paths.map((path, number) => `${path} (${pages[number]?.url()})`);
    },
    stop: () => browser.close(),
  };
}

function watch(
  context: BrowserContext,
  origins: string[],
  { faults, lastAnswers }: Pick<WatchedBrowser, 'faults' | 'lastAnswers'>,
): void {
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!origins.includes(url.origin) && !['data:', 'blob:'].includes(url.protocol))
      faults.outsideRequests.push(request.url());
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

/** Counts document loads, for steps that must not reload the page. */
export function countNavigations(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}
