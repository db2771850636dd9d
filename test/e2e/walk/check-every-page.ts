import type { Page } from 'playwright-core';
import { checkPage, settle } from '../check-page.ts';
import { layoutShiftOf } from '../layout-shift.ts';
import type { Walk } from '../walk.ts';

/** Takes screenshots of every page and checks it with axe-core, with the data that earlier steps created. */
export async function checkEveryPage(so: Walk): Promise<void> {
  const { admin, operator, companyId, consumerId } = so;
  const company = `/companies/${companyId}`;
  const ofAccount: Record<string, string> = {
    overview: '/',
    companies: '/companies',
    'company-overview-later': company,
    'company-connections': `${company}/connections`,
    'company-data-types': `${company}/records`,
    'company-history': `${company}/history`,
    'company-browse': `${company}/records/invoices`,
    'company-pushes': `${company}/pushes`,
    'company-settings': `${company}/settings`,
    consumers: '/webhooks/consumers',
    consumer: `/webhooks/consumers/${consumerId}`,
    'consumer-settings': `/webhooks/consumers/${consumerId}?tab=settings`,
    'consumer-security': `/webhooks/consumers/${consumerId}?tab=security`,
    messages: '/webhooks/messages',
    'event-types': '/webhooks/event-types',
    migration: '/migration',
    'api-keys': '/settings/api-keys',
    'sync-settings': '/settings/sync',
    'link-page-settings': '/settings/link-page',
    platforms: '/settings/platforms',
    team: '/settings/team',
    audit: '/settings/audit',
    requests: '/settings/requests?sender=all',
    usage: '/settings/usage',
    profile: '/settings/profile',
    notifications: '/settings/notifications',
  };
  for (const [name, path] of Object.entries(ofAccount)) await visit(so, admin, name, path);
  await admin.goto(`/portal${company}/history`);
  await admin.getByRole('link', { name: 'Invoices', exact: true }).first().click();
  await admin.getByRole('heading', { name: 'Timeline' }).waitFor();
  await checkPage(admin, 'company-sync', so.checks);
  const ofOperator: Record<string, string> = {
    'operator-accounts': '/operator/accounts',
    'operator-account': `/operator/accounts/${so.older.accountId}`,
    'operator-migrations': '/operator/migrations',
    'operator-health': '/operator/health',
    'operator-maintenance': '/operator/maintenance',
    'operator-notifications': '/operator/notifications',
  };
  for (const [name, path] of Object.entries(ofOperator)) await visit(so, operator, name, path);
  const nobody = await so.browser.open();
  for (const [name, path] of Object.entries({ 'sign-in': '/sign-in', forgotten: '/forgotten', mute: '/mute/unknown' }))
    await visit(so, nobody, name, path);
  await nobody.goto('/link/unknown-link-of-nobody-at-all');
  await nobody.getByRole('heading', { level: 1 }).waitFor();
  await checkPage(nobody, 'link-unknown', so.checks);
  await nobody.context().close();
}

async function visit(so: Walk, page: Page, name: string, path: string): Promise<void> {
  for (const width of [400, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/portal${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('load');
    await settle(page);
    so.checks.layoutShifts[`${name} at ${width} px`] = await layoutShiftOf(page);
  }
  await checkPage(page, name, so.checks);
}
