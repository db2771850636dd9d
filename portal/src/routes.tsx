import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient, read } from './api.ts';
import { paths } from './paths.ts';
import { NotFound } from './ui/frame/NotFound.tsx';
import { FrameError, PageError } from './ui/frame/PageError.tsx';
import { FrameLoading, PageLoading } from './ui/frame/PageLoading.tsx';
import { Shell } from './ui/frame/Shell.tsx';
import { parseSearch, stringifySearch } from './ui/search-text.ts';

/** All pages of the portal. The code of a page is loaded when the page is first opened. `paths.ts` has the URLs. */
const root = createRootRoute({ component: Outlet });

/** Pages for signed-in people. Anyone else is redirected to the sign-in page, and back here after signing in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  pendingComponent: FrameLoading,
  errorComponent: FrameError,
  beforeLoad: async ({ location }) => {
    const { person } = await requireSession(location.href);
    if (person.needsSecondFactor) throw redirect({ to: paths.secondFactor() });
  },
});

async function requireSession(href: string) {
  try {
    return await queryClient.ensureQueryData(read('getSession', {}));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Unauthorized') throw error;
    throw redirect({ to: paths.signIn(), search: href === '/' ? {} : { next: href } });
  }
}

/** Shown before any other page when a person must set up two-factor authentication. */
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  component: lazyRouteComponent(() => import('./pages/sign-in/SecondFactorPage.tsx'), 'SecondFactorPage'),
  pendingComponent: FrameLoading,
  errorComponent: FrameError,
  beforeLoad: async () => {
    await requireSession('/');
  },
});

/** Shows "Page not found" inside the shell for unknown URLs. */
const elsewhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

const company = page(
  shell,
  '/companies/$companyId',
  () => import('./pages/company/CompanyLayout.tsx'),
  'CompanyLayout',
);

const open = [
  page(root, '/sign-in', () => import('./pages/sign-in/SignInPage.tsx'), 'SignInPage'),
  page(root, '/forgotten', () => import('./pages/sign-in/ForgottenPage.tsx'), 'ForgottenPage'),
  page(root, '/invitations/$token', () => import('./pages/sign-in/InvitationPage.tsx'), 'InvitationPage'),
  page(root, '/mute/$token', () => import('./pages/notices/MutePage.tsx'), 'MutePage'),
];

const companyPages = [
  page(company, '/', () => import('./pages/company/overview/CompanyOverviewPage.tsx'), 'CompanyOverviewPage'),
  page(company, '/connections', () => import('./pages/company/ConnectionsPage.tsx'), 'ConnectionsPage'),
  page(company, '/connections/$connectionId/calls', () => import('./pages/company/calls/CallsPage.tsx'), 'CallsPage'),
  page(company, '/history', () => import('./pages/company/HistoryPage.tsx'), 'HistoryPage'),
  page(company, '/history/$syncId', () => import('./pages/company/SyncPage.tsx'), 'SyncPage'),
  page(company, '/records', () => import('./pages/company/data/RecordsPage.tsx'), 'RecordsPage'),
  page(company, '/records/$dataType', () => import('./pages/company/data/RecordsPage.tsx'), 'RecordsPage'),
  page(company, '/records/$dataType/$recordId', () => import('./pages/company/records/RecordPage.tsx'), 'RecordPage'),
  moved(company, { from: '/data', to: '/records' }),
  moved(company, { from: '/browse', to: '/records' }),
  moved(company, { from: '/browse/$dataType', to: '/records/$dataType' }),
  moved(company, { from: '/browse/$dataType/$recordId', to: '/records/$dataType/$recordId' }),
  page(company, '/quality', () => import('./pages/company/quality/QualityPage.tsx'), 'QualityPage'),
  page(company, '/statements', () => import('./pages/company/statements/StatementPage.tsx'), 'StatementPage'),
  page(
    company,
    '/statements/$statement',
    () => import('./pages/company/statements/StatementPage.tsx'),
    'StatementPage',
  ),
  page(company, '/restatements', () => import('./pages/company/restatements/RestatementsPage.tsx'), 'RestatementsPage'),
  page(company, '/snapshots', () => import('./pages/company/snapshots/SnapshotsPage.tsx'), 'SnapshotsPage'),
  page(company, '/proofs', () => import('./pages/company/proofs/ProofsPage.tsx'), 'ProofsPage'),
  page(company, '/pushes', () => import('./pages/company/PushesPage.tsx'), 'PushesPage'),
  page(company, '/pushes/$pushId', () => import('./pages/company/PushPage.tsx'), 'PushPage'),
  page(company, '/push-groups/$pushGroupId', () => import('./pages/company/PushGroupPage.tsx'), 'PushGroupPage'),
  page(company, '/settings', () => import('./pages/company/CompanySettingsPage.tsx'), 'CompanySettingsPage'),
];

const pages = [
  page(shell, '/', () => import('./pages/overview/OverviewPage.tsx'), 'OverviewPage'),
  page(shell, '/syncs', () => import('./pages/overview/ended/EndedPage.tsx'), 'EndedSyncsPage'),
  page(shell, '/pushes', () => import('./pages/overview/ended/EndedPage.tsx'), 'EndedPushesPage'),
  page(shell, '/companies', () => import('./pages/companies/CompaniesPage.tsx'), 'CompaniesPage'),

  page(shell, '/webhooks/consumers', () => import('./pages/webhooks/consumers/ConsumersPage.tsx'), 'ConsumersPage'),
  page(
    shell,
    '/webhooks/consumers/$consumerId',
    () => import('./pages/webhooks/consumers/ConsumerPage.tsx'),
    'ConsumerPage',
  ),
  page(shell, '/webhooks/messages', () => import('./pages/webhooks/messages/MessagesPage.tsx'), 'MessagesPage'),
  page(
    shell,
    '/webhooks/messages/$messageId',
    () => import('./pages/webhooks/messages/MessagePage.tsx'),
    'MessagePage',
  ),
  page(
    shell,
    '/webhooks/standing-queries',
    () => import('./pages/webhooks/standing/StandingQueriesPage.tsx'),
    'StandingQueriesPage',
  ),
  page(
    shell,
    '/webhooks/standing-queries/$standingQueryId',
    () => import('./pages/webhooks/standing/StandingQueryPage.tsx'),
    'StandingQueryPage',
  ),
  page(shell, '/webhooks/event-types', () => import('./pages/webhooks/EventTypesPage.tsx'), 'EventTypesPage'),
  page(shell, '/webhooks/rules', () => import('./pages/webhooks/rules/RulesPage.tsx'), 'RulesPage'),
  page(shell, '/migration', () => import('./pages/migration/MigrationPage.tsx'), 'MigrationPage'),

  page(shell, '/settings/api-keys', () => import('./pages/settings/ApiKeysPage.tsx'), 'ApiKeysPage'),
  page(shell, '/settings/sync', () => import('./pages/settings/SyncSettingsPage.tsx'), 'SyncSettingsPage'),
  page(shell, '/settings/link-page', () => import('./pages/settings/LinkPageSettings.tsx'), 'LinkPageSettings'),
  page(shell, '/settings/platforms', () => import('./pages/settings/platforms/PlatformsPage.tsx'), 'PlatformsPage'),
  page(shell, '/settings/team', () => import('./pages/settings/TeamPage.tsx'), 'TeamPage'),
  page(shell, '/settings/audit', () => import('./pages/settings/audit/AuditPage.tsx'), 'AuditPage'),
  page(shell, '/settings/requests', () => import('./pages/requests/RequestLogPage.tsx'), 'RequestLogPage'),
  page(shell, '/settings/usage', () => import('./pages/settings/UsagePage.tsx'), 'UsagePage'),
  page(shell, '/settings/profile', () => import('./pages/settings/ProfilePage.tsx'), 'ProfilePage'),
  page(shell, '/settings/notifications', () => import('./pages/notices/NotificationsPage.tsx'), 'NotificationsPage'),

  page(shell, '/operator/accounts', () => import('./pages/operator/OperatorAccountsPage.tsx'), 'OperatorAccountsPage'),
  page(
    shell,
    '/operator/accounts/$accountId',
    () => import('./pages/operator/OperatorAccountPage.tsx'),
    'OperatorAccountPage',
  ),
  page(
    shell,
    '/operator/migrations',
    () => import('./pages/operator/OperatorMigrationsPage.tsx'),
    'OperatorMigrationsPage',
  ),
  page(shell, '/operator/health', () => import('./pages/operator/OperatorHealthPage.tsx'), 'OperatorHealthPage'),
  page(
    shell,
    '/operator/maintenance',
    () => import('./pages/operator/OperatorMaintenancePage.tsx'),
    'OperatorMaintenancePage',
  ),
  page(
    shell,
    '/operator/notifications',
    () => import('./pages/notices/NotificationsPage.tsx'),
    'OperatorNotificationsPage',
  ),
];

function page<Name extends string>(
  parent: AnyRoute,
  path: string,
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) {
  const component = lazyRouteComponent(load, name) as RouteComponent;
  return createRoute({ getParentRoute: () => parent, path, component });
}

/** An earlier address of a page, which people may have bookmarked. Keeps the query parameters. */
function moved(parent: AnyRoute, { from, to }: { from: string; to: string }) {
  return createRoute({
    getParentRoute: () => parent,
    path: from,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: `${parent.fullPath}${to}`, params, search: search as never, replace: true });
    },
  });
}

export const router = createRouter({
  basepath: '/portal',
  routeTree: root.addChildren([
    ...open,
    secondFactor,
    shell.addChildren([...pages, elsewhere, company.addChildren(companyPages)]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});
