import { amountOf, negate, sum } from '@daybook/connector-kit';
import { type Ledger, readLedger } from '../ledger.ts';
import { createPull, recordOf } from '../pull-records.ts';
import { typeOf } from './accounts.ts';

/** Balances of accounts by type, in the main currency of the ledger, at cost. */
export type ReportSource = {
  month: string;
  currency: string;
  rows: { account: string; type: string; value: string }[];
};

/**
 * Builds one report for each month that has transactions. Amounts in other currencies than the first operating currency
 * are left out, as Beancount does not say at which rate to convert them.
 */
export function reportsOf({ options, transactions }: Ledger, isCumulative: boolean): ReportSource[] {
  const [currency] = options.operating_currency;
  if (currency === undefined) return [];
  const months = [...Map.groupBy(transactions, ({ date }) => date.slice(0, 7))].sort(([a], [b]) => (a < b ? -1 : 1));
  let balances = new Map<string, string>();
  return months.map(([month, own]) => {
    if (!isCumulative) balances = new Map();
    for (const { account, amount } of own.flatMap(({ postings }) => postings))
      if (amount?.currency === currency) balances.set(account, sum([balances.get(account) ?? '0', amount.number]));
    const rows = [...balances].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      ...{ month, currency },
      rows: rows.map(([account, value]) => ({ account, type: typeOf(account, options), value })),
    };
  });
}

export const reportPull = (isCumulative: boolean, map: (source: ReportSource) => object, pageSize: number) =>
  createPull(async (access) => {
    const all = reportsOf(await readLedger(access), isCumulative);
    return all.map((source) => recordOf(source.month, source, map));
  }, pageSize);

/** Income, liabilities and equity are credits, which Beancount writes as negative numbers. */
const isCredit = (type: string) => type !== 'Asset' && type !== 'Expense';

export function sectionOf(
  { rows }: ReportSource,
  type: string,
  name: string,
  more: { name: string; value: string }[] = [],
) {
  const items = rows
    .filter((row) => row.type === type)
    .map(({ account, value }) => ({
      name: account,
      accountId: account,
      value: isCredit(type) ? negate(value) : value,
    }));
  const total = sum([...items, ...more].map(({ value }) => value));
  const shown = [...items, ...more].map(({ value, ...item }) => ({ ...item, value: amountOf(value) }));
  return { total, line: { name, value: amountOf(total), items: shown } };
}

export const firstDay = (month: string) => `${month}-01T00:00:00Z`;
export function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}T00:00:00Z`;
}
