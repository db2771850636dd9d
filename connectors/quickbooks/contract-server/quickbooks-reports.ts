import type { QuickbooksBooks, Row } from './quickbooks-books.ts';
import { ledgerOf, type Posting } from './quickbooks-ledger.ts';

/** QuickBooks' reports: columns with their dates, and rows that are nested in sections. Cells hold texts. */
type Column = { title: string; from: string; to: string };
type Cell = { value: string; id?: string };
type ReportRow = {
  Header?: { ColData: Cell[] };
  Rows?: { Row: ReportRow[] };
  Summary?: { ColData: Cell[] };
  ColData?: Cell[];
  type: 'Section' | 'Data';
  group?: string;
};
type Sums = { column: Column; of: Map<Row, number> }[];

const shown = (cents: number) => (cents === 0 ? '' : (cents / 100).toFixed(2));
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function columnsOf(query: URLSearchParams, nowMs: number): Column[] {
  const from = query.get('start_date') ?? `${iso(nowMs).slice(0, 4)}-01-01`;
  const to = query.get('end_date') ?? iso(nowMs);
  if (query.get('summarize_column_by') !== 'Month') return [{ title: 'Total', from, to }];
  const columns: Column[] = [];
  for (let at = new Date(`${from}T00:00:00Z`); iso(at.getTime()) <= to; ) {
    const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
    const end = iso(next - 86_400_000);
    columns.push({ title: iso(at.getTime()).slice(0, 7), from: iso(at.getTime()), to: end < to ? end : to });
    at = new Date(next);
  }
  return columns;
}

export function reportOf(
  books: QuickbooksBooks,
  name: string,
  query: URLSearchParams,
  nowMs: number,
): object | undefined {
  const columns = columnsOf(query, nowMs);
  const postings = ledgerOf(books);
  const build = {
    ProfitAndLoss: profitAndLoss,
    BalanceSheet: balanceSheet,
    CashFlow: cashFlow,
    TrialBalance: trialBalance,
  }[name];
  if (!build) return undefined;
  const Row = build(columns, postings);
  return {
    Header: {
      ...{ Time: new Date(nowMs).toISOString(), ReportName: name, ReportBasis: 'Accrual', Currency: 'GBP' },
      ...{ StartPeriod: columns[0]?.from, EndPeriod: columns.at(-1)?.to },
      SummarizeColumnsBy: query.get('summarize_column_by') ?? 'Total',
      Option: [{ Name: 'NoReportData', Value: String(Row.length === 0) }],
    },
    Columns: {
      Column: [
        { ColTitle: '', ColType: 'Account', MetaData: [{ Name: 'ColKey', Value: 'account' }] },
        ...(name === 'TrialBalance' ? ['Debit', 'Credit'].map((ColTitle) => ({ ColTitle, ColType: 'Money' })) : []),
        ...(name === 'TrialBalance' ? [] : columns).map(({ title, from, to }) => ({
          ...{ ColTitle: title, ColType: 'Money' },
          MetaData: [
            { Name: 'StartDate', Value: from },
            { Name: 'EndDate', Value: to },
          ],
        })),
        ...(columns.length > 1 && name === 'ProfitAndLoss' ? [{ ColTitle: 'Total', ColType: 'Money' }] : []),
      ],
    },
    Rows: { Row },
  };
}

const sumsOf = (columns: readonly Column[], postings: readonly Posting[], isRange: boolean): Sums =>
  columns.map((column) => {
    const of = new Map<Row, number>();
    for (const { day, account, cents } of postings)
      if (day <= column.to && (!isRange || day >= column.from)) of.set(account, (of.get(account) ?? 0) + cents);
    return { column, of };
  });

type Part = { sums: Sums; sign: 1 | -1; withTotal?: boolean };

const cells = (name: Cell, values: readonly number[], withTotal: boolean | undefined): Cell[] => [
  name,
  ...values.map((value) => ({ value: shown(value) })),
  ...(withTotal ? [{ value: shown(values.reduce((sum, one) => sum + one, 0)) }] : []),
];

function totalsOf({ sums, sign }: Part, fits: (account: Row) => boolean): number[] {
  return sums.map(({ of }) => [...of].reduce((sum, [account, cents]) => sum + (fits(account) ? sign * cents : 0), 0));
}

function section(
  part: Part,
  group: string,
  title: string,
  fits: (account: Row) => boolean,
  more: ReportRow[] = [],
): ReportRow {
  const accounts = [...new Set(part.sums.flatMap(({ of }) => [...of.keys()]))].filter(fits);
  const rows = accounts.map((account): ReportRow => {
    const values = part.sums.map(({ of }) => part.sign * (of.get(account) ?? 0));
    return {
      ColData: cells({ value: String(account.Name), id: String(account.Id) }, values, part.withTotal),
      type: 'Data',
    };
  });
  return {
    Header: {
      ColData: cells(
        { value: title },
        part.sums.map(() => 0),
        part.withTotal,
      ),
    },
    Rows: { Row: [...rows, ...more] },
    Summary: { ColData: cells({ value: `Total ${title}` }, totalsOf(part, fits), part.withTotal) },
    ...{ type: 'Section', group },
  };
}

const summary = (group: string, title: string, values: readonly number[], withTotal?: boolean): ReportRow => ({
  Summary: { ColData: cells({ value: title }, values, withTotal) },
  ...{ type: 'Section', group },
});
const ofClass = (name: string) => (account: Row) => account.Classification === name;
const isCost = ({ AccountType }: Row) => AccountType === 'Cost of Goods Sold';

function profitAndLoss(columns: readonly Column[], postings: readonly Posting[]): ReportRow[] {
  const sums = sumsOf(columns, postings, true);
  const withTotal = columns.length > 1;
  const [debit, credit] = [{ sums, sign: 1, withTotal } as const, { sums, sign: -1, withTotal } as const];
  const [income, costs] = [totalsOf(credit, ofClass('Revenue')), totalsOf(debit, isCost)];
  const net = totalsOf(credit, (account) => ['Revenue', 'Expense'].includes(String(account.Classification)));
  return [
    section(credit, 'Income', 'Income', ofClass('Revenue')),
    section(debit, 'COGS', 'Cost of Goods Sold', isCost),
    summary(
      'GrossProfit',
      'Gross Profit',
      income.map((one, at) => one - (costs[at] ?? 0)),
      withTotal,
    ),
    section(debit, 'Expenses', 'Expenses', (account) => ofClass('Expense')(account) && !isCost(account)),
    summary('NetOperatingIncome', 'Net Operating Income', net, withTotal),
    summary('NetIncome', 'Net Income', net, withTotal),
  ];
}

function balanceSheet(columns: readonly Column[], postings: readonly Posting[]): ReportRow[] {
  const sums = sumsOf(columns, postings, false);
  const [debit, credit] = [{ sums, sign: 1 } as const, { sums, sign: -1 } as const];
  const isResult = (account: Row) => ['Revenue', 'Expense'].includes(String(account.Classification));
  const result: ReportRow = {
    ColData: cells({ value: 'Net Income' }, totalsOf(credit, isResult), false),
    type: 'Data',
  };
  const isOwn = (account: Row) => ofClass('Equity')(account) || isResult(account);
  const equity = section(credit, 'Equity', 'Equity', ofClass('Equity'), [result]);
  equity.Summary = { ColData: cells({ value: 'Total Equity' }, totalsOf(credit, isOwn), false) };
  const isAsset = ofClass('Asset');
  return [
    {
      ...section(debit, 'TotalAssets', 'ASSETS', isAsset),
      Rows: { Row: [section(debit, 'CurrentAssets', 'Current Assets', isAsset)] },
    },
    {
      ...section(credit, 'TotalLiabilitiesAndEquity', 'LIABILITIES AND EQUITY', (account) => !isAsset(account)),
      Rows: { Row: [section(credit, 'Liabilities', 'Liabilities', ofClass('Liability')), equity] },
    },
  ];
}

function cashFlow(columns: readonly Column[], postings: readonly Posting[]): ReportRow[] {
  const isCash = ({ AccountType }: Row) => AccountType === 'Bank';
  const others = { sums: sumsOf(columns, postings, true), sign: -1 } as const;
  const cash = { sums: sumsOf(columns, postings, true), sign: 1 } as const;
  const ending = totalsOf({ sums: sumsOf(columns, postings, false), sign: 1 }, isCash);
  const change = totalsOf(cash, isCash);
  const isOwn = ofClass('Equity');
  return [
    section(others, 'OperatingActivities', 'OPERATING ACTIVITIES', (account) => !isCash(account) && !isOwn(account)),
    section(others, 'FinancingActivities', 'FINANCING ACTIVITIES', isOwn),
    summary('CashIncrease', 'Net cash increase for period', change),
    summary(
      'BeginningCash',
      'Cash at beginning of period',
      ending.map((one, at) => one - (change[at] ?? 0)),
    ),
    summary('EndingCash', 'Cash at end of period', ending),
  ];
}

function trialBalance(columns: readonly Column[], postings: readonly Posting[]): ReportRow[] {
  const [sums] = sumsOf(columns.slice(-1), postings, false);
  return [...(sums?.of ?? [])].map(([account, cents]) => ({
    ColData: [
      { value: String(account.Name), id: String(account.Id) },
      { value: shown(Math.max(0, cents)) },
      { value: shown(Math.max(0, -cents)) },
    ],
    type: 'Data',
  }));
}
