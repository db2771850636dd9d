import type { RecordVersion } from '../books/book.ts';
import { countOf } from '../books/book.ts';
import { monthOf, timeText } from '../books/dates.ts';
import { writeAccount } from '../records/ledger.ts';
import { type AccountKind, accountEntry, bankAccountCount } from '../records/tables/account-names.ts';
import { type Decimal, minus, plus, toRaw, zero } from '../writes/exact-values.ts';
import type { AccountTotals, Ledger } from './open-ledger.ts';
import { sum } from './post-record.ts';

type Row = { title: string; account?: string; amount: Decimal };
type Section = { title: string; total: Decimal; rows: Row[] };
type Index = { index: number };

/** The records that are computed from the documents of a company with a ledger. Amounts are in EUR. */
export const statementWriters: Readonly<Record<string, (ledger: Ledger, version: RecordVersion) => string>> = {
  accounts: (ledger, version) => writeAccount(ledger.book, version, toRaw(ledger.of(version.id).balance).rawJSON),
  balanceSheet: writeBalanceSheet,
  profitAndLoss: writeProfitAndLoss,
  cashFlowStatement: writeCashFlow,
};

const negated = (amount: Decimal) => minus(zero, amount);
const at = (amounts: readonly Decimal[], { index }: Index) => amounts[index] ?? zero;
const movement = (totals: AccountTotals, month: Index) => plus(at(totals.debits, month), at(totals.credits, month));

/** A section with one row for each account of a kind (`AccountKind`) or group. */
function section(
  { accounts, of }: Ledger,
  title: string,
  wanted: { of: AccountKind | string; value: (totals: AccountTotals) => Decimal; more?: Row[] },
): Section {
  const rows = accounts
    .filter(({ index }) => {
      const { kind, group } = accountEntry(index);
      return kind === wanted.of || group === wanted.of;
    })
    .map(({ id, index }): Row => ({ title: accountEntry(index).name, account: id, amount: wanted.value(of(id)) }))
    .concat(wanted.more ?? []);
  return { title, total: sum(rows.map(({ amount }) => amount)), rows };
}

const shown = ({ title, total, rows }: Section) => ({
  title,
  amount: toRaw(total),
  rows: rows.map(({ title, account, amount }) => ({ title, account, amount: toRaw(amount) })),
});

/** The time says nothing about changes: what a statement contains changes with the documents. */
function write({ book }: Ledger, dataType: string, { id, index }: RecordVersion, members: object): string {
  const modified_at = timeText(30 * (index + 1), index + countOf(book, dataType));
  return JSON.stringify({ id, ...members, modified_at });
}

/** What was earned so far belongs to the equity. */
function writeBalanceSheet(ledger: Ledger, version: RecordVersion): string {
  const value = (totals: AccountTotals) => at(totals.atEnd, version);
  const credit = (totals: AccountTotals) => negated(value(totals));
  const assets = section(ledger, 'Assets', { of: 'asset', value });
  const liabilities = section(ledger, 'Liabilities', { of: 'liability', value: credit });
  const earned = ['revenue', 'cost'].map((kind) => section(ledger, kind, { of: kind, value: credit }).total);
  const more = [{ title: 'Earnings', amount: sum(earned) }];
  const equity = section(ledger, 'Equity', { of: 'equity', value: credit, more });
  return write(ledger, 'balanceSheet', version, {
    as_of: monthOf(version.index).to,
    currency: 'EUR',
    assets: shown(assets),
    liabilities: shown(liabilities),
    equity: shown(equity),
    net_assets: toRaw(minus(assets.total, liabilities.total)),
  });
}

function writeProfitAndLoss(ledger: Ledger, version: RecordVersion): string {
  const debit = (totals: AccountTotals) => movement(totals, version);
  const income = section(ledger, 'Income', { of: 'revenue', value: (totals) => negated(debit(totals)) });
  const sales = section(ledger, 'Cost of sales', { of: 'Cost of sales', value: debit });
  const overheads = section(ledger, 'Overheads', { of: 'Overheads', value: debit });
  const grossProfit = minus(income.total, sales.total);
  return write(ledger, 'profitAndLoss', version, {
    ...monthOf(version.index),
    currency: 'EUR',
    income: shown(income),
    cost_of_sales: shown(sales),
    overheads: shown(overheads),
    gross_profit: toRaw(grossProfit),
    net_profit: toRaw(minus(grossProfit, overheads.total)),
  });
}

/** The debits and credits of the bank accounts. */
function writeCashFlow(ledger: Ledger, version: RecordVersion): string {
  const bank = { ...ledger, accounts: ledger.accounts.filter(({ index }) => index < bankAccountCount) };
  const receipts = section(bank, 'Receipts', { of: 'asset', value: ({ debits }) => at(debits, version) });
  const payments = section(bank, 'Payments', { of: 'asset', value: ({ credits }) => negated(at(credits, version)) });
  const closing = section(bank, 'Closing', { of: 'asset', value: ({ atEnd }) => at(atEnd, version) }).total;
  const net = minus(receipts.total, payments.total);
  return write(ledger, 'cashFlowStatement', version, {
    ...monthOf(version.index),
    currency: 'EUR',
    receipts: shown(receipts),
    payments: shown(payments),
    opening: toRaw(minus(closing, net)),
    net: toRaw(net),
    closing: toRaw(closing),
  });
}
