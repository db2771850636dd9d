import { amountOf, defineType, subtract } from '@daybook/connector-kit';
import type { XeroShared } from '../../xero-type.ts';
import { lastDay, type MonthlyReport, monthlyReports, part, reportFromSource } from './monthly-reports.ts';

export function mapProfitAndLoss({ month, currency, lines }: MonthlyReport) {
  const income = part('Income', lines, 'income');
  const costs = part('Cost of sales', lines, 'directCost');
  const expenses = part('Expenses', lines, 'expense');
  const gross = subtract(income.total, costs.total);
  return {
    fromDate: `${month}-01T00:00:00Z`,
    toDate: lastDay(month),
    currency,
    income: income.line,
    costOfSales: costs.line,
    expenses: expenses.line,
    grossProfit: amountOf(gross),
    netProfit: amountOf(subtract(gross, expenses.total)),
  };
}

export const profitAndLoss = defineType<XeroShared>({
  dataType: 'profitAndLoss',
  pull: ({ baseUrl }) =>
    monthlyReports(baseUrl, {
      name: 'ProfitAndLoss',
      datesOf: (year) => ({ fromDate: `${year}-12-01`, toDate: `${year}-12-31` }),
      map: mapProfitAndLoss,
    }),
  fromSource: reportFromSource(mapProfitAndLoss),
});
