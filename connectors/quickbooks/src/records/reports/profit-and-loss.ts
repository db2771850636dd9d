import { amountOf, defineType, subtract } from '@daybook/connector-kit';
import type { PullSettings } from '../../pull-records.ts';
import { firstDay, lastDay, monthlyReports, part, reportFromSource } from './monthly-reports.ts';
import type { MonthlyReport } from './read-report.ts';

export function mapProfitAndLoss({ month, currency, lines }: MonthlyReport) {
  const income = part('Income', lines, ['Income', 'OtherIncome']);
  const costs = part('Cost of goods sold', lines, ['COGS']);
  const expenses = part('Expenses', lines, ['Expenses', 'OtherExpenses']);
  const gross = subtract(income.total, costs.total);
  return {
    fromDate: firstDay(month),
    toDate: lastDay(month),
    currency,
    income: income.line,
    costOfSales: costs.line,
    expenses: expenses.line,
    grossProfit: amountOf(gross),
    netProfit: amountOf(subtract(gross, expenses.total)),
  };
}

export const profitAndLoss = defineType<PullSettings>({
  dataType: 'profitAndLoss',
  pull: ({ baseUrl }) => monthlyReports(baseUrl, 'ProfitAndLoss', mapProfitAndLoss),
  fromSource: reportFromSource(mapProfitAndLoss),
});
