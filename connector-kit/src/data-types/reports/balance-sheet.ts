import type { DataType } from '../data-type.ts';
import { amount, currency, object, optional, reportLine, time } from '../parts.ts';

export const balanceSheet: DataType = {
  name: 'balanceSheet',
  description: 'What the company owns and owes at the end of each period. There is one record per period.',
  columns: { date1: 'date', amount1: 'netAssets' },
  record: object({
    date: time(),
    currency: optional(currency),
    assets: reportLine,
    liabilities: reportLine,
    equity: reportLine,
    netAssets: amount(),
  }),
};
