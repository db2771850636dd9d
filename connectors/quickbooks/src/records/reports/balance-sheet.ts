import { amountOf, defineType, subtract } from '@daybook/connector-kit';
import type { PullSettings } from '../../pull-records.ts';
import { lastDay, monthlyReports, part, reportFromSource } from './monthly-reports.ts';
import type { MonthlyReport } from './read-report.ts';

export function mapBalanceSheet({ month, currency, lines }: MonthlyReport) {
  const assets = part('Assets', lines, ['TotalAssets']);
  const liabilities = part('Liabilities', lines, ['Liabilities']);
  return {
    date: lastDay(month),
    currency,
    assets: assets.line,
    liabilities: liabilities.line,
    equity: part('Equity', lines, ['Equity']).line,
    netAssets: amountOf(subtract(assets.total, liabilities.total)),
  };
}

export const balanceSheet = defineType<PullSettings>({
  dataType: 'balanceSheet',
  pull: ({ baseUrl }) => monthlyReports(baseUrl, 'BalanceSheet', mapBalanceSheet),
  fromSource: reportFromSource(mapBalanceSheet),
});
