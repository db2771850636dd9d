import {
  type Amount,
  type AmountKind,
  amountText,
  chooseAmountKind,
  minus,
  plus,
  randomAmount,
} from '../books/amounts.ts';
import { type Book, countOf, idOf, type RecordVersion, randomOf } from '../books/book.ts';
import { monthOf, timeText } from '../books/dates.ts';
import type { Random } from '../books/random.ts';
import { type AccountKind, accountEntries } from './tables/account-names.ts';

/**
 * A section of a report. The report for each month is one record. The total of a section is the exact sum of its rows.
 */
type Section = { text: string; total: Amount };

type Frame = { book: Book; random: Random; kind: AmountKind };

function openFrame(book: Book, dataType: string, { index, revision }: RecordVersion): Frame {
  const random = randomOf(book, dataType, index, revision);
  return { book, random, kind: chooseAmountKind(random, book.amounts) };
}

/** Builds a section with one row for each ledger account of a kind (`AccountKind`) or group. */
function section({ book, random, kind }: Frame, title: string, wanted: AccountKind | string): Section {
  const rows: string[] = [];
  let total: Amount = 0;
  for (const [index, entry] of accountEntries.entries()) {
    if (entry.kind !== wanted && entry.group !== wanted) continue;
    const value = randomAmount(random, kind, 1000, 10_000_000);
    total = plus(total, value);
    rows.push(
      `{"title":"${entry.name}","account":"${idOf(book, 'accounts', index)}","amount":${amountText(value, kind.scale)}}`,
    );
  }
  return {
    text: `{"title":"${title}","amount":${amountText(total, kind.scale)},"rows":[${rows.join(',')}]}`,
    total,
  };
}

function modified(book: Book, dataType: string, { index, modifiedAt }: RecordVersion): string {
  return `"modified_at":"${modifiedAt ?? timeText(30 * (index + 1), index + countOf(book, dataType))}"`;
}

export function writeBalanceSheet(book: Book, version: RecordVersion): string {
  const frame = openFrame(book, 'balanceSheet', version);
  const assets = section(frame, 'Assets', 'asset');
  const liabilities = section(frame, 'Liabilities', 'liability');
  const net = amountText(minus(assets.total, liabilities.total), frame.kind.scale);
  const { to } = monthOf(version.index);
  return (
    `{"id":"${version.id}","as_of":"${to}","currency":"EUR","assets":${assets.text},"liabilities":${liabilities.text}` +
    `,"equity":{"title":"Equity","amount":${net},"rows":[]},"net_assets":${net},${modified(book, 'balanceSheet', version)}}`
  );
}

export function writeProfitAndLoss(book: Book, version: RecordVersion): string {
  const frame = openFrame(book, 'profitAndLoss', version);
  const income = section(frame, 'Income', 'revenue');
  const sales = section(frame, 'Cost of sales', 'Cost of sales');
  const overheads = section(frame, 'Overheads', 'Overheads');
  const grossProfit = minus(income.total, sales.total);
  const netProfit = minus(grossProfit, overheads.total);
  const { from, to } = monthOf(version.index);
  const { scale } = frame.kind;
  return (
    `{"id":"${version.id}","from":"${from}","to":"${to}","currency":"EUR","income":${income.text},"cost_of_sales":${sales.text}` +
    `,"overheads":${overheads.text},"gross_profit":${amountText(grossProfit, scale)},"net_profit":${amountText(netProfit, scale)}` +
    `,${modified(book, 'profitAndLoss', version)}}`
  );
}

export function writeCashFlow(book: Book, version: RecordVersion): string {
  const frame = openFrame(book, 'cashFlowStatement', version);
  const receipts = section(frame, 'Receipts', 'revenue');
  const payments = section(frame, 'Payments', 'cost');
  const opening = randomAmount(frame.random, frame.kind, 100_000, 100_000_000);
  const net = minus(receipts.total, payments.total);
  const { from, to } = monthOf(version.index);
  const { scale } = frame.kind;
  return (
    `{"id":"${version.id}","from":"${from}","to":"${to}","currency":"EUR","receipts":${receipts.text},"payments":${payments.text}` +
    `,"opening":${amountText(opening, scale)},"net":${amountText(net, scale)},"closing":${amountText(plus(opening, net), scale)}` +
    `,${modified(book, 'cashFlowStatement', version)}}`
  );
}
