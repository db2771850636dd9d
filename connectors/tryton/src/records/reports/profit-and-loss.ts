import { amountOf, defineType, negate, subtract } from '@daybook/connector-kit';
import type { TrytonShared } from '../../tryton-type.ts';
import { day } from '../parts.ts';
import {
  createReportPull,
  isAdjustment,
  type Report,
  reportOf,
  type WirePeriod,
  type WireReport,
} from './pull-reports.ts';
import { asCredits, currencyOf, type Row, rowsOf, section } from './sections.ts';

/** Selects everything that was booked in the period and in the adjustment periods within it. */
const withinIt: Report['context'] = (period, periods) => {
  const isInside = (other: WirePeriod) => other.start_date >= period.start_date && other.end_date <= period.end_date;
  return {
    periods: periods
      .filter((other) => other === period || (isAdjustment(other) && isInside(other)))
      .map(({ id }) => id),
    posted: true,
  };
};

export const profitAndLoss = defineType<TrytonShared>({
  dataType: 'profitAndLoss',
  pull: ({ sessions }) => createReportPull({ sessions, report: { context: withinIt, map: mapProfitAndLoss } }),
  fromSource: (text) => reportOf(JSON.parse(text) as WireReport, mapProfitAndLoss),
});

export function mapProfitAndLoss(wire: WireReport) {
  const rows = rowsOf(wire);
  const of = (category: Row['category']) => rows.filter((row) => row.category === category);
  const income = section('Income', of('Income'), asCredits);
  const expenses = section('Expenses', of('Expense'), negate);
  return {
    fromDate: day(wire.period.start_date),
    toDate: day(wire.period.end_date),
    currency: currencyOf(wire),
    income: income.line,
    expenses: expenses.line,
    netProfit: amountOf(subtract(income.total, expenses.total)),
  };
}
