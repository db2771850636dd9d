import { inOneOrder, type Pull, type PulledRecord, readingWhole, readPlace } from '@daybook/connector-kit';
import { pageOf, readRows, unreadable } from '../../pull-records.ts';
import type { Sessions, Tryton } from '../../session.ts';
import { decode } from '../../values.ts';
import { accountSource, type WireAccount } from '../accounts.ts';

export type WirePeriod = { id: number; name: string; type: string; start_date: string; end_date: string };

/** What a report is computed from: one period, and the accounts with their balances. */
export type WireReport = { period: WirePeriod; accounts: WireAccount[] };

/**
 * How a report is read. There is one report for each period that has begun. A report can change without a new
 * timestamp, so every pass reads all reports.
 */
export type Report = {
  /** Builds the Tryton context, which selects the bookings that are summed up. */
  context: (period: WirePeriod, periods: readonly WirePeriod[]) => object;
  map: (wire: WireReport) => object;
};

export const isAdjustment = ({ type }: WirePeriod) => type === 'adjustment';
const periodsMax = 2000;
const periodsOnPage = 6;

export function createReportPull({ sessions, report }: { sessions: Sessions; report: Report }): Pull {
  return readingWhole(async function* pull({ http, credentials, cursor, resumeAt, syncFrom = '' }) {
    const place = readPlace(cursor, resumeAt);
    const tryton = sessions({ http, credentials });
    const periods = await readPeriods(tryton);
    place.positionMs ??= tryton.serverMs();
    const today = new Date(place.positionMs).toISOString().slice(0, 10);
    const wanted = periods.filter(
      (period) => !isAdjustment(period) && period.start_date <= today && period.end_date >= syncFrom.slice(0, 10),
    );
    for (;;) {
      const batch = wanted.filter(({ id }) => id > place.after).slice(0, periodsOnPage);
      const records: PulledRecord[] = [];
      for (const period of batch) records.push(await readReport(tryton, report, period, periods));
      place.after = batch.at(-1)?.id ?? place.after;
      const isLast = !wanted.some(({ id }) => id > place.after);
      yield pageOf(records, place, isLast);
      if (isLast) return;
    }
  });
}

async function readPeriods(tryton: Tryton): Promise<WirePeriod[]> {
  const source = {
    model: 'account.period',
    company: 'fiscalyear.company',
    fields: ['name', 'type', 'start_date', 'end_date'],
  };
  return decode(await readRows(tryton, { source, domain: [], after: 0, limit: periodsMax })) as WirePeriod[];
}

async function readReport(
  tryton: Tryton,
  report: Report,
  period: WirePeriod,
  periods: WirePeriod[],
): Promise<PulledRecord> {
  const { model, domain } = accountSource;
  const fields = accountSource.fields.filter((field) => !field.endsWith('_date') && field !== 'note');
  const params = [[...domain, ['company', '=', await tryton.company()]], 0, null, [['id', 'ASC']], fields];
  const accounts = await tryton
    .call<unknown[]>(`model.${model}.search_read`, params, report.context(period, periods))
    .catch(unreadable);
  const wire = inOneOrder({ period, accounts: decode(accounts) }) as WireReport;
  return reportOf(wire, report.map);
}

export function reportOf(wire: WireReport, map: Report['map']): PulledRecord {
  return { id: String(wire.period.id), record: () => map(wire), source: JSON.stringify(wire) };
}
