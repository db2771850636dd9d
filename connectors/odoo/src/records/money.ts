import { negate } from '@daybook/connector-kit';
import { fields, related } from '../specification.ts';
import { day, optionalText } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, Text } from '../wire.ts';
import { codeOf, currencyField, optionalRef, stamps } from './parts.ts';

/** This file contains the code that payments and bill payments share. */
type WireSettled = { id: number; move_id: { id: number; move_type: string } };
type WirePart = {
  id: number;
  max_date: Text;
  debit_amount_currency: number;
  credit_amount_currency: number;
  debit_move_id?: WireSettled;
  credit_move_id?: WireSettled;
};

export type WirePayment = Stamps & {
  name: Text;
  state: string;
  payment_type: 'inbound' | 'outbound';
  partner_type: 'customer' | 'supplier';
  date: string;
  amount: number;
  memo?: Text;
  ref?: Text;
  currency_id: CurrencyRef;
  partner_id: Ref | false;
  journal_id: { id: number; default_account_id: Ref | false };
  move_id: { id: number; line_ids: { matched_debit_ids: WirePart[]; matched_credit_ids: WirePart[] }[] } | false;
  invoice_ids?: { id: number; move_type: string }[];
};

const part = (field: string, other: string) =>
  related(
    field,
    ...['max_date', 'debit_amount_currency', 'credit_amount_currency'],
    related(other, related('move_id', 'move_type')),
  );

/** Payments that are drafts, rejected or cancelled are left out. Before Odoo 18, the only other state is `posted`. */
const states = ['posted', 'in_process', 'paid'];

export const paymentSource = (side: 'customer' | 'supplier') => ({
  model: 'account.payment',
  company: 'own' as const,
  domain: [['partner_type', '=', side]],
  fullDomain: [['state', 'in', states]],
  fields: fields(
    ...['name', 'state', 'payment_type', 'partner_type', 'date', 'amount', 'memo', 'ref', stamps],
    currencyField,
    related('partner_id', 'display_name'),
    related('journal_id', related('default_account_id', 'name')),
    related('invoice_ids', 'move_type'),
    related(
      'move_id',
      related('line_ids', part('matched_debit_ids', 'debit_move_id'), part('matched_credit_ids', 'credit_move_id')),
    ),
  ),
  movedBy: ['move_id', 'move_id.line_ids', 'move_id.line_ids.matched_debit_ids', 'move_id.line_ids.matched_credit_ids'],
  day: 'date',
  isOurs: (wire: WirePayment) => states.includes(wire.state) && wire.partner_type === side,
});

const linkTypes: Readonly<Record<string, string>> = {
  out_invoice: 'Invoice',
  out_receipt: 'Invoice',
  out_refund: 'CreditNote',
  in_invoice: 'Bill',
  in_receipt: 'Bill',
  in_refund: 'BillCreditNote',
};

/** Matchings with bank statements and other entries are left out: they are not documents. */
function linesOf(wire: WirePayment) {
  const matched = (wire.move_id ? wire.move_id.line_ids : []).flatMap((line) => [
    ...line.matched_debit_ids.map((one) => ({ one, other: one.debit_move_id, amount: one.debit_amount_currency })),
    ...line.matched_credit_ids.map((one) => ({ one, other: one.credit_move_id, amount: one.credit_amount_currency })),
  ]);
  const lines = matched.flatMap(({ one, other, amount }) => {
    const type = linkTypes[other?.move_id.move_type ?? ''];
    if (!other || !type) return [];
    const links = [{ type, id: String(other.move_id.id), amount }];
    return [{ amount, allocatedOnDate: one.max_date ? day(one.max_date) : undefined, links }];
  });
  // A payment without a journal entry of its own is only linked to its invoice.
  const [linked, ...others] = wire.invoice_ids ?? [];
  const type = linkTypes[linked?.move_type ?? ''];
  if (lines.length === 0 && !wire.move_id && linked && type && others.length === 0) {
    const links = [{ type, id: String(linked.id), amount: wire.amount }];
    return [{ amount: wire.amount, allocatedOnDate: day(wire.date), links }];
  }
  return lines;
}

/** A payment in the other direction is a refund, and has a negative amount. */
export const mapPayment = (wire: WirePayment, usual: 'inbound' | 'outbound') => {
  const flip = (amount: number) => (wire.payment_type === usual ? amount : Number(negate(String(amount))));
  const lines = linesOf(wire).map((line) => ({
    ...line,
    amount: flip(line.amount),
    links: line.links.map((link) => ({ ...link, amount: flip(link.amount) })),
  }));
  return {
    accountRef: optionalRef(wire.journal_id.default_account_id),
    date: day(wire.date),
    reference: optionalText(wire.memo || wire.ref || wire.name),
    currency: codeOf(wire.currency_id),
    totalAmount: flip(wire.amount),
    lines,
  };
};
