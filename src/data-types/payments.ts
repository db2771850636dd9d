import type { DataType } from './data-type.ts';
import { accountRef, amount, currency, customerRef, list, object, optional, paymentLine, text, time } from './parts.ts';

export const payments: DataType = {
  name: 'payments',
  description: 'Money received from customers.',
  columns: { date1: 'date', amount1: 'totalAmount', ref1: 'customerRef.id' },
  record: object({
    customerRef: optional(customerRef),
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
