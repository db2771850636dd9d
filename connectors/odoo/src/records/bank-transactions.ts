import { odooType } from '../odoo-type.ts';
import { fields, related } from '../specification.ts';
import { day, optionalText } from '../values.ts';
import type { Ref, Stamps, Text } from '../wire.ts';
import { namedRef, stamps } from './parts.ts';

type WireStatementLine = Stamps & {
  date: string;
  payment_ref: Text;
  ref: Text;
  partner_name: Text;
  amount: number;
  is_reconciled: boolean;
  state: string;
  journal_id: Ref;
};

/** Lines of bank statements. A line that was cancelled is left out. */
export const bankTransactions = odooType({
  dataType: 'bankTransactions',
  model: 'account.bank.statement.line',
  company: 'own',
  domain: [],
  fullDomain: [['state', '!=', 'cancel']],
  fields: fields(
    ...['date', 'payment_ref', 'ref', 'partner_name', 'amount', 'is_reconciled', 'state', stamps],
    related('journal_id', 'name'),
  ),
  // A line becomes reconciled when the lines of its entry are changed or matched.
  movedBy: [
    ...['move_id', 'move_id.line_ids'],
    ...['move_id.line_ids.matched_debit_ids', 'move_id.line_ids.matched_credit_ids'],
  ],
  day: 'date',
  isOurs: (wire: WireStatementLine) => wire.state !== 'cancel',
  map: (wire: WireStatementLine) => ({
    bankAccountRef: namedRef(wire.journal_id),
    date: day(wire.date),
    description: optionalText(wire.payment_ref),
    reference: optionalText(wire.ref || wire.partner_name),
    amount: wire.amount,
    reconciled: wire.is_reconciled,
  }),
});
