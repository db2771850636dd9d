import { amountOf, type PulledRecord, pullChanged, sum } from '@daybook/connector-kit';
import { type MonthlyReport, type ReportLine, readReport } from './read-report.ts';

const yearsMax = 10;

/**
 * One report for each month: of the current and the previous calendar year, or since the start date of the sync
 * settings. Intuit advises to ask for at most six months at once.
 */
export function monthlyReports(baseUrl: string, name: string, map: MapReport) {
  return pullChanged(async ({ syncFrom, ...access }) => {
    const today = new Date(access.http.nowMs()).toISOString();
    const lastYear = Number(today.slice(0, 4));
    const firstYear = syncFrom ? Math.max(Number(syncFrom.slice(0, 4)), lastYear - yearsMax) : lastYear - 1;
    const records: PulledRecord[] = [];
    for (let half = firstYear * 2; half <= lastYear * 2 + 1; half++) {
      const [year, isFirst] = [Math.floor(half / 2), half % 2 === 0];
      const [from, to] = isFirst ? [`${year}-01-01`, `${year}-06-30`] : [`${year}-07-01`, `${year}-12-31`];
      if (from > today || to < (syncFrom ?? '')) continue;
      for (const wire of await readReport(baseUrl, access, { name, from, to })) {
        if (wire.month > today.slice(0, 7) || wire.month < (syncFrom ?? '').slice(0, 7)) continue;
        records.push(recordOf(wire, map));
      }
    }
    return records;
  });
}

type MapReport = (wire: MonthlyReport) => object;

const recordOf = (wire: MonthlyReport, map: MapReport): PulledRecord => ({
  ...{ id: wire.month, source: JSON.stringify(wire) },
  record: () => map(wire),
});

/** A report is stored as Daybook has read it, so its record follows from that. */
export const reportFromSource = (map: MapReport) => (text: string) => recordOf(JSON.parse(text) as MonthlyReport, map);

/** The lines of some groups, with their total as text and as a line. */
export function part(name: string, lines: readonly ReportLine[], groups: readonly string[]) {
  return total(
    name,
    lines.filter((line) => line.groups.some((group) => groups.includes(group))),
  );
}

export function total(name: string, items: readonly ReportLine[]) {
  const value = sum(items.map((item) => item.value));
  const line = {
    name,
    value: amountOf(value),
    items: items.map((item) => ({ name: item.name, accountId: item.accountId, value: amountOf(item.value) })),
  };
  return { total: value, line };
}

export const firstDay = (month: string) => `${month}-01T00:00:00Z`;
export const lastDay = (month: string) => {
  const [year, number] = month.split('-').map(Number);
  return `${new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10)}T00:00:00Z`;
};
