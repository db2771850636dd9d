import { hash } from 'node:crypto';
import {
  amountOf,
  CursorTooOld,
  defineType,
  type Pull,
  type PulledRecord,
  signOf,
  subtract,
  sum,
} from '@daybook/connector-kit';
import type { XeroShared } from '../../xero-type.ts';
import { lastDay, readChart, readCurrency, recordOf, reportFromSource, yearsMax } from './monthly-reports.ts';
import { type BankPeriod, readBankSummary } from './read-bank-summary.ts';

type MonthlyCash = { month: string; currency: string; banks: BankPeriod[] };

/** What was booked on the bank accounts. A transfer between two of them is a receipt and a payment. */
export function mapCashFlow({ month, currency, banks }: MonthlyCash) {
  const part = (name: string, side: 'received' | 'spent') => {
    const items = banks.filter((bank) => signOf(bank[side]) !== 0);
    const total = sum(items.map((bank) => bank[side]));
    const lines = items.map((bank) => ({
      ...{ name: bank.name, accountId: bank.accountId, value: amountOf(bank[side]) },
    }));
    return { total, line: { name, value: amountOf(total), items: lines } };
  };
  const [receipts, payments] = [part('Cash receipts', 'received'), part('Cash payments', 'spent')];
  return {
    fromDate: `${month}-01T00:00:00Z`,
    toDate: lastDay(month),
    currency,
    cashReceipts: receipts.line,
    cashPayments: payments.line,
    openingBalance: amountOf(sum(banks.map(({ opening }) => opening))),
    netCashFlow: amountOf(subtract(receipts.total, payments.total)),
    closingBalance: amountOf(sum(banks.map(({ closing }) => closing))),
  };
}

export const cashFlowStatement = defineType<XeroShared>({
  dataType: 'cashFlowStatement',
  pull: ({ baseUrl }) => createCashPull(baseUrl),
  fromSource: reportFromSource(mapCashFlow),
});

/**
 * Xero's bank summary covers one period, so each month costs a request. A full pass reads the months of the current and
 * the previous calendar year, or since the start date of the sync settings. An incremental pass reads again the newest
 * month that is known and the one before it, and whatever came after. Changes of older months are found by full passes.
 * The cursor holds a digest of every month.
 */
function createCashPull(baseUrl: string): Pull {
  return async function* pull({ http, credentials, cursor, syncFrom }) {
    const access = { http, credentials, baseUrl };
    const [chart, currency] = [await readChart(access), await readCurrency(access)];
    const digests = readDigests(cursor);
    const oldest = firstToRead([...digests.keys()]);
    const changed: PulledRecord[] = [];
    for (const month of monthsUntil(new Date(http.nowMs()), syncFrom).filter((one) => one >= oldest)) {
      const banks = await readBankSummary(access, { from: `${month}-01`, to: lastDay(month).slice(0, 10) });
      const named = banks.map((bank) => ({ ...bank, accountId: chart.get(bank.accountId)?.Code || bank.accountId }));
      const record = recordOf({ month, currency, banks: named }, mapCashFlow);
      const digest = hash('sha256', record.source ?? '', 'base64url').slice(0, 12);
      if (digests.get(month) !== digest) changed.push(record);
      digests.set(month, digest);
    }
    const next = [...digests].map(([month, digest]) => `${month}:${digest}`).join(' ');
    yield { records: changed, resumeAt: null, cursor: next };
  };
}

const cursorPattern = /^(?:\d{4}-\d\d:[\w-]{12}(?: |$))+$/;

function readDigests(cursor: string | undefined): Map<string, string> {
  if (cursor === undefined) return new Map();
  if (!cursorPattern.test(cursor)) throw new CursorTooOld('Unknown cursor.');
  return new Map(cursor.split(' ').map((entry) => entry.split(':') as [string, string]));
}

/** The month before the newest of these. */
function firstToRead(months: readonly string[]): string {
  const newest = [...months].sort().at(-1);
  return newest === undefined ? '' : new Date(Date.parse(`${newest}-01`) - dayMs).toISOString().slice(0, 7);
}

const dayMs = 86_400_000;

function monthsUntil(now: Date, syncFrom: string | undefined): string[] {
  const [first = '', last] = [syncFrom?.slice(0, 7), now.toISOString().slice(0, 7)];
  const lastYear = now.getUTCFullYear();
  const firstYear = syncFrom ? Math.max(Number(syncFrom.slice(0, 4)), lastYear - yearsMax) : lastYear - 1;
  const all = Array.from({ length: (lastYear - firstYear + 1) * 12 }, (_, n) =>
    new Date(Date.UTC(firstYear, n, 1)).toISOString().slice(0, 7),
  );
  return all.filter((month) => month >= first && month <= last);
}
