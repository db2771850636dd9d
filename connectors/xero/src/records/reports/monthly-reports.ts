import { amountOf, type PulledRecord, pullChanged, signOf, sum, Unavailable } from '@daybook/connector-kit';
import { readElements } from '../../pull-records.ts';
import { getFromXero, headersFor, readXero } from '../../request-xero.ts';
import { type Access, readReport, type Section } from './read-report.ts';

/** The kinds of accounts that the reports distinguish. */
export type Kind = 'asset' | 'liability' | 'equity' | 'income' | 'directCost' | 'expense';
export type ReportLine = { name: string; accountId?: string; kind: Kind; value: string };
export type MonthlyReport = { month: string; currency: string; lines: ReportLine[] };

type XeroAccount = { AccountID: string; Code?: string; Type: string; Class?: string };

const kinds: Readonly<Record<string, Kind>> = {
  ...{ ASSET: 'asset', LIABILITY: 'liability', EQUITY: 'equity', REVENUE: 'income', EXPENSE: 'expense' },
};

/**
 * One report for each month: of the current and the previous calendar year, or since the start date of the sync
 * settings. One request brings the twelve months of a year. It asks for December and compares the months before it,
 * because Xero cuts the earlier months off at the last day of the first one, and December has 31 days.
 */
export function monthlyReports(
  baseUrl: string,
  {
    name,
    datesOf,
    map,
  }: { name: string; datesOf: (year: number) => Record<string, string>; map: (wire: MonthlyReport) => object },
) {
  return pullChanged(async ({ http, credentials, syncFrom }) => {
    const access = { http, credentials, baseUrl };
    const [chart, currency] = [await readChart(access), await readCurrency(access)];
    const today = new Date(http.nowMs()).toISOString();
    const lastYear = Number(today.slice(0, 4));
    const firstYear = syncFrom ? Math.max(Number(syncFrom.slice(0, 4)), lastYear - yearsMax) : lastYear - 1;
    const records: PulledRecord[] = [];
    for (let year = firstYear; year <= lastYear; year++) {
      const parameters = { ...datesOf(year), periods: '11', timeframe: 'MONTH', standardLayout: 'true' };
      const { sections } = await readReport(access, name, parameters);
      for (let month = 1; month <= 12; month++) {
        const period = `${year}-${String(month).padStart(2, '0')}`;
        if (period > today.slice(0, 7) || period < (syncFrom ?? '').slice(0, 7)) continue;
        // The columns are in descending order: December is the first.
        records.push(recordOf({ month: period, currency, lines: linesOf(sections, chart, 12 - month) }, map));
      }
    }
    return records;
  });
}

export const yearsMax = 10;

type MapReport<Wire> = (wire: Wire) => object;

export const recordOf = <Wire extends { month: string }>(wire: Wire, map: MapReport<Wire>): PulledRecord => ({
  ...{ id: wire.month, source: JSON.stringify(wire) },
  record: () => map(wire),
});

/** A report is stored as Daybook has read it, so its record follows from that. */
export const reportFromSource =
  <Wire extends { month: string }>(map: MapReport<Wire>) =>
  (text: string) =>
    recordOf(JSON.parse(text) as Wire, map);

export async function readChart({ http, credentials, baseUrl }: Access): Promise<Map<string, XeroAccount>> {
  const { body } = await getFromXero(http, `${baseUrl}/api.xro/2.0/Accounts`, headersFor(credentials));
  const accounts = readElements(body, 'Accounts', (text) => JSON.parse(text) as XeroAccount);
  return new Map(accounts.map((account) => [account.AccountID, account]));
}

export async function readCurrency({ http, credentials, baseUrl }: Access): Promise<string> {
  const { body } = await getFromXero(http, `${baseUrl}/api.xro/2.0/Organisation`, headersFor(credentials));
  return readXero(body, (text) => {
    const { Organisations } = JSON.parse(text) as { Organisations: [{ BaseCurrency: string }] };
    return Organisations[0].BaseCurrency;
  });
}

function linesOf(sections: readonly Section[], chart: Map<string, XeroAccount>, column: number): ReportLine[] {
  return sections.flatMap(({ title, rows }) =>
    rows.flatMap((row) => {
      const value = row.values[column];
      if (value === undefined) throw new Unavailable('Xero sent a report with fewer months than were asked for.');
      if (signOf(value) === 0) return [];
      const account = chart.get(row.accountId);
      const kind = account ? kindOf(account) : kindByTitle(title);
      return [{ name: row.name, ...(account && { accountId: account.Code || account.AccountID }), kind, value }];
    }),
  );
}

const kindOf = ({ Type, Class = '' }: XeroAccount): Kind =>
  Type === 'DIRECTCOSTS' ? 'directCost' : (kinds[Class] ?? 'asset');

/** Rows that are no account, such as the earnings of the current year, belong to the section that they are in. */
function kindByTitle(title: string): Kind {
  if (/equity/i.test(title)) return 'equity';
  if (/liabilit/i.test(title)) return 'liability';
  if (/cost of sales/i.test(title)) return 'directCost';
  if (/income|revenue/i.test(title)) return 'income';
  return /expense/i.test(title) ? 'expense' : 'asset';
}

/** A part of a report with its total, as text and as a line. */
export function part(name: string, lines: readonly ReportLine[], kind: Kind) {
  const items = lines.filter((line) => line.kind === kind);
  const total = sum(items.map(({ value }) => value));
  const line = {
    name,
    value: amountOf(total),
    items: items.map(({ name: itemName, accountId, value }) => ({ name: itemName, accountId, value: amountOf(value) })),
  };
  return { total, line };
}

export const lastDay = (month: string) => {
  const [year, number] = month.split('-').map(Number);
  return `${new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10)}T00:00:00Z`;
};
