import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { Page, Section } from '../../../ui/frame/Page.tsx';
import { PageLoading, SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { useParam } from '../../../ui/use-address.ts';
import { CompanyName } from '../CompanyName.tsx';
import { DeliveriesCell } from '../messages/MessageCells.tsx';
import { ConsumerLink } from './StandingQueriesPage.tsx';
import '../webhooks.css';

type StandingQuery = Answer<'getStandingQuery'>;
type Message = RowOf<'listMessages'>;

/** One standing query, and what its consumer was told lately. */
export function StandingQueryPage() {
  const standingQueryId = useParam('standingQueryId');
  const { data: query, error, refetch } = useQuery(read('getStandingQuery', { standingQueryId }));
  const may = useMay('developer');
  const breadcrumbs = [{ label: t('standingQueries'), to: paths.standingQueries() }];
  if (error)
    return (
      <Page title={t('standingQuery')} breadcrumbs={breadcrumbs}>
        <ErrorNote error={error} title={t('couldNotLoadStandingQuery')} retry={() => void refetch()} />
      </Page>
    );
  if (!query) return <PageLoading />;
  return (
    <Page
      title={query.name}
      breadcrumbs={breadcrumbs}
      lead={<span className="mono url">{query.query}</span>}
      actions={may && <Delete query={query} />}
    >
      <Facts query={query} />
      <RecentMatches query={query} />
    </Page>
  );
}

function Facts({ query }: { query: StandingQuery }) {
  const { standingQueryId, dataType, companyId, consumerId, created } = query;
  return (
    <Section title={t('details')}>
      <dl className="facts">
        <dt>{t('dataType')}</dt>
        <dd>{spaced(dataType)}</dd>
        <dt>{t('company')}</dt>
        <dd>{companyId ? <CompanyName companyId={companyId} /> : t('allCompanies')}</dd>
        <dt>{t('consumer')}</dt>
        <dd>
          <ConsumerLink consumerId={consumerId} />
        </dd>
        <dt>{t('created')}</dt>
        <dd>
          <Time at={created} exact />
        </dd>
        <dt>{t('id')}</dt>
        <dd>
          <CopyText value={standingQueryId} what={t('id')} />
        </dd>
      </dl>
      <CurlLine operation="getStandingQuery" input={{ standingQueryId }} />
    </Section>
  );
}

/** The log cannot be filtered by query, so the query's own messages are chosen among the newest of its consumer. */
const messagesRead = 200;
const eventType = 'standingQuery.matched';

const columnsFor = (consumerId: string): Column<Message>[] => [
  {
    id: 'message',
    header: t('event'),
    cell: ({ messageId, summary }) => <TextLink to={paths.message(messageId)}>{summary?.text ?? messageId}</TextLink>,
  },
  {
    id: 'company',
    header: t('company'),
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : '–'),
  },
  {
    id: 'delivery',
    header: t('delivery'),
    cell: ({ summary }) => <DeliveriesCell deliveries={summary?.deliveries} only={consumerId} />,
  },
  { id: 'created', header: t('created'), cell: ({ created }) => <Time at={created} /> },
];

function RecentMatches({ query: { standingQueryId, consumerId } }: { query: StandingQuery }) {
  const input = {
    query: `eventType=${eventType} && consumerId=${consumerId}`,
    include: 'summary',
    pageSize: messagesRead,
  } as const;
  const { data, error, refetch } = useQuery({ ...read('listMessages', input), refetchInterval: 15_000 });
  const own = (data?.results ?? []).filter(({ summary }) => summary?.standingQueryId === standingQueryId);
  return (
    <Section
      title={t('recentMatches')}
      lead={t.rich('recentMatchesAreAmong', {
        count: messagesRead,
        link: (text) => (
          <TextLink inText to={paths.messages()} search={{ type: eventType, consumer: consumerId }}>
            {text}
          </TextLink>
        ),
      })}
    >
      <ErrorNote error={error} retry={() => void refetch()} />
      {!data && !error && <SkeletonRows count={3} />}
      {data &&
        (own.length === 0 ? (
          <EmptyState title={t('noMatchesYet')}>{t('matchesAreToldFromNowOn')}</EmptyState>
        ) : (
          <RowTable
            cards
            label={t('recentMatches')}
            columns={columnsFor(consumerId)}
            rows={own}
            rowKey={({ messageId }) => messageId}
          />
        ))}
      <CurlLine operation="listMessages" input={input} />
    </Section>
  );
}

function Delete({ query: { standingQueryId, name } }: { query: StandingQuery }) {
  const navigate = useNavigate();
  const remove = useChange('deleteStandingQuery', {
    refreshes: ['listStandingQueries'],
    done: t('standingQueryDeleted'),
    after: () => void navigate({ to: paths.standingQueries() }),
  });
  return (
    <Confirm
      title={t('deleteItName', { name })}
      action={t('deleteStandingQuery')}
      isDangerous
      run={() => remove.mutateAsync({ standingQueryId })}
      trigger={(open) => (
        <Button variant="default" leftSection={<IconTrash size={16} />} onClick={open}>
          {t('deleteIt')}
        </Button>
      )}
    >
      {t('itsConsumerIsNoLongerTold')}
    </Confirm>
  );
}
