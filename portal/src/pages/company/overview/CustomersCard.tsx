import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/overview.ts';
import { BarRows } from '../../../ui/chart/BarRows.tsx';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { digits, moneyText, shareText } from './figures.ts';
import { InsightCard } from './InsightCard.tsx';
import { RecordsLink } from './RecordsLink.tsx';
import { useCurrency } from './use-currency.ts';
import { useInsightInput } from './use-insight-input.ts';

type Currency = Answer<'getCustomersInsight'>['currencies'][number];
type Customer = Currency['top'][number];
/** A row of the table: one of the largest customers, or all others together. */
type Row = { key: string; name: string; amount: unknown; share: unknown; records: Customer['records'] };

const nameOf = ({ customerId, name }: Customer) => name ?? customerId ?? t('noCustomer');

/** The largest customers of the last 12 months, with their share. */
export function CustomersCard({ companyId }: { companyId: string }) {
  const input = useInsightInput(companyId);
  const query = useQuery(read('getCustomersInsight', input, { exact: true }));
  const parts = query.data?.currencies ?? [];
  const shown = useCurrency(parts, ({ customers }) => customers);
  return (
    <InsightCard
      title={t('topCustomers')}
      query={query}
      request={<CurlLine operation="getCustomersInsight" input={input} />}
      currencies={parts.map(({ currency }) => currency)}
      shown={shown?.currency}
      isEmpty={!shown}
      emptyText={t('noInvoices')}
      headline={
        shown && (
          <>
            <span className="insight-figure">
              <Money amount={shown.amount} currency={shown.currency} />
            </span>
            <span className="dimmed">{t('toCustomers', { count: shown.customers })}</span>
          </>
        )
      }
      chart={shown && <CustomersChart shown={shown} />}
      table={shown && <CustomersTable shown={shown} />}
    />
  );
}

function CustomersChart({ shown }: { shown: Currency }) {
  const { currency, top } = shown;
  const rows = top.map((customer) => {
    const amount = moneyText(customer.amount, currency);
    const text =
      customer.share === undefined ? amount : t('invoicedWithShare', { amount, share: shareText(customer.share) });
    return { name: nameOf(customer), size: Number(digits(customer.amount)), text };
  });
  return (
    <BarRows
      label={t('topCustomers')}
      rows={rows}
      renderRow={(place, bar) => <RecordsLink records={top[place]?.records ?? []}>{bar}</RecordsLink>}
    />
  );
}

function CustomersTable({ shown }: { shown: Currency }) {
  const { top, others, currency } = shown;
  const rows: Row[] = top.map((customer) => ({
    key: customer.customerId ?? '-',
    name: nameOf(customer),
    amount: customer.amount,
    share: customer.share,
    records: customer.records,
  }));
  if (others.customers > 0)
    rows.push({
      key: 'others',
      name: t('otherCustomers', { count: others.customers }),
      amount: others.amount,
      share: others.share,
      records: [],
    });
  const columns: Column<Row>[] = [
    {
      id: 'customer',
      header: t('customer'),
      cell: ({ name, records }) => <RecordsLink records={records}>{name}</RecordsLink>,
    },
    {
      id: 'amount',
      header: t('invoiced'),
      align: 'right',
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'share',
      header: t('share'),
      align: 'right',
      cell: ({ share }) => (share === undefined ? '–' : shareText(share)),
    },
  ];
  return <RowTable label={t('topCustomers')} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
