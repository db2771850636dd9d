import type { BookType, State, Wire } from './platform.ts';

/** A record as Daybook shows it. */
// biome-ignore lint/suspicious/noExplicitAny: records of several data types, as Daybook sends them.
export type Shown = any;

/** How the records that Daybook shows differ from what the platform had. Deleted records must not be there. */
export function compareRecords(type: BookType, shown: readonly Shown[], state: State): string[] {
  const differences: string[] = [];
  const live = new Map(shown.filter(({ metadata }) => !metadata.isDeleted).map((one) => [one.id, one]));
  for (const [id, wire] of state) {
    const one = live.get(id);
    const [is, shouldBe] = [one && JSON.stringify(ofShown(type, one)), JSON.stringify(ofWire(type, wire))];
    if (is !== shouldBe) differences.push(`${type} ${id}: ${is} instead of ${shouldBe}`);
  }
  for (const id of live.keys()) if (!state.has(id)) differences.push(`${type} ${id} is not on the platform`);
  if (live.size + shown.filter(({ metadata }) => metadata.isDeleted).length !== shown.length)
    differences.push(`${type}: a record is there twice`);
  return differences;
}

const exact = (text: unknown) => (text === undefined || text === null ? null : String(text));
const time = (text: unknown) => (text ? new Date(String(text)).toISOString() : null);
const each = (lines: Wire[] | undefined, of: (line: Wire) => unknown) => (lines ?? []).map(of);

function ofWire(type: BookType, one: Wire): unknown {
  const day = one.issued_on ?? one.paid_on ?? one.posted_on;
  if (type === 'accounts') return [one.name, exact(one.balance)];
  if (type === 'balanceSheet')
    return [one.as_of, section(one.assets), section(one.liabilities), section(one.equity), exact(one.net_assets)];
  if (type === 'profitAndLoss')
    return [
      one.from,
      one.to,
      section(one.income),
      section(one.cost_of_sales),
      section(one.overheads),
      exact(one.net_profit),
    ];
  if (type === 'journalEntries')
    return [
      day,
      time(one.modified_at),
      each(one.lines, (line) => [line.account.id, exact(line.amount), line.currency]),
    ];
  const head = [day, time(one.modified_at), one.currency, exact(one.exchange_rate)];
  if (type === 'payments' || type === 'billPayments')
    return [...head, one.account.id, exact(one.amount), each(one.applied_to, (link) => [link.id, exact(link.amount)])];
  const lines = each(one.lines, (line) => [line.account.id, exact(line.net), exact(line.tax)]);
  return [...head, exact(one.gross_total), exact(one.tax_total), exact(one.open_amount ?? one.unused_amount), lines];
}

function ofShown(type: BookType, one: Shown): unknown {
  const day = (one.issueDate ?? one.date ?? one.postedOn ?? one.fromDate)?.slice(0, 10);
  if (type === 'accounts') return [one.name, exact(one.currentBalance)];
  if (type === 'balanceSheet')
    return [day, lines(one.assets), lines(one.liabilities), lines(one.equity), exact(one.netAssets)];
  if (type === 'profitAndLoss')
    return [
      day,
      one.toDate.slice(0, 10),
      lines(one.income),
      lines(one.costOfSales),
      lines(one.expenses),
      exact(one.netProfit),
    ];
  const modified = time(one.sourceModifiedDate);
  if (type === 'journalEntries')
    return [
      day,
      modified,
      each(one.journalLines, (line) => [line.accountRef.id, exact(line.netAmount), line.currency]),
    ];
  const head = [day, modified, one.currency, exact(one.currencyRate)];
  if (type === 'payments' || type === 'billPayments')
    return [
      ...head,
      one.accountRef.id,
      exact(one.totalAmount),
      each(one.lines?.[0]?.links, (link) => [link.id, exact(link.amount)]),
    ];
  const own = each(one.lineItems, (line) => [line.accountRef.id, exact(line.subTotal), exact(line.taxAmount)]);
  const open = exact(one.amountDue ?? one.remainingCredit);
  return [...head, exact(one.totalAmount), exact(one.totalTaxAmount), open, own];
}

const section = ({ amount, rows }: Wire) => [
  exact(amount),
  each(rows, (row) => [row.account ?? null, exact(row.amount)]),
];
const lines = ({ value, items }: Shown) => [
  exact(value),
  each(items, (row) => [row.accountId ?? null, exact(row.value)]),
];
