import { join } from 'node:path';
import { type Figures, holdBar, type Report, round, say, writeReport } from '../../bench/report.ts';
import { seedRecords } from '../../bench/seed-records.ts';
import { buildPortal } from '../../dev/build-portal.ts';
import { startBrowser } from './browser.ts';
import type { PageChecks } from './check-page.ts';
import { measureFirstLoad } from './measure-first-load.ts';
import { readPortalCalls } from './portal-calls.ts';
import { startStage } from './stage.ts';
import { walk } from './walk.ts';
import { writePictures } from './write-pictures.ts';

/**
 * `npm run e2e [-- --json] [--quick] [--to FOLDER] [--pictures]`: runs Chromium against the real server with the
 * sandbox platform. Uses the portal as people do, takes screenshots of every page, and measures. `--pictures` also
 * writes the images of the documentation. Exits with 1 if a limit is not met.
 */
const args = process.argv.slice(2);
const [json, quick] = [args.includes('--json'), args.includes('--quick')];
const folder = args.includes('--to')
  ? (args[args.indexOf('--to') + 1] ?? '')
  : join(import.meta.dirname, '../../.daybook/e2e');

/** The bench does not need the company list; here the company must also be counted there. */
const listCompany = `insert into company_count as l (account_id, shard, version, total) values ($1, 0, 1, 1)
  on conflict (account_id, shard) do update set version = 1, total = 1`;

const report = await run();
for (const { figure, value, goal, holds } of report.bars) if (!holds) say(`${figure} is ${value}, not ${goal}`);
const code = report.bars.every((bar) => bar.holds) ? 0 : 1;
process.stdout.write(writeReport(report, { json }), () => process.exit(code));

async function run(): Promise<Report> {
  const startedAt = performance.now();
  const invoices = quick ? 20_000 : 1_000_000;
  const { isNew } = await buildPortal();
  say(isNew ? 'portal built' : 'portal is up to date');
  let large = { accountId: '', companyId: '' };
  const stage = await startStage(async (cell) => {
    large = await seedRecords(cell, { invoices, dataSets: 0, otherAccounts: 0 });
    await cell.base.db.pool.query(listCompany, [large.accountId]);
    say(`${invoices} invoices created after ${round((performance.now() - startedAt) / 1000)} s`);
  });
  const browser = await startBrowser(stage.server.url);
  const checks: PageChecks = {
    folder,
    isQuick: quick,
    pages: 0,
    screenshots: 0,
    violations: [],
    tooWide: [],
    layoutShifts: {},
  };
  try {
    const walked = await walk({ stage, browser, checks, large: { ...large, invoices } });
    const calls = readPortalCalls();
    const { outsideRequests, consoleErrors, serverErrors } = browser.faults;
    const told = { outsideRequests, consoleErrors, serverErrors, ...checks, ...calls };
    for (const [name, list] of Object.entries(told))
      if (Array.isArray(list) && name !== 'operations') for (const text of new Set(list)) say(`${name}: ${text}`);
    for (const [name, shift] of Object.entries(checks.layoutShifts))
      if (shift > 0.05) say(`layout shift of ${name}: ${shift}`);
    const figures: Figures = {
      ...walked,
      ...(await measureFirstLoad(browser, { name: 'signIn', path: '/portal/', heading: /sign in/i })),
      'pages.checked': checks.pages,
      'pages.screenshots': checks.screenshots,
      'pages.axeViolations': checks.violations.length,
      'pages.tooWide': checks.tooWide.length,
      'pages.layoutShiftMax': Math.max(...Object.values(checks.layoutShifts)),
      'browser.outsideRequests': outsideRequests.length,
      'browser.consoleErrors': consoleErrors.length,
      'browser.serverErrors': serverErrors.length,
      'portal.operations': calls.operations.length,
      'portal.unknownOperations': calls.unknown.length,
      'portal.waysPastTheSdk': calls.pastTheSdk.length,
      seconds: round((performance.now() - startedAt) / 1000),
    };
    say(`Screenshots of every page: ${folder}`);
    if (args.includes('--pictures'))
      for (const path of await writePictures(browser, folder, join(import.meta.dirname, '../../docs/images')))
        say(path);
    return { name: 'e2e', figures, bars: barsOf(figures) };
  } catch (error) {
    say(stage.server.output());
    for (const [name, list] of Object.entries(browser.faults)) for (const text of list) say(`${name}: ${text}`);
    for (const answer of browser.lastAnswers) say(answer);
    for (const path of await browser.photograph(folder)) say(`screenshot at the failure: ${path}`);
    throw error;
  } finally {
    await browser.stop();
    await stage.stop();
  }
}

function barsOf(figures: Figures) {
  // CI machines are shared: times measured there mean nothing.
  const times = quick ? [] : ['signIn.usableMs', 'overview.usableMs'];
  return [
    ...times.map((name) => holdBar(figures, name, '<= 1000')),
    holdBar(figures, 'signIn.scriptKb', '<= 300'),
    holdBar(figures, 'overview.scriptKb', '<= 300'),
    holdBar(figures, 'pages.axeViolations', '<= 0'),
    holdBar(figures, 'pages.tooWide', '<= 0'),
    holdBar(figures, 'pages.layoutShiftMax', '<= 0.05'),
    holdBar(figures, 'browser.outsideRequests', '<= 0'),
    holdBar(figures, 'browser.consoleErrors', '<= 0'),
    holdBar(figures, 'browser.serverErrors', '<= 0'),
    holdBar(figures, 'portal.unknownOperations', '<= 0'),
    holdBar(figures, 'portal.waysPastTheSdk', '<= 0'),
    holdBar(figures, 'sync.reloads', '<= 0'),
    holdBar(figures, 'records.countsCompared', '>= 16'),
    holdBar(figures, 'link.typesRead', '>= 16'),
    holdBar(figures, 'companyOverview.figuresCompared', '>= 31'),
    holdBar(figures, 'companyOverview.layoutShift', '<= 0.05'),
    holdBar(figures, 'charts.cutLabels', '<= 0'),
    holdBar(figures, 'browse.rowsInThePageMax', '<= 200'),
    holdBar(figures, 'browse.requestsMax', '<= 12'),
    holdBar(figures, 'tasks.overdueInvoices.clicks', '<= 4'),
    holdBar(figures, 'tasks.failedSync.clicks', '<= 3'),
    holdBar(figures, 'tasks.resendFailed.clicks', '<= 4'),
    holdBar(figures, 'tasks.changedInvoice.clicks', '<= 4'),
    holdBar(figures, 'tasks.exportInvoices.clicks', '<= 5'),
    holdBar(figures, 'link.toldTheClient', 'true'),
    holdBar(figures, 'upload.records', '>= 32'),
    holdBar(figures, 'delivery.verified', 'true'),
    holdBar(figures, 'recovery.allDelivered', 'true'),
    holdBar(figures, 'requests.foundByCorrelationId', 'true'),
    holdBar(figures, 'calls.ofSync', '>= 1'),
    holdBar(figures, 'migration.applied', 'true'),
    holdBar(figures, 'platforms.tested', 'true'),
    holdBar(figures, 'tour.steps', '>= 4'),
    holdBar(figures, 'revokedKey.answers403', 'true'),
  ];
}
