import {
  type FromSource,
  inOneOrder,
  type Pull,
  type PulledRecord,
  readingWhole,
  readPlace,
  sum,
} from '@daybook/connector-kit';
import { pageOf, unreadable } from '../../pull-records.ts';
import type { Odoo, Sessions } from '../../session.ts';
import { type LedgerAccount, readAccounts, type Sum, sumLedger } from './read-ledger.ts';

/** An account with what was booked before the month and in it. */
export type ReportRow = Pick<LedgerAccount, 'id' | 'name' | 'account_type'> & {
  before: string;
  debit: string;
  credit: string;
};

/** What a report is computed from. `from` and `to` are the first and the last day of the month. */
export type WireReport = { from: string; to: string; currency: string; accounts: ReportRow[] };

/**
 * There is one report for each month from the first entry to the current month. A report can change without a new
 * timestamp, so every pass reads all reports. A page has the months of one year.
 */
export function createReportPull({ sessions, map }: { sessions: Sessions; map: (wire: WireReport) => object }): Pull {
  return readingWhole(async function* pull({ http, credentials, cursor, resumeAt, syncFrom = '' }) {
    const place = readPlace(cursor, resumeAt);
    const odoo = sessions({ http, credentials });
    const first = await firstYear(odoo);
    place.positionMs ??= odoo.serverMs();
    const today = new Date(place.positionMs).toISOString().slice(0, 10);
    const last = Number(today.slice(0, 4));
    const start = Math.max(first ?? last, Number(syncFrom.slice(0, 4)) || 0);
    for (let year = Math.min(Math.max(place.after + 1, start), last); ; year++) {
      const reports = await readYear(odoo, year).catch(unreadable);
      const wanted = reports.filter(({ from, to }) => from <= today && to >= syncFrom.slice(0, 10));
      place.after = year;
      yield pageOf(
        wanted.map((wire) => asRecord(wire, map)),
        place,
        year === last,
      );
      if (year === last) return;
    }
  });
}

const asRecord = (wire: WireReport, map: (wire: WireReport) => object): PulledRecord => ({
  id: wire.from.slice(0, 7),
  record: () => map(wire),
  source: JSON.stringify(inOneOrder(wire)),
});

/** Reads a report from what was stored of it. */
export const reportFromSource =
  (map: (wire: WireReport) => object): FromSource =>
  (text) =>
    asRecord(JSON.parse(text) as WireReport, map);

async function firstYear(odoo: Odoo): Promise<number | undefined> {
  const { company } = await odoo.account();
  const domain = [
    ['company_id', '=', company.id],
    ['parent_state', '=', 'posted'],
  ];
  const parameters = { domain, fields: ['date'], limit: 1, order: 'date' };
  const [oldest] = await odoo
    .call<{ date: string }[]>('account.move.line', 'search_read', parameters)
    .catch(unreadable);
  return oldest ? Number(oldest.date.slice(0, 4)) : undefined;
}

async function readYear(odoo: Odoo, year: number): Promise<WireReport[]> {
  const { company } = await odoo.account();
  const start = `${year}-01-01`;
  const earlier = await sumLedger(odoo, [['date', '<', start]], { byMonth: false });
  const inYear = [
    ['date', '>=', start],
    ['date', '<=', `${year}-12-31`],
  ];
  const months = await sumLedger(odoo, inYear, { byMonth: true });
  const accounts = await readAccounts(odoo);
  return monthsOf(year).map(({ from, to }) => ({
    from,
    to,
    currency: company.currency,
    accounts: rowsOf(accounts, earlier, months, from),
  }));
}

const monthsOf = (year: number) =>
  Array.from({ length: 12 }, (_, month) => {
    const text = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    return { from: text(Date.UTC(year, month, 1)), to: text(Date.UTC(year, month + 1, 0)) };
  });

/** Leaves out accounts on which nothing was booked. */
function rowsOf(accounts: LedgerAccount[], earlier: Sum[], months: Sum[], from: string): ReportRow[] {
  return accounts.flatMap(({ id, name, account_type: type }) => {
    const own = months.filter(({ account }) => account === id);
    const before = [...earlier.filter(({ account }) => account === id), ...own.filter(({ month }) => month < from)];
    const booked = own.find(({ month }) => month === from);
    if (before.length === 0 && !booked) return [];
    const row = { before: exactly(before.map(({ balance }) => balance)), debit: '0', credit: '0' };
    if (booked) Object.assign(row, { debit: exactly([booked.debit]), credit: exactly([booked.credit]) });
    return [{ id, name, account_type: type, ...row }];
  });
}

const exactly = (amounts: number[]) => sum(amounts.map(String));
