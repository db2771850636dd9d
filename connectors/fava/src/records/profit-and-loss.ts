import { amountOf, defineType, subtract } from '@daybook/connector-kit';
import { currencyOf } from '../amounts.ts';
import { type FavaShared, fromSourceBy } from '../pull-records.ts';
import { firstDay, lastDay, type ReportSource, reportPull, sectionOf } from './reports.ts';

export function mapProfitAndLoss(source: ReportSource) {
  const income = sectionOf(source, 'Income', 'Income');
  const expenses = sectionOf(source, 'Expense', 'Expenses');
  return {
    fromDate: firstDay(source.month),
    toDate: lastDay(source.month),
    currency: currencyOf(source.currency),
    ...{ income: income.line, expenses: expenses.line },
    netProfit: amountOf(subtract(income.total, expenses.total)),
  };
}

export const profitAndLoss = defineType<FavaShared>({
  dataType: 'profitAndLoss',
  pull: ({ pageSize }) => reportPull(false, mapProfitAndLoss, pageSize),
  fromSource: fromSourceBy(mapProfitAndLoss),
});
