import { exactOf } from '../../../sandbox/test/exact-decimal.ts';
import {
  type Books,
  entriesOf,
  type Form,
  type Kind,
  type Records,
  type Section,
} from '../../../sandbox/test/tie-books.ts';
import type { Shown } from './compare-records.ts';

const kinds: Record<string, Kind> = {
  ...{ Asset: 'asset', Liability: 'liability', Equity: 'equity', Income: 'revenue', Expense: 'cost' },
};

const section = ({ value, items }: Shown): Section => ({
  total: exactOf(value),
  rows: items.map((row: Shown) => ({ account: row.accountId, amount: exactOf(row.value) })),
});

/** The books of a company from the records that Daybook shows. */
export function readShownBooks(records: Records): Books {
  const of = (dataType: string) => (records[dataType] ?? []).filter(({ metadata }) => !metadata.isDeleted);
  const day = (text: string) => text.slice(0, 10);
  const accounts = of('accounts').map(({ id, name, type, currentBalance }) => ({
    ...{ id, name, kind: kinds[type] ?? 'cost', balance: exactOf(currentBalance) },
  }));
  const form: Form = {
    accounts,
    documents: (dataType) =>
      of(dataType)
        .filter(({ status }) => status !== 'Draft' && status !== 'Void')
        .map((one) => ({
          ...{ day: day(one.issueDate), rate: one.currencyRate, gross: one.totalAmount, tax: one.totalTaxAmount },
          lines: one.lineItems.map((line: Shown) => ({ account: line.accountRef.id, net: line.subTotal })),
        })),
    payments: (dataType) =>
      of(dataType).map((one) => ({
        ...{ day: day(one.date), rate: one.currencyRate, account: one.accountRef.id, amount: one.totalAmount },
      })),
    journal: of('journalEntries').map((one) => ({
      day: day(one.postedOn),
      lines: one.journalLines.map((line: Shown) => ({
        ...{ account: line.accountRef.id, amount: line.netAmount, currency: line.currency },
      })),
    })),
  };
  return {
    entries: entriesOf(form),
    accounts,
    sheets: of('balanceSheet').map((one) => ({
      ...{ day: day(one.date), assets: section(one.assets), liabilities: section(one.liabilities) },
      ...{ equity: section(one.equity), net: exactOf(one.netAssets) },
    })),
    results: of('profitAndLoss').map((one) => ({
      ...{ from: day(one.fromDate), to: day(one.toDate), income: section(one.income) },
      costs: [section(one.costOfSales), section(one.expenses)],
      net: exactOf(one.netProfit),
    })),
  };
}
