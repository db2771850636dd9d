import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { read } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { useParam } from '../../ui/use-address.ts';
import { CompanyContext } from './company-context.ts';
import { companyState, failedTypes } from './company-state.ts';
import { useAsOfSearch } from './time/use-as-of.ts';

const tabs = [
  { id: 'overview', label: t('overview'), to: paths.company },
  { id: 'connections', label: t('connections'), to: paths.companyConnections },
  { id: 'records', label: t('records'), to: (companyId: string) => paths.companyRecords(companyId) },
  { id: 'statements', label: t('statements'), to: paths.companyStatements },
  { id: 'restatements', label: t('restatements'), to: paths.companyRestatements },
  { id: 'snapshots', label: t('snapshots'), to: paths.companySnapshots },
  { id: 'quality', label: t('quality'), to: paths.companyQuality },
  { id: 'proofs', label: t('proofs'), to: paths.companyProofs },
  { id: 'history', label: t('syncHistory'), to: paths.companyHistory },
  { id: 'pushes', label: t('pushes'), to: paths.companyPushes },
  { id: 'settings', label: t('settings'), to: paths.companySettings },
];
/** The tabs that show data as of a chosen time. */
const keepsTime = ['overview', 'records', 'statements'];
const above = [{ label: t('companies'), to: paths.companies() }];

/** Scrolls to the current tab, which may be outside the visible area on a narrow screen. */
function showHere(tabList: HTMLElement | null) {
  tabList?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Shows the name and status of a company, and its pages as tabs. Each tab has its own URL. */
export function CompanyLayout() {
  const companyId = useParam('companyId');
  const company = useQuery(read('getCompany', { companyId }));
  const status = useQuery({ ...read('getDataStatus', { companyId }), refetchInterval: 15_000 });
  const asOf = useAsOfSearch();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (company.isPending) return <PageLoading />;
  if (!company.data)
    return (
      <Page title={t('company')} breadcrumbs={above}>
        <ErrorNote error={company.error} title={t('couldNotLoadCompany')} retry={() => void company.refetch()} />
      </Page>
    );
  const connections = company.data.dataConnections;
  const state = companyState(connections, status.data);
  const troubled: Record<string, boolean> = {
    connections: connections.some((connection) => connection.status === 'Deauthorized'),
    quality: Object.values(status.data ?? {}).some(({ heldSyncId }) => heldSyncId !== undefined),
    records: failedTypes(status.data ?? {}).length > 0,
  };
  const overview = paths.company(companyId);
  const isHere = (to: string) => (to === overview ? pathname.replace(/\/$/, '') === overview : pathname.startsWith(to));
  return (
    <CompanyContext value={company.data}>
      <Page
        title={company.data.name}
        isFrame
        breadcrumbs={above}
        lead={
          <>
            {company.data.description && <div>{company.data.description}</div>}
            <Group gap="xs">
              {state && <ToneBadge tone={state.tone} label={state.label} title={state.meaning} />}
              <CopyText value={companyId} what={t('companyId')} />
            </Group>
          </>
        }
      >
        <nav
          className="tabs"
          ref={(tabList) => showHere(tabList)}
          aria-label={t('pagesOf', { name: company.data.name })}
        >
          {tabs.map(({ id, label, to }) => (
            <Link
              key={id}
              to={to(companyId)}
              search={(keepsTime.includes(id) ? asOf : undefined) as never}
              className="tab"
              activeOptions={{ exact: id === 'overview', includeSearch: false }}
              aria-current={isHere(to(companyId)) ? 'page' : undefined}
              title={troubled[id] ? t('needsAttention') : undefined}
            >
              {label}
              {troubled[id] && <IconAlertTriangle size={14} className="status-bad" aria-hidden="true" />}
            </Link>
          ))}
        </nav>
        <Outlet />
      </Page>
    </CompanyContext>
  );
}
