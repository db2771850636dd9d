import type { DataType } from '../data-type.ts';
import { accountRef, amount, currency, object, optional, text, time } from '../parts.ts';

export const transfers: DataType = {
  name: 'transfers',
  description: "Money moved between the company's own accounts.",
  columns: { date1: 'date', amount1: 'from.amount' },
  record: object({
    date: time(),
    description: optional(text()),
    from: object({ accountRef, amount: amount(), currency: optional(currency) }),
    to: object({ accountRef, amount: amount(), currency: optional(currency) }),
  }),
};
