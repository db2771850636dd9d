import type { ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import { dayMs, type Row, type XeroBooks, xeroDate } from './xero-books.ts';
import { balances, ledgerOf, shown } from './xero-ledger.ts';

/** Xero's reports: rows of cells that hold texts. A cell of an account names the account's id. */
type Cell = { Value: string; Attributes?: { Value: string; Id: string }[] };
type ReportRow = { RowType: string; Title?: string; Cells?: Cell[]; Rows?: ReportRow[] };
type Column = { title: string; of: Map<Row, number> };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const text = (Value: string): Cell => ({ Value });
const titleOf = (ms: number) => {
  const at = new Date(ms);
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${String(at.getUTCFullYear()).slice(2)}`;
};
/** The last day of the month, `back` months earlier. */
const monthEnd = (ms: number, back: number) => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back + 1, 0);
};
const monthStart = (ms: number) => Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth(), 1);

function accountRow(account: Row, columns: readonly Column[], sign: 1 | -1): ReportRow {
  const Attributes = [{ Value: String(account.AccountID), Id: 'account' }];
  const values = columns.map(({ of }) => ({ Value: shown(sign * (of.get(account) ?? 0)), Attributes }));
  return { RowType: 'Row', Cells: [{ Value: String(account.Name), Attributes }, ...values] };
}

const sumOf = (rows: readonly Row[], { of }: Column) => rows.reduce((sum, account) => sum + (of.get(account) ?? 0), 0);
const totalRow = (RowType: string, name: string, values: readonly number[]): ReportRow => ({
  RowType,
  Cells: [text(name), ...values.map((value) => text(shown(value)))],
});
const alone = (name: string, values: readonly number[]): ReportRow => ({
  ...{ RowType: 'Section', Title: '' },
  Rows: [totalRow('Row', name, values)],
});

export function reportOf(
  books: XeroBooks,
  name: string,
  { query }: ContractRequest,
  nowMs: number,
): object | undefined {
  const postings = ledgerOf(books);
  const columnsFrom = (param: string, isRange: boolean): Column[] => {
    const toMs = dayMs(query.get(param) ?? new Date(nowMs).toISOString());
    const count = Number(query.get('periods') ?? 0);
    return Array.from({ length: count + 1 }, (_, back) => {
      const end = back === 0 ? toMs : monthEnd(toMs, back);
      const fromMs =
        back === 0 ? dayMs(query.get('fromDate') ?? new Date(monthStart(toMs)).toISOString()) : monthStart(end);
      return { title: titleOf(end), of: balances(postings, { ...(isRange && { fromMs }), toMs: end }) };
    });
  };
  const known: Record<string, () => ReportRow[]> = {
    BalanceSheet: () => balanceSheet(books, columnsFrom('date', false)),
    ProfitAndLoss: () => profitAndLoss(books, columnsFrom('toDate', true)),
    TrialBalance: () => trialBalance(columnsFrom('date', false)),
    BankSummary: () => bankSummary(books, postings, query, nowMs),
  };
  const rows = known[name];
  if (!rows) return undefined;
  return {
    ...{ ReportID: name, ReportName: name, ReportType: name, ReportTitles: [name, books.organisation.Name] },
    ...{ ReportDate: titleOf(nowMs), UpdatedDateUTC: xeroDate(nowMs), Fields: [], Rows: rows() },
  };
}

const header = (columns: readonly Column[]): ReportRow => ({
  RowType: 'Header',
  Cells: [text(''), ...columns.map(({ title }) => text(title))],
});

type Choice = { books: XeroBooks; columns: readonly Column[]; sign: 1 | -1 };

/** A section with the accounts that have a balance in some column, and their total. */
function section({ books, columns, sign }: Choice, Title: string, fits: (account: Row) => boolean): ReportRow {
  const found = [...books.rows.Accounts.values()].filter(
    (account) => fits(account) && columns.some(({ of }) => (of.get(account) ?? 0) !== 0),
  );
  const totals = columns.map((column) => sign * sumOf(found, column));
  const Rows = [
    ...found.map((account) => accountRow(account, columns, sign)),
    totalRow('SummaryRow', `Total ${Title}`, totals),
  ];
  return { RowType: 'Section', Title, Rows };
}

function totals({ books, columns, sign }: Choice, ofClass: string): number[] {
  const accounts = [...books.rows.Accounts.values()].filter(({ Class }) => Class === ofClass);
  return columns.map((column) => sign * sumOf(accounts, column));
}

function balanceSheet(books: XeroBooks, columns: readonly Column[]): ReportRow[] {
  const [debit, credit] = [{ books, columns, sign: 1 } as const, { books, columns, sign: -1 } as const];
  const [assets, liabilities] = [totals(debit, 'ASSET'), totals(credit, 'LIABILITY')];
  const earned = totals(credit, 'REVENUE').map((income, at) => income - (totals(debit, 'EXPENSE')[at] ?? 0));
  const equity = section(credit, 'Equity', ({ Class }) => Class === 'EQUITY');
  const Attributes = [{ Value: 'abababab-abab-abab-abab-abababababab', Id: 'account' }];
  const result: ReportRow = {
    RowType: 'Row',
    Cells: [
      { Value: 'Current Year Earnings', Attributes },
      ...earned.map((one) => ({ Value: shown(one), Attributes })),
    ],
  };
  const own = totals(credit, 'EQUITY').map((one, at) => one + (earned[at] ?? 0));
  equity.Rows = [...(equity.Rows ?? []).slice(0, -1), result, totalRow('SummaryRow', 'Total Equity', own)];
  return [
    header(columns),
    { RowType: 'Section', Title: 'Assets', Rows: [] },
    section(debit, 'Bank', ({ Type }) => Type === 'BANK'),
    section(debit, 'Current Assets', ({ Class, Type }) => Class === 'ASSET' && Type !== 'BANK'),
    alone('Total Assets', assets),
    { RowType: 'Section', Title: 'Liabilities', Rows: [] },
    section(credit, 'Current Liabilities', ({ Class }) => Class === 'LIABILITY'),
    alone('Total Liabilities', liabilities),
    alone(
      'Net Assets',
      assets.map((one, at) => one - (liabilities[at] ?? 0)),
    ),
    equity,
  ];
}

function profitAndLoss(books: XeroBooks, columns: readonly Column[]): ReportRow[] {
  const [debit, credit] = [{ books, columns, sign: 1 } as const, { books, columns, sign: -1 } as const];
  const direct = columns.map((column) =>
    sumOf(
      [...books.rows.Accounts.values()].filter(({ Type }) => Type === 'DIRECTCOSTS'),
      column,
    ),
  );
  const [income, expenses] = [totals(credit, 'REVENUE'), totals(debit, 'EXPENSE')];
  return [
    header(columns),
    section(credit, 'Income', ({ Class }) => Class === 'REVENUE'),
    section(debit, 'Less Cost of Sales', ({ Type }) => Type === 'DIRECTCOSTS'),
    alone(
      'Gross Profit',
      income.map((one, at) => one - (direct[at] ?? 0)),
    ),
    section(debit, 'Less Operating Expenses', ({ Class, Type }) => Class === 'EXPENSE' && Type !== 'DIRECTCOSTS'),
    alone(
      'Net Profit',
      income.map((one, at) => one - (expenses[at] ?? 0)),
    ),
  ];
}

function trialBalance(columns: readonly Column[]): ReportRow[] {
  const [column] = columns;
  const rowOf = (account: Row): ReportRow => {
    const balance = column?.of.get(account) ?? 0;
    const [debit, credit] = [balance > 0 ? shown(balance) : '', balance < 0 ? shown(-balance) : ''];
    const Attributes = [{ Value: String(account.AccountID), Id: 'account' }];
    const cells = [debit, credit, debit, credit].map((Value) => ({ Value, Attributes }));
    return { RowType: 'Row', Cells: [{ Value: `${account.Name} (${account.Code})`, Attributes }, ...cells] };
  };
  const titles = ['Account', 'Debit', 'Credit', 'YTD Debit', 'YTD Credit'];
  return [
    { RowType: 'Header', Cells: titles.map(text) },
    { RowType: 'Section', Title: 'Accounts', Rows: [...(column?.of.keys() ?? [])].map(rowOf) },
  ];
}

function bankSummary(
  books: XeroBooks,
  postings: ReturnType<typeof ledgerOf>,
  query: URLSearchParams,
  nowMs: number,
): ReportRow[] {
  const toMs = dayMs(query.get('toDate') ?? new Date(nowMs).toISOString());
  const fromMs = dayMs(query.get('fromDate') ?? new Date(monthStart(toMs)).toISOString());
  const banks = [...books.rows.Accounts.values()].filter(({ Type, Status }) => Type === 'BANK' && Status === 'ACTIVE');
  const Rows = banks.map((account) => {
    const own = postings.filter((one) => one.account === account && one.atMs <= toMs);
    const total = (of: typeof own) => of.reduce((sum, one) => sum + one.cents, 0);
    const during = own.filter(({ atMs }) => atMs >= fromMs);
    const values = [
      total(own.filter(({ atMs }) => atMs < fromMs)),
      total(during.filter(({ cents }) => cents > 0)),
      -total(during.filter(({ cents }) => cents < 0)),
      total(own),
    ];
    const Attributes = [{ Value: String(account.AccountID), Id: 'accountID' }];
    return {
      RowType: 'Row',
      Cells: [{ Value: String(account.Name), Attributes }, ...values.map((one) => text(shown(one)))],
    };
  });
  const titles = ['Bank Accounts', 'Opening Balance', 'Cash Received', 'Cash Spent', 'Closing Balance'];
  return [
    { RowType: 'Header', Cells: titles.map(text) },
    { RowType: 'Section', Title: '', Rows },
  ];
}
