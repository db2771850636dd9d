import type { DataType } from '../data-type.ts';
import { amount, currency, object, optional, reportLine, time } from '../parts.ts';

export const cashFlowStatement: DataType = {
  name: 'cashFlowStatement',
  description: 'Money received and spent in each period. There is one record per period.',
  columns: { date1: 'fromDate', date2: 'toDate', amount1: 'netCashFlow' },
  record: object({
    fromDate: time(),
    toDate: time(),
    currency: optional(currency),
    cashReceipts: reportLine,
    cashPayments: reportLine,
    openingBalance: optional(amount()),
    netCashFlow: amount(),
    closingBalance: optional(amount()),
  }),
};
