import type { DataType } from '../data-type.ts';
import { amount, currency, object, optional, text } from '../parts.ts';

export const bankAccounts: DataType = {
  name: 'bankAccounts',
  description: 'Bank accounts of the company.',
  columns: { amount1: 'balance', ref1: 'accountName' },
  record: object({
    accountName: text(),
    accountNumber: optional(text()),
    iBan: optional(text()),
    institution: optional(text()),
    currency: optional(currency),
    balance: amount(),
    availableBalance: optional(amount()),
  }),
};
