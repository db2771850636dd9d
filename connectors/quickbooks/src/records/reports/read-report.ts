import { plainText, signOf } from '@daybook/connector-kit';
import type { Access } from '../../read-all.ts';
import { companyUrl, getFromQuickbooks, readQuickbooks } from '../../request-quickbooks.ts';

/** The amount of one account, or of another named row, in one month. `groups` are the sections around it. */
export type ReportLine = { name: string; accountId?: string; groups: string[]; value: string };
export type MonthlyReport = { month: string; currency: string | undefined; lines: ReportLine[] };

type Cell = { value?: string; id?: string };
type ReportRow = {
  Header?: { ColData: Cell[] };
  Rows?: { Row?: ReportRow[] };
  Summary?: { ColData: Cell[] };
  ColData?: Cell[];
  group?: string;
};
type Report = {
  Header?: { Currency?: string };
  Columns: { Column: { MetaData?: { Name: string; Value: string }[] }[] };
  Rows: { Row?: ReportRow[] };
};

/** Reads the months between two days from a report of QuickBooks. */
export async function readReport(
  baseUrl: string,
  { http, credentials }: Access,
  { name, from, to }: { name: string; from: string; to: string },
): Promise<MonthlyReport[]> {
  const query = { start_date: from, end_date: to, summarize_column_by: 'Month', accounting_method: 'Accrual' };
  const { body } = await getFromQuickbooks(http, companyUrl(baseUrl, credentials, `reports/${name}`, query));
  return readQuickbooks(body, (text) => {
    const report = JSON.parse(text) as Report;
    return report.Columns.Column.flatMap(({ MetaData = [] }, column) => {
      // The column of totals has no dates.
      const start = MetaData.find(({ Name }) => Name === 'StartDate')?.Value;
      if (start === undefined) return [];
      const lines = (report.Rows.Row ?? []).flatMap((row) => linesOf(row, column, []));
      return [{ month: start.slice(0, 7), currency: report.Header?.Currency, lines }];
    });
  });
}

/**
 * Returns the rows of accounts, and rows that are a section of their own, such as the net income. An account with
 * sub-accounts is a section whose header has the account's own amount.
 */
function linesOf(row: ReportRow, column: number, outer: string[]): ReportLine[] {
  const groups = row.group ? [...outer, row.group] : outer;
  const line = (cells: Cell[] | undefined): ReportLine[] => {
    const value = numberText(cells?.[column]?.value);
    if (!cells || signOf(value) === 0) return [];
    return [{ name: cells[0]?.value ?? '', ...(cells[0]?.id && { accountId: cells[0].id }), groups, value }];
  };
  const inner = (row.Rows?.Row ?? []).flatMap((one) => linesOf(one, column, groups));
  const isAlone = !row.Rows && !row.ColData;
  const ownHeader = row.Header?.ColData[0]?.id ? row.Header.ColData : undefined;
  return [...line(row.ColData ?? (isAlone ? row.Summary?.ColData : ownHeader)), ...inner];
}

function numberText(value = ''): string {
  return plainText(value.replaceAll(',', '').trim() || '0');
}
