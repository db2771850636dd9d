import { amountOf, defineType, subtract } from '@daybook/connector-kit';
import type { XeroShared } from '../../xero-type.ts';
import { lastDay, type MonthlyReport, monthlyReports, part, reportFromSource } from './monthly-reports.ts';

export function mapBalanceSheet({ month, currency, lines }: MonthlyReport) {
  const assets = part('Assets', lines, 'asset');
  const liabilities = part('Liabilities', lines, 'liability');
  return {
    date: lastDay(month),
    currency,
    assets: assets.line,
    liabilities: liabilities.line,
    equity: part('Equity', lines, 'equity').line,
    netAssets: amountOf(subtract(assets.total, liabilities.total)),
  };
}

export const balanceSheet = defineType<XeroShared>({
  dataType: 'balanceSheet',
  pull: ({ baseUrl }) =>
    monthlyReports(baseUrl, {
      name: 'BalanceSheet',
      datesOf: (year) => ({ date: `${year}-12-31` }),
      map: mapBalanceSheet,
    }),
  fromSource: reportFromSource(mapBalanceSheet),
});
