import { odooType } from '../odoo-type.ts';
import { entryPush } from '../push/push-entry.ts';
import { fields, related } from '../specification.ts';
import { day, optionalText } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, Text } from '../wire.ts';
import { codeOf, type Distribution, namedRef, stamps, trackingOf } from './parts.ts';

type WireEntry = Stamps & {
  name: Text;
  ref: Text;
  state: string;
  move_type: string;
  date: string;
  company_currency_id: CurrencyRef;
  line_ids: { id: number; name: Text; balance: number; account_id: Ref | false; analytic_distribution: Distribution }[];
};

/** Every posted entry of the ledger, including those of invoices, payments and bank statements. */
export const entrySource = {
  model: 'account.move',
  company: 'own' as const,
  domain: [],
  // Leave out drafts, which are not booked yet.
  fullDomain: [['state', '=', 'posted']],
  fields: fields(
    ...['name', 'ref', 'state', 'move_type', 'date', stamps],
    related('company_currency_id', 'name'),
    related('line_ids', 'name', 'balance', 'analytic_distribution', related('account_id', 'name')),
  ),
  movedBy: ['line_ids'],
  day: 'date',
  isOurs: (wire: WireEntry) => wire.state === 'posted',
  map: (wire: WireEntry) => ({
    postedOn: day(wire.date),
    description: optionalText(wire.ref),
    reference: optionalText(wire.name),
    journalLines: wire.line_ids.flatMap((line) => {
      // A line without an account is a heading or a note.
      if (!line.account_id) return [];
      return {
        description: optionalText(line.name),
        accountRef: namedRef(line.account_id),
        netAmount: line.balance,
        currency: codeOf(wire.company_currency_id),
        tracking: trackingOf(line.analytic_distribution),
      };
    }),
  }),
};

export const journalEntries = odooType({ dataType: 'journalEntries', ...entrySource, push: entryPush });
