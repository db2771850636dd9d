import { odooType } from '../odoo-type.ts';
import { fields, related } from '../specification.ts';
import { day, optionalText } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, Text } from '../wire.ts';
import { codeOf, currencyField, namedRef, stamps } from './parts.ts';

type WireSide = {
  id: number;
  account_id: { id: number };
  currency_id: CurrencyRef;
  move_id: {
    id: number;
    date: string;
    ref: Text;
    journal_id: { id: number; type: string; default_account_id: Ref | false };
  };
  name: Text;
};

type WireMatching = Stamps & {
  company_id: { id: number; transfer_account_id: Ref | false };
  max_date: string;
  debit_amount_currency: number;
  credit_amount_currency: number;
  debit_move_id: WireSide;
  credit_move_id: WireSide;
};

const side = (field: string) =>
  related(
    field,
    'name',
    currencyField,
    related('account_id', 'name'),
    related('move_id', 'date', 'ref', related('journal_id', 'type', related('default_account_id', 'name'))),
  );

const bankOf = ({ move_id: move }: WireSide) => move.journal_id.default_account_id;
const isBank = (one: WireSide) => ['bank', 'cash', 'credit'].includes(one.move_id.journal_id.type) && bankOf(one);

/**
 * A transfer is booked twice: from one bank to the company's account for transfers, and from there to another bank. The
 * two entries are matched on that account, and the matching is the transfer.
 */
export const transfers = odooType({
  dataType: 'transfers',
  model: 'account.partial.reconcile',
  company: 'own',
  domain: [
    ['debit_move_id.move_id.journal_id.type', 'in', ['bank', 'cash', 'credit']],
    ['credit_move_id.move_id.journal_id.type', 'in', ['bank', 'cash', 'credit']],
  ],
  fields: fields(
    ...['max_date', 'debit_amount_currency', 'credit_amount_currency', stamps],
    related('company_id', related('transfer_account_id', 'name')),
    side('debit_move_id'),
    side('credit_move_id'),
  ),
  movedBy: ['debit_move_id', 'credit_move_id'],
  day: 'max_date',
  isOurs: ({ debit_move_id: from, credit_move_id: to, company_id: company }: WireMatching) => {
    const between = company.transfer_account_id || undefined;
    return between?.id === from.account_id.id && Boolean(isBank(from) && isBank(to));
  },
  map: ({ debit_move_id: from, credit_move_id: to, ...wire }: WireMatching) => ({
    date: day(wire.max_date),
    description: optionalText(to.name || from.name),
    from: {
      accountRef: namedRef(bankOf(from) as Ref),
      amount: wire.debit_amount_currency,
      currency: codeOf(from.currency_id),
    },
    to: {
      accountRef: namedRef(bankOf(to) as Ref),
      amount: wire.credit_amount_currency,
      currency: codeOf(to.currency_id),
    },
  }),
});
