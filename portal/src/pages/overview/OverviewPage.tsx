import { SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/overview.ts';
import { paths } from '../../paths.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useSession } from '../../ui/frame/use-session.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Activity } from './Activity.tsx';
import { AttentionList } from './AttentionList.tsx';
import { FirstSteps } from './FirstSteps.tsx';

const spans = [
  { value: '24', label: t('n24Hours') },
  { value: '168', label: t('n7Days') },
];

export function OverviewPage() {
  const { account } = useSession();
  // There is no overview for an operator who has not entered a client account.
  if (!account) return <Navigate to={paths.operatorAccounts()} replace />;
  return <Overview account={account} />;
}

function Overview({ account }: { account: { accountId: string; name: string } }) {
  const [hours, setHours] = useState('24');
  const every = hours === '24' ? 'quarter' : 'hour';
  const input = { hours: Number(hours), every } as const;
  const overview = useQuery({
    ...read('getOverview', input),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const { data } = overview;
  // While the data of a new period loads, those of the previous one are shown.
  const [first, second] = data?.activity ?? [];
  const stepMs = first && second ? Date.parse(second.at) - Date.parse(first.at) : 3_600_000;
  return (
    <Page title={t('overview')} lead={account.name}>
      <ErrorNote error={overview.error} title={t('couldNotLoadOverview')} retry={() => void overview.refetch()} />
      {!data && overview.isPending && <SkeletonRows count={8} />}
      {data && (
        <>
          <FirstSteps key={account.accountId} account={account.accountId} steps={data.firstSteps} />
          <Numbers data={data} span={spanWords(Math.round((data.activity.length * stepMs) / 3_600_000))} />
          <AttentionList items={data.attention} />
          <section className="section" aria-label={t('activity')}>
            <Activity
              activity={data.activity}
              hours={Number(hours)}
              stepMs={stepMs}
              control={
                <SegmentedControl size="xs" value={hours} onChange={setHours} data={spans} aria-label={t('period')} />
              }
            />
          </section>
          <CurlLine operation="getOverview" input={input} />
        </>
      )}
    </Page>
  );
}

/**
 * Names the period of the data that is shown. While the data of a new period loads, this is still the previous period.
 */
function spanWords(hours: number): string {
  return t('inTheLast', { hours });
}

function Numbers({ data, span }: { data: Answer<'getOverview'>; span: string }) {
  const { companies, health, activity } = data;
  const sum = (key: 'syncsCompleted' | 'delivered') => activity.reduce((total, point) => total + point[key], 0);
  const number = new Intl.NumberFormat(locale());
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="md">
      <Fact label={t('health')}>
        <StatusBadge kind="health" state={health.status} />
      </Fact>
      <Fact label={t('companies')} note={t('linked', { linked: number.format(companies.linked) })}>
        <TextLink to={paths.companies()}>{number.format(companies.total)}</TextLink>
      </Fact>
      <Fact label={t('syncsCompleted')} note={span}>
        {number.format(sum('syncsCompleted'))}
      </Fact>
      <Fact label={t('messagesDelivered')} note={span}>
        {number.format(sum('delivered'))}
      </Fact>
    </SimpleGrid>
  );
}

function Fact({ label, note, children }: { label: string; note?: string; children?: React.ReactNode }) {
  return (
    <div className="fact">
      <div className="fact-label">{label}</div>
      <div className="fact-value">{children ?? <Skeleton height={24} />}</div>
      {note && <div className="fact-label">{note}</div>}
    </div>
  );
}
