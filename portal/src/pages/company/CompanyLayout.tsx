import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/Copy.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { useParam } from '../../ui/use-address.ts';
import { CompanyContext } from './company-context.ts';

const tabs = [
  { label: 'Connections', to: paths.companyConnections },
  { label: 'Data', to: paths.companyData },
  { label: 'History', to: paths.companyHistory },
  { label: 'Browse', to: (companyId: string) => paths.companyBrowse(companyId) },
  { label: 'Pushes', to: paths.companyPushes },
  { label: 'Settings', to: paths.companySettings },
];
const above = [{ label: 'Companies', to: paths.companies() }];

/** On a narrow screen the tab of this page may stand outside the view. */
function showHere(tabList: HTMLElement | null) {
  tabList?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** A company's name, and its pages as tabs that have addresses of their own. */
export function CompanyLayout() {
  const companyId = useParam('companyId');
  const company = useQuery(read('getCompany', { companyId }));
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (company.isPending) return <PageLoading />;
  if (!company.data)
    return (
      <Page title="Company" breadcrumbs={above}>
        <ErrorNote error={company.error} title="The company could not be read" retry={() => void company.refetch()} />
      </Page>
    );
  const isHere = (to: string) =>
    pathname.startsWith(to) || (pathname === paths.company(companyId) && to === paths.companyConnections(companyId));
  return (
    <CompanyContext value={company.data}>
      <Page
        title={company.data.name}
        isFrame
        breadcrumbs={above}
        lead={
          <>
            {company.data.description && <div>{company.data.description}</div>}
            <CopyText value={companyId} what="the company’s id" />
          </>
        }
      >
        <nav className="tabs" ref={showHere} aria-label={`Pages of ${company.data.name}`}>
          {tabs.map(({ label, to }) => (
            <Link
              key={label}
              to={to(companyId)}
              className="tab"
              aria-current={isHere(to(companyId)) ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <Outlet />
      </Page>
    </CompanyContext>
  );
}
