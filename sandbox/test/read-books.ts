import { exactOf } from './exact-decimal.ts';
import { type Books, entriesOf, type Form, type Records, type Section } from './tie-books.ts';

/** The books of a company from the sandbox's own records. */
// biome-ignore lint/suspicious/noExplicitAny: records of several data types.
type Wire = any;

const section = ({ amount, rows }: Wire): Section => ({
  total: exactOf(amount),
  rows: rows.map((row: Wire) => ({ account: row.account, amount: exactOf(row.amount) })),
});

export function readBooks(records: Records): Books {
  const of = (dataType: string) => records[dataType] ?? [];
  const accounts = of('accounts').map(({ id, name, kind, balance }) => ({ id, name, kind, balance: exactOf(balance) }));
  const form: Form = {
    accounts,
    documents: (dataType) =>
      of(dataType)
        .filter(({ state }) => state !== 'draft' && state !== 'cancelled')
        .map((one) => ({
          ...{ day: one.issued_on, rate: one.exchange_rate, gross: one.gross_total, tax: one.tax_total },
          lines: one.lines.map((line: Wire) => ({ account: line.account.id, net: line.net })),
        })),
    payments: (dataType) =>
      of(dataType).map((one) => ({
        ...{ day: one.paid_on, rate: one.exchange_rate, account: one.account.id, amount: one.amount },
      })),
    journal: of('journalEntries').map((one) => ({
      day: one.posted_on,
      lines: one.lines.map((line: Wire) => ({
        account: line.account.id,
        amount: line.amount,
        currency: line.currency,
      })),
    })),
  };
  return {
    entries: entriesOf(form),
    accounts,
    sheets: of('balanceSheet').map((one) => ({
      ...{ day: one.as_of, assets: section(one.assets), liabilities: section(one.liabilities) },
      ...{ equity: section(one.equity), net: exactOf(one.net_assets) },
    })),
    results: of('profitAndLoss').map((one) => ({
      ...{ from: one.from, to: one.to, income: section(one.income) },
      costs: [section(one.cost_of_sales), section(one.overheads)],
      net: exactOf(one.net_profit),
    })),
  };
}
