import { IconFilterBolt } from '@tabler/icons-react';
import type { RowOf } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { hasWords } from '../../../ui/filter/filter-text.ts';
import { Page } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { CompanyName } from '../CompanyName.tsx';
import { useConsumerNames } from '../use-consumer-names.ts';
import { CreateStandingQuery } from './CreateStandingQuery.tsx';
import '../webhooks.css';

type StandingQuery = RowOf<'listStandingQueries'>;

const columns: Column<StandingQuery>[] = [
  {
    id: 'name',
    header: t('name'),
    orderBy: 'name',
    cell: ({ standingQueryId, name }) => <TextLink to={paths.standingQuery(standingQueryId)}>{name}</TextLink>,
  },
  { id: 'dataType', header: t('dataType'), orderBy: 'dataType', cell: ({ dataType }) => spaced(dataType) },
  { id: 'query', header: t('filter'), cell: ({ query }) => <span className="mono url">{query}</span> },
  {
    id: 'company',
    header: t('company'),
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : t('all')),
  },
  { id: 'consumer', header: t('consumer'), cell: ({ consumerId }) => <ConsumerLink consumerId={consumerId} /> },
  { id: 'created', header: t('created'), orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

export function ConsumerLink({ consumerId }: { consumerId: string }) {
  const nameOf = useConsumerNames();
  return <TextLink to={paths.consumer(consumerId)}>{nameOf(consumerId)}</TextLink>;
}

/** Filters over a data type, each with the consumer that is told what enters, changes in and leaves it. */
export function StandingQueriesPage() {
  const may = useMay('developer');
  return (
    <Page
      title={t('standingQueries')}
      lead={t('aStandingQueryTells')}
      actions={may && <CreateStandingQuery inAddress />}
    >
      <ListTable
        label={t('standingQueries')}
        operation="listStandingQueries"
        columns={columns}
        rowKey={({ standingQueryId }) => standingQueryId}
        search={{ label: t('searchByName'), filter: (text) => hasWords('name', text) }}
        empty={
          <EmptyState
            icon={IconFilterBolt}
            title={t('noStandingQueriesYet')}
            action={may && <CreateStandingQuery label={t('createYourFirstStandingQuery')} />}
          >
            {t('insteadOfReadingLists')}
          </EmptyState>
        }
      />
    </Page>
  );
}
