import { amountOf, negate, signOf, subtract, sum } from '@daybook/connector-kit';
import { accountType } from './map-books.ts';
import { day } from './map-documents.ts';
import type { WireAccount, WireReport } from './wire.ts';

/**
 * Tryton's statements are screens, not records. These reports are computed from account balances, in the same way as
 * Tryton computes the screens.
 */
type Row = { account: WireAccount; category: ReturnType<typeof accountType>; balance: string };

/**
 * Credit balances are positive. An account with a `debit_type` is reported under that type while its balance is a
 * debit.
 */
function rowsOf({ accounts }: WireReport): Row[] {
  return accounts.map((account) => {
    const balance = subtract(account.credit, account.debit);
    const type = account.debit_type && signOf(balance) < 0 ? account.debit_type : account.type;
    return { account, category: accountType(type), balance };
  });
}

const asCredits = (text: string) => text;

function section(
  name: string,
  rows: readonly Row[],
  flip: (text: string) => string,
  more: { name: string; value: string }[] = [],
) {
  const items = [
    ...rows
      .filter(({ balance }) => signOf(balance) !== 0)
      .map(({ account, balance }) => ({ name: account.name, accountId: String(account.id), value: flip(balance) })),
    ...more.filter(({ value }) => signOf(value) !== 0),
  ];
  const total = sum(items.map(({ value }) => value));
  const line = { name, value: amountOf(total), items: items.map((item) => ({ ...item, value: amountOf(item.value) })) };
  return { total, line };
}

const currencyOf = ({ accounts }: WireReport) => accounts[0]?.currency.code;

export function mapBalanceSheet(wire: WireReport) {
  const rows = rowsOf(wire);
  const of = (category: Row['category']) => rows.filter((row) => row.category === category);
  // Until the fiscal year is closed, its profit or loss counts as equity although it is not booked there.
  const result = sum([...of('Income'), ...of('Expense')].map(({ balance }) => balance));
  const assets = section('Assets', of('Asset'), negate);
  const liabilities = section('Liabilities', of('Liability'), asCredits);
  const equity = section('Equity', of('Equity'), asCredits, [{ name: 'Result not yet closed', value: result }]);
  return {
    date: day(wire.period.end_date),
    currency: currencyOf(wire),
    assets: assets.line,
    liabilities: liabilities.line,
    equity: equity.line,
    netAssets: amountOf(subtract(assets.total, liabilities.total)),
  };
}

export function mapProfitAndLoss(wire: WireReport) {
  const rows = rowsOf(wire);
  const of = (category: Row['category']) => rows.filter((row) => row.category === category);
  const income = section('Income', of('Income'), asCredits);
  const expenses = section('Expenses', of('Expense'), negate);
  return {
    fromDate: day(wire.period.start_date),
    toDate: day(wire.period.end_date),
    currency: currencyOf(wire),
    income: income.line,
    expenses: expenses.line,
    netProfit: amountOf(subtract(income.total, expenses.total)),
  };
}
