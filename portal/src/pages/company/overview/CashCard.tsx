import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/overview.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { axisText, chartValue, moneyText, monthText } from './figures.ts';
import { InsightCard } from './InsightCard.tsx';
import { RecordsLink, useOpenRecords } from './RecordsLink.tsx';
import { useCurrency } from './use-currency.ts';
import { useInsightInput } from './use-insight-input.ts';

type Cash = Answer<'getCashInsight'>;
type Currency = Cash['currencies'][number];
type Account = Cash['accounts'][number];

/** Balances of the bank accounts now, and their sum at the ends of the last months. */
export function CashCard({ companyId }: { companyId: string }) {
  const input = useInsightInput(companyId);
  const query = useQuery(read('getCashInsight', input, { exact: true }));
  const parts = query.data?.currencies ?? [];
  const shown = useCurrency(parts, ({ accounts }) => accounts);
  return (
    <InsightCard
      title={t('cash')}
      query={query}
      request={<CurlLine operation="getCashInsight" input={input} />}
      currencies={parts.map(({ currency }) => currency)}
      shown={shown?.currency}
      isEmpty={!shown}
      emptyText={t('noBankAccounts')}
      headline={shown && <Headline shown={shown} />}
      chart={shown && <CashChart shown={shown} />}
      table={
        shown && (
          <CashTable
            shown={shown}
            accounts={(query.data?.accounts ?? []).filter(({ currency }) => currency === shown.currency)}
          />
        )
      }
    />
  );
}

function Headline({ shown }: { shown: Currency }) {
  return (
    <>
      <span className="insight-figure">
        <RecordsLink records={shown.records}>
          <Money amount={shown.balance} currency={shown.currency} />
        </RecordsLink>
      </span>
      <span className="dimmed">{t('inAccounts', { count: shown.accounts })}</span>
    </>
  );
}

function CashChart({ shown }: { shown: Currency }) {
  const open = useOpenRecords();
  const { currency } = shown;
  const past = shown.months.map(({ month, balance }) => ({
    label: monthText(month),
    title: t('endOf', { month: monthText(month, { long: true }) }),
    values: { balance: chartValue(balance, currency) },
  }));
  const now = { label: t('now'), title: t('now'), values: { balance: chartValue(shown.balance, currency) } };
  const isAllKnown = past.every(({ values }) => values.balance);
  const isUnknown = past.every(({ values }) => values.balance === undefined);
  return (
    <>
      <Chart
        summary={t('cashSummary', { balance: moneyText(shown.balance, currency) })}
        points={[...past, now]}
        series={[
          { name: 'balance', label: t('balance'), kind: isUnknown ? 'bar' : 'line', color: 'var(--chart-main)' },
        ]}
        axisText={axisText(currency)}
        isZoomed={!isUnknown}
        height={isAllKnown ? 256 : 220}
        onPick={() => open(shown.records)}
      />
      {!isAllKnown && <div className="insight-hint">{t('pastUnknown')}</div>}
    </>
  );
}

function CashTable({ shown, accounts }: { shown: Currency; accounts: Account[] }) {
  const { currency } = shown;
  const months = shown.months.toReversed();
  return (
    <>
      <RowTable label={t('bankAccounts')} columns={accountColumns} rows={accounts} rowKey={({ id }) => id} />
      <RowTable
        label={t('monthEnds')}
        columns={[
          { id: 'month', header: t('endOfMonth'), cell: ({ month }) => monthText(month, { long: true }) },
          {
            id: 'balance',
            header: t('balance'),
            align: 'right',
            cell: ({ balance }) =>
              digitsOf(balance) === undefined ? t('notKnown') : <Money amount={balance} currency={currency} />,
          },
        ]}
        rows={months}
        rowKey={({ month }) => month}
      />
    </>
  );
}

const accountColumns: Column<Account>[] = [
  {
    id: 'name',
    header: t('account'),
    cell: ({ name, records }) => <RecordsLink records={records}>{name}</RecordsLink>,
  },
  {
    id: 'balance',
    header: t('balance'),
    align: 'right',
    cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
  },
];
