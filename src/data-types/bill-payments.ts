import type { DataType } from './data-type.ts';
import { accountRef, amount, currency, list, object, optional, paymentLine, supplierRef, text, time } from './parts.ts';

export const billPayments: DataType = {
  name: 'billPayments',
  description: 'Money paid to suppliers.',
  columns: { date1: 'date', amount1: 'totalAmount', ref1: 'supplierRef.id' },
  record: object({
    supplierRef: optional(supplierRef),
    accountRef: optional(accountRef),
    date: time(),
    reference: optional(text()),
    currency: optional(currency),
    currencyRate: optional(amount()),
    totalAmount: amount(),
    lines: optional(list(paymentLine)),
    note: optional(text()),
  }),
};
