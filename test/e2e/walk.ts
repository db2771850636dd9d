import type { Page } from 'playwright-core';
import { type Figures, say } from '../../bench/report.ts';
import type { WatchedBrowser } from './browser.ts';
import type { PageChecks } from './check-page.ts';
import { measureFirstLoad } from './measure-first-load.ts';
import type { Stage } from './stage.ts';
import { browseMillions } from './walk/browse-millions.ts';
import { checkEveryPage } from './walk/check-every-page.ts';
import { breakAndRecover, receiveDelivery } from './walk/deliveries.ts';
import {
  createCompany,
  filterInvoices,
  linkByOwner,
  watchFirstSync,
  withdrawAndLinkAgain,
} from './walk/first-company.ts';
import { followMigration, prepareOlderAccount } from './walk/migration.ts';
import { beginAsOperator, makeAccount } from './walk/operator.ts';
import { inviteMember, revokeKey, setUpSecondFactor } from './walk/team-and-keys.ts';
import { showTrouble } from './walk/trouble.ts';

/** What the parts of the walk share, and hand on to those after them. */
export type Walk = {
  stage: Stage;
  browser: WatchedBrowser;
  checks: PageChecks;
  large: { accountId: string; companyId: string; invoices: number };
  /** The operator's browser, and that of the account's administrator. */
  operator: Page;
  admin: Page;
  accountId: string;
  companyId: string;
  /** The link page's address. */
  link: string;
  consumerId: string;
  older: { accountId: string; key: string };
};

/** The whole walk in one go. Each part begins where the one before it has ended, as a person's day does. */
export async function walk(given: Pick<Walk, 'stage' | 'browser' | 'checks' | 'large'>): Promise<Figures> {
  const so = given as Walk;
  const figures: Figures = {};
  const parts: Record<string, (so: Walk) => Promise<Figures> | Promise<void>> = {
    'the operator sets a password and signs in by keyboard': beginAsOperator,
    'an account is made, and its administrator invited by e-mail': makeAccount,
    'a company is created': createCompany,
    "the company's owner links it": linkByOwner,
    'the first sync is watched': watchFirstSync,
    'invoices are filtered': filterInvoices,
    'the owner withdraws, and links again': withdrawAndLinkAgain,
    'companies in trouble are shown as such': showTrouble,
    'a consumer gets a delivery with its Authorization header': receiveDelivery,
    'the receiver breaks, is mended, and gets what failed': breakAndRecover,
    'an older account is migrated': async (so) => {
      await prepareOlderAccount(so);
      return followMigration(so);
    },
    'a member is invited by e-mail': inviteMember,
    'a second factor is set up and asked for': setUpSecondFactor,
    'a key is revoked': revokeKey,
    'very many invoices are browsed': browseMillions,
    'every page is looked at': checkEveryPage,
    'the first page is measured': (so) =>
      measureFirstLoad(so.browser, { name: 'overview', path: '/portal/', heading: /overview/i, from: so.admin }),
  };
  for (const [name, part] of Object.entries(parts)) {
    const startedAt = performance.now();
    Object.assign(figures, (await part(so)) ?? {});
    say(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  return figures;
}
