import { IconListDetails } from '@tabler/icons-react';
import { t } from '../../messages/settings.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { requestColumns } from './RequestCells.tsx';
import { RequestDrawer } from './RequestDrawer.tsx';
import { RequestFilters } from './RequestFilters.tsx';
import { searchFilter, useRequestFilter } from './use-request-filter.ts';
import './requests.css';

export function RequestLogPage() {
  const may = useMay('administrator');
  return (
    <Page title={t('requestLog')} lead={t('whoSentWhat')}>
      {may ? (
        <RequestTable />
      ) : (
        <EmptyState title={t('onlyAdministratorsCanView')}>{t('requestIfNeedInformationFromAsk')}</EmptyState>
      )}
    </Page>
  );
}

function RequestTable() {
  const { filter, address, set } = useRequestFilter();
  return (
    <>
      <ListTable
        label={t('requestLog')}
        operation="listRequests"
        columns={requestColumns(set('request'))}
        rowKey={({ correlationId }) => correlationId}
        filter={filter}
        search={{ label: t('searchPathOrCorrelationId'), filter: searchFilter }}
        controls={<RequestFilters />}
        periodField="at"
        filterFields={filterFields}
        hasCurl={false}
        empty={
          <EmptyState icon={IconListDetails} title={t('noRequestsYet')}>
            {t('requestsAppearHere')}
          </EmptyState>
        }
      />
      <RequestDrawer correlationId={address.request} close={() => set('request')(undefined)} />
    </>
  );
}

const filterFields = [
  'method',
  'operation',
  'path',
  'status',
  'code',
  'durationMs',
  'bytes',
  'companyId',
  'actor.name',
  'address',
  'correlationId',
  'at',
];
