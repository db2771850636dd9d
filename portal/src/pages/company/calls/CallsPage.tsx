import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterSelect } from '../../../ui/filter/FilterSelect.tsx';
import { allOf, hasWords } from '../../../ui/filter/filter-text.ts';
import { Section, usePageTitle } from '../../../ui/frame/Page.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { useAddress, useParam } from '../../../ui/use-address.ts';
import { useCompany } from '../company-context.ts';
import { callColumns } from './CallCells.tsx';
import './calls.css';

const stateFilters: Record<string, string> = {
  good: 'status<400',
  errors: 'status>=400',
  none: 'status=null',
  limited: 'status=429',
};
const states = [
  { value: 'good', label: t('callSucceeded') },
  { value: 'errors', label: t('callErrors') },
  { value: 'limited', label: t('callLimited') },
  { value: 'none', label: t('callUnanswered') },
];
const purposes = [
  { value: 'sync', label: t('callForSync') },
  { value: 'push', label: t('callForPush') },
  { value: 'authorize', label: t('callForAuthorization') },
  { value: 'content', label: t('callForContent') },
  { value: 'passThrough', label: t('callOfClient') },
];

/** The HTTP requests to the platform for a connection, or for one of its syncs or pushes. */
export function CallsPage() {
  const { companyId, name } = useCompany();
  const connectionId = useParam('connectionId');
  const [{ sync, push, state, purpose }, setAddress] = useAddress();
  const connection = useQuery(read('getConnection', { companyId, connectionId }));
  usePageTitle(t('callsOf', { name }));
  const set = (part: string) => (value: string | undefined) => setAddress({ [part]: value, page: undefined });
  const filter = allOf(
    sync && `syncId=${sync}`,
    push && `pushId=${push}`,
    purpose && `purpose=${purpose}`,
    state && stateFilters[state],
  );
  const platform = connection.data?.platformName;
  const ofConnection = platform ? t('callsToPlatform', { platform }) : t('callsToThePlatform');
  const title = sync ? t('callsOfSync') : push ? t('callsOfPush') : ofConnection;
  return (
    <>
      <TextLink
        to={
          sync ? paths.sync(companyId, sync) : push ? paths.push(companyId, push) : paths.companyConnections(companyId)
        }
        size="sm"
      >
        {sync ? t('backToSync') : push ? t('backToPush') : t('backToConnections')}
      </TextLink>
      <Section title={title} lead={t('callsLead')}>
        <ListTable
          label={title}
          operation="listCalls"
          input={{ companyId, connectionId }}
          columns={callColumns(companyId)}
          rowKey={({ callId }) => callId}
          filter={filter}
          search={{ label: t('searchPath'), filter: (text) => hasWords('path', text) }}
          periodField="at"
          filterFields={['status', 'path', 'dataType', 'syncId', 'pushId', 'durationMs', 'waitedMs', 'error', 'at']}
          controls={
            <>
              <FilterSelect
                label={t('status')}
                all={t('anyStatus')}
                data={states}
                value={state}
                onChange={set('state')}
                w={170}
              />
              {!sync && !push && (
                <FilterSelect
                  label={t('callPurpose')}
                  all={t('anyPurpose')}
                  data={purposes}
                  value={purpose}
                  onChange={set('purpose')}
                  w={170}
                />
              )}
            </>
          }
          empty={
            <EmptyState icon={IconArrowsLeftRight} title={t('noCallsYet')}>
              {t('callsAppearHere')}
            </EmptyState>
          }
        />
      </Section>
    </>
  );
}
