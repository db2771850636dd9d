import { amountOf, defineType, negate, subtract, sum } from '@daybook/connector-kit';
import { currencyOf } from '../amounts.ts';
import { type FavaShared, fromSourceBy } from '../pull-records.ts';
import { lastDay, type ReportSource, reportPull, sectionOf } from './reports.ts';

export function mapBalanceSheet(source: ReportSource) {
  const earned = source.rows.filter(({ type }) => type === 'Income' || type === 'Expense');
  const earnings = { name: 'Earnings', value: negate(sum(earned.map(({ value }) => value))) };
  const assets = sectionOf(source, 'Asset', 'Assets');
  const liabilities = sectionOf(source, 'Liability', 'Liabilities');
  const equity = sectionOf(source, 'Equity', 'Equity', [earnings]);
  return {
    date: lastDay(source.month),
    currency: currencyOf(source.currency),
    ...{ assets: assets.line, liabilities: liabilities.line, equity: equity.line },
    netAssets: amountOf(subtract(assets.total, liabilities.total)),
  };
}

export const balanceSheet = defineType<FavaShared>({
  dataType: 'balanceSheet',
  pull: ({ pageSize }) => reportPull(true, mapBalanceSheet, pageSize),
  fromSource: fromSourceBy(mapBalanceSheet),
});
