import type { DataType } from '../data-type.ts';
import { amount, flag, namedRef, object, optional, text, time } from '../parts.ts';

export const bankTransactions: DataType = {
  name: 'bankTransactions',
  description: 'Transactions on bank accounts. Incoming amounts are positive.',
  columns: { date1: 'date', amount1: 'amount', ref1: 'bankAccountRef.id' },
  record: object({
    bankAccountRef: namedRef,
    date: time(),
    description: optional(text()),
    reference: optional(text()),
    amount: amount(),
    balance: optional(amount()),
    reconciled: optional(flag()),
  }),
};
