import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/overview.ts';
import { paths } from '../../../paths.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PeriodFilter } from '../../../ui/filter/PeriodFilter.tsx';
import { type Period, periodLabel, timesOf } from '../../../ui/filter/period.ts';
import { Page } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { useAddress } from '../../../ui/use-address.ts';

type Ended = Answer<'getEnded'>['latest'][number];
type Kind = 'sync' | 'push';

const columnsOf = (kind: Kind): Column<Ended>[] => [
  {
    id: 'dataType',
    header: t('dataType'),
    cell: ({ companyId, id, dataType }) => (
      <TextLink to={kind === 'sync' ? paths.sync(companyId, id) : paths.push(companyId, id)}>
        {spaced(dataType)}
      </TextLink>
    ),
  },
  {
    id: 'company',
    header: t('company'),
    cell: ({ companyId, companyName }) => <TextLink to={paths.company(companyId)}>{companyName}</TextLink>,
  },
  { id: 'status', header: t('status'), cell: ({ status }) => <StatusBadge kind={kind} state={status} /> },
  { id: 'completed', header: t('ended'), cell: ({ completed }) => <Time at={completed} exact /> },
];

export function EndedSyncsPage() {
  return <EndedPage kind="sync" />;
}

export function EndedPushesPage() {
  return <EndedPage kind="push" />;
}

const limit = 200;

/** The syncs or pushes of all companies that ended in a period. Bars of the overview open it. */
function EndedPage({ kind }: { kind: Kind }) {
  const [{ hours, since, until }, setAddress] = useAddress();
  const period: Period = since || until || hours ? { hours, since, until } : { hours: '24' };
  const nowMs = Math.ceil(Date.now() / 60_000) * 60_000;
  const times = timesOf(period, nowMs);
  const end = times.until ?? new Date(nowMs).toISOString();
  const input = { kind, since: times.since ?? new Date(Date.parse(end) - 86_400_000).toISOString(), until: end, limit };
  const { data, error, refetch } = useQuery(read('getEnded', input));
  return (
    <Page
      title={kind === 'sync' ? t('syncs') : t('pushes')}
      breadcrumbs={[{ label: t('overview'), to: paths.overview() }]}
      lead={t('endedLead', { period: periodLabel(period) })}
      actions={<PeriodFilter period={period} onChange={(next) => setAddress({ ...next })} />}
    >
      <ErrorNote error={error} retry={() => void refetch()} />
      {!data && !error && <SkeletonRows count={6} />}
      {data?.latest.length === 0 && <EmptyState icon={IconHistory} title={t('nothingEnded')} />}
      {data && data.latest.length > 0 && (
        <RowTable
          label={kind === 'sync' ? t('syncs') : t('pushes')}
          columns={columnsOf(kind)}
          rows={data.latest}
          rowKey={({ id }) => id}
          cards
          isList
          highlightOnHover
        />
      )}
      {data?.hasMore && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('onlyLatest', { count: limit })}
        </Text>
      )}
      <CurlLine operation="getEnded" input={input} />
    </Page>
  );
}
