import type { Page } from 'playwright-core';
import { type Figures, say } from '../../bench/report.ts';
import type { WatchedBrowser } from './browser.ts';
import type { PageChecks } from './check-page.ts';
import { measureFirstLoad } from './measure-first-load.ts';
import type { Stage } from './stage.ts';
import { readAudit } from './walk/audit.ts';
import { browseMillions } from './walk/browse-millions.ts';
import { readCharts } from './walk/charts.ts';
import { checkEveryPage } from './walk/check-every-page.ts';
import { readCompanyOverview } from './walk/company-overview.ts';
import { breakAndRecover, receiveDelivery } from './walk/deliveries.ts';
import { downloadFile } from './walk/files.ts';
import { exportInvoices, filterMessages, findByKeyboard } from './walk/finding.ts';
import {
  createCompany,
  filterInvoices,
  linkByOwner,
  watchFirstSync,
  withdrawAndLinkAgain,
} from './walk/first-company.ts';
import { doFiveTasks } from './walk/five-tasks.ts';
import { linkInWindow } from './walk/link-window.ts';
import { exportLists } from './walk/lists.ts';
import { readCalls, readRequestLog } from './walk/logs.ts';
import { followMigration, prepareOlderAccount } from './walk/migration.ts';
import { beginAsOperator, makeAccount } from './walk/operator.ts';
import { testApplication } from './walk/platforms.ts';
import { verifyProof } from './walk/proofs.ts';
import { readPushGroup } from './walk/push-groups.ts';
import { decideAboutHeldState } from './walk/quality.ts';
import { readRestatements } from './walk/restatements.ts';
import { askStandingQuery } from './walk/standing-queries.ts';
import { followChange, readStatements } from './walk/statements.ts';
import { inviteMember, revokeKey, setUpSecondFactor } from './walk/team-and-keys.ts';
import { takeTour } from './walk/tour.ts';
import { showTrouble } from './walk/trouble.ts';
import { uploadByOwner } from './walk/upload-files.ts';
import { uploadInPortal } from './walk/uploaded-files.ts';
import { chooseTimeZone } from './walk/zones.ts';

/** State shared by the steps of the run; earlier steps fill it for later ones. */
export type Walk = {
  stage: Stage;
  browser: WatchedBrowser;
  checks: PageChecks;
  large: { accountId: string; companyId: string; invoices: number };
  /** Browser pages of the operator and of the account's administrator. */
  operator: Page;
  admin: Page;
  accountId: string;
  companyId: string;
  /** URL of the link page. */
  link: string;
  consumerId: string;
  older: { accountId: string; key: string };
};

/** Runs all steps in order. Each step continues from the state that the previous one left. */
export async function walk(given: Pick<Walk, 'stage' | 'browser' | 'checks' | 'large'>): Promise<Figures> {
  const so = given as Walk;
  const figures: Figures = {};
  const parts: Record<string, (so: Walk) => Promise<Figures> | Promise<void>> = {
    'the operator sets a password and signs in by keyboard': beginAsOperator,
    'an account is created and its administrator invited by e-mail': makeAccount,
    'the tour is taken by keyboard': takeTour,
    'a company is created': createCompany,
    "the company's owner links it": linkByOwner,
    'the first sync is watched': watchFirstSync,
    'invoices are filtered': filterInvoices,
    'statements are read and exported': readStatements,
    'a change of a record is followed through versions, sync and time': followChange,
    'the company is seen at a glance': readCompanyOverview,
    'a snapshot of a closing is taken, and what was changed backwards is read and printed': readRestatements,
    'a file is downloaded from the record that it belongs to': downloadFile,
    'the owner disconnects and reconnects': withdrawAndLinkAgain,
    'an owner links a company in a window that the client has opened': linkInWindow,
    'an owner uploads files, maps their columns, and uploads the next': uploadByOwner,
    'companies, records, syncs, pages and actions are found by keyboard': findByKeyboard,
    'invoices are exported, and the list is saved as a view': exportInvoices,
    'companies with problems are shown as such': showTrouble,
    'a held state is examined and published': decideAboutHeldState,
    'a push group that was undone is read': readPushGroup,
    'a consumer receives a delivery with its Authorization header': receiveDelivery,
    'the receiver fails, is fixed, and receives the failed messages': breakAndRecover,
    'the message log is filtered by its histogram': filterMessages,
    'charts are read, and a bar is followed to its list': readCharts,
    'lists are exported, and read by keyboard': exportLists,
    'a standing query is tried, created, told and deleted': askStandingQuery,
    'a bundle is downloaded and verified': verifyProof,
    'a request is found in the request log': readRequestLog,
    'times are shown in a zone that a person chooses': chooseTimeZone,
    'the audit log is read in words': readAudit,
    'the calls of a sync to the platform are listed': readCalls,
    'five tasks are done, and their clicks counted': doFiveTasks,
    'an older account is migrated': async (so) => {
      await prepareOlderAccount(so);
      return followMigration(so);
    },
    'an OAuth application is tested': testApplication,
    'a member is invited by e-mail': inviteMember,
    'files are uploaded in the portal, reviewed, confirmed and deleted': uploadInPortal,
    'two-factor authentication is set up and asked for': setUpSecondFactor,
    'a key is revoked': revokeKey,
    'a very large data set is browsed': browseMillions,
    'every page is checked': checkEveryPage,
    'the first load is measured': (so) =>
      measureFirstLoad(so.browser, { name: 'overview', path: '/portal/', heading: /overview/i, from: so.admin }),
  };
  for (const [name, part] of Object.entries(parts)) {
    const startedAt = performance.now();
    Object.assign(figures, (await part(so)) ?? {});
    say(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  return figures;
}
