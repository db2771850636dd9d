import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, read } from '../../../api.ts';
import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/overview.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { axisText, chartValue, moneyText } from './figures.ts';
import { InsightCard } from './InsightCard.tsx';
import { RecordsLink, useOpenRecords } from './RecordsLink.tsx';
import { useCurrency } from './use-currency.ts';
import { useInsightInput } from './use-insight-input.ts';

type Currency = Answer<'getReceivablesInsight'>['currencies'][number];
type Bucket = Currency['buckets'][number];

const bucketNames: Record<string, string> = {
  notDue: t('notDue'),
  '1-30': t('days1To30'),
  '31-60': t('days31To60'),
  '61-90': t('days61To90'),
  over90: t('daysOver90'),
};

/** Below the axis there is no room for "days". */
const shortNames: Record<string, string> = {
  notDue: t('notDue'),
  '1-30': '1–30',
  '31-60': '31–60',
  '61-90': '61–90',
  over90: '> 90',
};

/** What customers owe the company, by age. */
export function ReceivablesCard({ companyId }: { companyId: string }) {
  const input = useInsightInput(companyId);
  const query = useQuery(read('getReceivablesInsight', input, { exact: true }));
  const request = <CurlLine operation="getReceivablesInsight" input={input} />;
  return <AgeingCard query={query} request={request} title={t('receivables')} emptyText={t('noOpenInvoices')} />;
}

/** What the company owes its suppliers, by age. */
export function PayablesCard({ companyId }: { companyId: string }) {
  const input = useInsightInput(companyId);
  const query = useQuery(read('getPayablesInsight', input, { exact: true }));
  const request = <CurlLine operation="getPayablesInsight" input={input} />;
  return <AgeingCard query={query} request={request} title={t('payables')} emptyText={t('noOpenBills')} />;
}

type AgeingCardProps = {
  query: Parameters<typeof InsightCard<Answer<'getReceivablesInsight'>>>[0]['query'];
  request: ReactNode;
  title: string;
  emptyText: string;
};

function AgeingCard({ query, request, title, emptyText }: AgeingCardProps) {
  const parts = query.data?.currencies ?? [];
  const shown = useCurrency(parts, ({ count }) => count);
  return (
    <InsightCard
      title={title}
      query={query}
      request={request}
      currencies={parts.map(({ currency }) => currency)}
      shown={shown?.currency}
      isEmpty={!shown}
      emptyText={emptyText}
      headline={shown && <Headline shown={shown} />}
      chart={shown && <AgeingChart title={title} shown={shown} />}
      table={shown && <AgeingTable title={title} shown={shown} />}
    />
  );
}

function Headline({ shown: { amount, currency, overdue, records } }: { shown: Currency }) {
  return (
    <>
      <span className="insight-figure">
        <RecordsLink records={records}>
          <Money amount={amount} currency={currency} />
        </RecordsLink>
      </span>
      <span className="insight-late">
        <RecordsLink records={overdue.records}>
          {t.rich('overdue', { amount: <Money amount={overdue.amount} currency={currency} />, count: overdue.count })}
        </RecordsLink>
      </span>
    </>
  );
}

function AgeingChart({ title, shown }: { title: string; shown: Currency }) {
  const open = useOpenRecords();
  const { currency, buckets } = shown;
  const points = buckets.map(({ bucket, amount, count }) => {
    const name = bucketNames[bucket] ?? bucket;
    const value = chartValue(amount, currency);
    return {
      label: shortNames[bucket] ?? bucket,
      title: t('bucketTitle', { name, count }),
      values: bucket === 'notDue' ? { notDue: value } : { late: value },
    };
  });
  const summary = t('ageingSummary', {
    title,
    amount: moneyText(shown.amount, currency),
    overdue: moneyText(shown.overdue.amount, currency),
  });
  return (
    <Chart
      summary={summary}
      points={points}
      series={[
        { name: 'notDue', label: t('open'), kind: 'bar', color: 'var(--chart-main)' },
        { name: 'late', label: t('open'), kind: 'bar', color: 'var(--chart-late)' },
      ]}
      isStacked
      height={256}
      axisText={axisText(currency)}
      onPick={(place) => open(buckets[place]?.records)}
    />
  );
}

function AgeingTable({ title, shown }: { title: string; shown: Currency }) {
  const columns: Column<Bucket>[] = [
    {
      id: 'bucket',
      header: t('age'),
      cell: ({ bucket, records }) => <RecordsLink records={records}>{bucketNames[bucket] ?? bucket}</RecordsLink>,
    },
    {
      id: 'count',
      header: t('documents'),
      align: 'right',
      cell: ({ count }) => new Intl.NumberFormat(locale()).format(count),
    },
    {
      id: 'amount',
      header: t('amount'),
      align: 'right',
      cell: ({ amount }) => <Money amount={amount} currency={shown.currency} />,
    },
  ];
  return <RowTable label={title} columns={columns} rows={shown.buckets} rowKey={({ bucket }) => bucket} />;
}
