import type { DataType } from '../data-type.ts';
import { accountRef, amount, currency, list, namedRef, object, optional, text, time } from '../parts.ts';

export const journalEntries: DataType = {
  name: 'journalEntries',
  description: 'Entries of the general ledger. Debits are positive, and credits are negative.',
  columns: { date1: 'postedOn' },
  record: object({
    postedOn: time(),
    description: optional(text()),
    reference: optional(text()),
    journalLines: list(
      object({
        description: optional(text()),
        accountRef,
        netAmount: amount(),
        currency: optional(currency),
        tracking: optional(list(namedRef)),
      }),
    ),
  }),
};
