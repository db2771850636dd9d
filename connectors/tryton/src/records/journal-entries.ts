import { amountOf, subtract } from '@daybook/connector-kit';
import { trytonType } from '../tryton-type.ts';
import type { CurrencyRef, Ref, Stamps } from '../wire.ts';
import { day, namedRef, optionalText, stamps, under } from './parts.ts';

type WireMove = Stamps & {
  number: string | null;
  post_number: string | null;
  date: string;
  description: string | null;
  company: { id: number; currency: CurrencyRef };
  lines: { id: number; account: Ref; debit: string; credit: string; description: string | null }[];
};

export const journalEntries = trytonType({
  dataType: 'journalEntries',
  model: 'account.move',
  company: 'company',
  // Leave out drafts, which are not booked yet.
  domain: [['state', '=', 'posted']],
  fields: [
    ...['number', 'post_number', 'date', 'description', 'company.currency.code'],
    ...under('lines', ['account.name', 'debit', 'credit', 'description']),
    ...stamps,
  ],
  movedBy: ['lines'],
  day: 'date',
  map: (wire: WireMove) => ({
    postedOn: day(wire.date),
    description: optionalText(wire.description),
    reference: optionalText(wire.post_number ?? wire.number),
    journalLines: wire.lines.map((line) => ({
      description: optionalText(line.description),
      accountRef: namedRef(line.account),
      netAmount: amountOf(subtract(line.debit, line.credit)),
      currency: wire.company.currency.code,
    })),
  }),
});
