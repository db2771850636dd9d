import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/overview.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { ChartLegend } from '../../../ui/chart/ChartLegend.tsx';
import type { ChartSeries } from '../../../ui/chart/chart-data.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { axisText, chartValue, digits, moneyText, monthText } from './figures.ts';
import { InsightCard } from './InsightCard.tsx';
import { RecordsLink, useOpenRecords } from './RecordsLink.tsx';
import { useCurrency } from './use-currency.ts';
import { useInsightInput } from './use-insight-input.ts';

type Currency = Answer<'getRevenueInsight'>['currencies'][number];
type Month = Currency['months'][number];

const names = ['revenue', 'costs', 'result'] as const;
const labels = { revenue: t('revenue'), costs: t('costs'), result: t('result') };
const series: ChartSeries[] = [
  { name: 'revenue', label: labels.revenue, kind: 'bar', color: 'var(--chart-main)' },
  { name: 'costs', label: labels.costs, kind: 'bar', color: 'var(--chart-quiet)' },
  { name: 'result', label: labels.result, kind: 'line', color: 'var(--chart-line)' },
];

/** Revenue, costs and result of the last 12 months. */
export function RevenueCard({ companyId }: { companyId: string }) {
  const input = useInsightInput(companyId);
  const query = useQuery(read('getRevenueInsight', input, { exact: true }));
  const parts = query.data?.currencies ?? [];
  const shown = useCurrency(parts, ({ revenue, costs }) => Number(digits(revenue)) + Number(digits(costs)));
  const isFromDocuments = query.data?.basis === 'documents';
  return (
    <InsightCard
      title={t('revenueAndResult')}
      query={query}
      request={<CurlLine operation="getRevenueInsight" input={input} />}
      currencies={parts.map(({ currency }) => currency)}
      shown={shown?.currency}
      isEmpty={!shown}
      emptyText={t('noRevenue')}
      headline={
        shown && (
          <div className="insight-stats">
            {names.map((name) => (
              <span key={name} className="insight-stat">
                <span className="dimmed">{labels[name]}</span>
                <Amount amount={shown[name]} currency={shown.currency} />
              </span>
            ))}
          </div>
        )
      }
      chart={shown && <RevenueChart shown={shown} isFromDocuments={isFromDocuments} />}
      table={shown && <RevenueTable shown={shown} />}
    />
  );
}

function Amount({ amount, currency }: { amount: unknown; currency: string | undefined }) {
  if (digitsOf(amount) === undefined) return <span className="dimmed">{t('notKnown')}</span>;
  return <Money amount={amount} currency={currency} />;
}

function RevenueChart({ shown, isFromDocuments }: { shown: Currency; isFromDocuments: boolean }) {
  const open = useOpenRecords();
  const { currency, months } = shown;
  const points = months.map((month) => ({
    label: monthText(month.month),
    title: monthText(month.month, { long: true }),
    values: Object.fromEntries(names.map((name) => [name, chartValue(month[name], currency)])),
  }));
  const used = series.filter(({ name }) => points.some(({ values }) => values[name]));
  return (
    <>
      <Chart
        summary={t('revenueSummary', {
          revenue: moneyText(shown.revenue, currency),
          months: months.length,
          result: shown.result === undefined ? t('notKnown') : moneyText(shown.result, currency),
        })}
        points={points}
        series={used}
        axisText={axisText(currency)}
        onPick={(place) => open(months[place]?.records)}
      />
      <div className="insight-hint">
        <ChartLegend series={used} />
        <span title={t('basisMeaning')}>{isFromDocuments ? t('fromDocuments') : t('fromReports')}</span>
      </div>
    </>
  );
}

function RevenueTable({ shown }: { shown: Currency }) {
  const { currency } = shown;
  const columns: Column<Month>[] = [
    {
      id: 'month',
      header: t('month'),
      cell: ({ month, records }) => <RecordsLink records={records}>{monthText(month, { long: true })}</RecordsLink>,
    },
    ...names.map((name) => ({
      id: name,
      header: labels[name],
      align: 'right' as const,
      cell: (month: Month) => <Amount amount={month[name]} currency={currency} />,
    })),
  ];
  return (
    <RowTable
      label={t('revenueAndResult')}
      columns={columns}
      rows={shown.months.toReversed()}
      rowKey={({ month }) => month}
    />
  );
}
