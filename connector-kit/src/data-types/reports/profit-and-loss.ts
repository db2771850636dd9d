import type { DataType } from '../data-type.ts';
import { amount, currency, object, optional, reportLine, time } from '../parts.ts';

export const profitAndLoss: DataType = {
  name: 'profitAndLoss',
  description: 'Income and expenses of each period. There is one record per period.',
  columns: { date1: 'fromDate', date2: 'toDate', amount1: 'netProfit' },
  record: object({
    fromDate: time(),
    toDate: time(),
    currency: optional(currency),
    income: reportLine,
    costOfSales: optional(reportLine),
    expenses: reportLine,
    grossProfit: optional(amount()),
    netProfit: amount(),
  }),
};
