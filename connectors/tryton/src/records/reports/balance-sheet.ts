import { amountOf, defineType, negate, subtract, sum } from '@daybook/connector-kit';
import type { TrytonShared } from '../../tryton-type.ts';
import { date } from '../../values.ts';
import { day } from '../parts.ts';
import { createReportPull, type Report, reportOf, type WireReport } from './pull-reports.ts';
import { asCredits, currencyOf, type Row, rowsOf, section } from './sections.ts';

/** Selects everything that was booked until the end of the period. */
const atItsEnd: Report['context'] = (period) => ({ date: date(period.end_date), cumulate: true, posted: true });

export const balanceSheet = defineType<TrytonShared>({
  dataType: 'balanceSheet',
  pull: ({ sessions }) => createReportPull({ sessions, report: { context: atItsEnd, map: mapBalanceSheet } }),
  fromSource: (text) => reportOf(JSON.parse(text) as WireReport, mapBalanceSheet),
});

export function mapBalanceSheet(wire: WireReport) {
  const rows = rowsOf(wire);
  const of = (category: Row['category']) => rows.filter((row) => row.category === category);
  // Until the fiscal year is closed, its profit or loss counts as equity although it is not booked there.
  const result = sum([...of('Income'), ...of('Expense')].map(({ balance }) => balance));
  const assets = section('Assets', of('Asset'), negate);
  const liabilities = section('Liabilities', of('Liability'), asCredits);
  const equity = section('Equity', of('Equity'), asCredits, [{ name: 'Result not yet closed', value: result }]);
  return {
    date: day(wire.period.end_date),
    currency: currencyOf(wire),
    assets: assets.line,
    liabilities: liabilities.line,
    equity: equity.line,
    netAssets: amountOf(subtract(assets.total, liabilities.total)),
  };
}
