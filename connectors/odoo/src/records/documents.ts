import { signOf, subtract } from '@daybook/connector-kit';
import { fields, related } from '../specification.ts';
import { day, optionalDay, optionalText, plainOf } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, TaxRef, Text } from '../wire.ts';
import {
  codeOf,
  currencyField,
  type Distribution,
  optionalRef,
  stamps,
  taxFields,
  taxRateRef,
  trackingOf,
} from './parts.ts';

/** This file contains the code that invoices, bills and credit notes share. At Odoo, all are moves. */
type WirePartial = {
  id: number;
  amount: number;
  debit_amount_currency: number;
  credit_amount_currency: number;
  max_date: Text;
  debit_move_id?: WireOtherSide;
  credit_move_id?: WireOtherSide;
};

/** The line of the payment, credit note or other entry that settles a document. */
type WireOtherSide = {
  id: number;
  move_id: { id: number; name: Text; ref: Text };
  payment_id: { id: number; memo?: Text; ref?: Text } | false;
};

type WireLine = {
  id: number;
  display_type: string | false;
  name: Text;
  quantity: number;
  price_unit: number;
  discount: number;
  price_subtotal: number;
  price_total: number;
  analytic_distribution: Distribution;
  account_id: Ref | false;
  tax_ids: TaxRef[];
  product_id: Ref | false;
  matched_debit_ids: WirePartial[];
  matched_credit_ids: WirePartial[];
};

export type WireMove = Stamps & {
  move_type: string;
  name: Text;
  ref: Text;
  state: string;
  payment_state: string;
  invoice_date: Text;
  invoice_date_due: Text;
  date: string;
  narration: Text;
  partner_id: Ref | false;
  commercial_partner_id: Ref | false;
  currency_id: CurrencyRef;
  invoice_currency_rate?: number;
  amount_untaxed: number;
  amount_tax: number;
  amount_total: number;
  amount_residual: number;
  line_ids: WireLine[];
};

const otherSide = (field: string) =>
  related(field, related('move_id', 'name', 'ref'), related('payment_id', 'memo', 'ref'));
const partial = (field: string, other: string) =>
  related(
    ...([field, 'amount', 'debit_amount_currency', 'credit_amount_currency', 'max_date', otherSide(other)] as const),
  );

export const moveFields = fields(
  ...['move_type', 'name', 'ref', 'state', 'payment_state', 'invoice_date', 'invoice_date_due', 'date', 'narration'],
  ...['amount_untaxed', 'amount_tax', 'amount_total', 'amount_residual', 'invoice_currency_rate', stamps],
  currencyField,
  related('partner_id', 'display_name'),
  related('commercial_partner_id', 'display_name'),
  related(
    'line_ids',
    ...['display_type', 'name', 'quantity', 'price_unit', 'discount', 'price_subtotal', 'price_total'],
    'analytic_distribution',
    related('account_id', 'name'),
    related('tax_ids', ...taxFields),
    related('product_id', 'display_name'),
    partial('matched_debit_ids', 'debit_move_id'),
    partial('matched_credit_ids', 'credit_move_id'),
  ),
);

/**
 * A draft can become a credit note or an invoice. So an incremental pass reads both, and `isOurs` tells them apart.
 * A payment that is assigned to an invoice does not change the invoice or its lines, but adds a matching between lines.
 */
export const documentSource = (side: 'out' | 'in', types: readonly string[]) => ({
  model: 'account.move',
  company: 'own' as const,
  domain: [['move_type', 'in', ['invoice', 'receipt', 'refund'].map((type) => `${side}_${type}`)]],
  fullDomain: [['move_type', 'in', types]],
  fields: moveFields,
  movedBy: ['line_ids', 'line_ids.matched_debit_ids', 'line_ids.matched_credit_ids'],
  day: 'invoice_date',
  isOurs: (wire: WireMove) => types.includes(wire.move_type),
});

const difference = (left: number, right: number) => Number(subtract(String(left), String(right)));

const lineItem = (line: WireLine) => ({
  description: optionalText(line.name),
  unitAmount: line.price_unit,
  quantity: line.quantity,
  discountAmount: line.discount
    ? Number((line.price_unit * line.quantity * (line.discount / 100)).toFixed(2))
    : undefined,
  subTotal: line.price_subtotal,
  taxAmount: difference(line.price_total, line.price_subtotal),
  totalAmount: line.price_total,
  accountRef: optionalRef(line.account_id),
  taxRateRef: taxRateRef(line.tax_ids[0]),
  itemRef: optionalRef(line.product_id),
  tracking: trackingOf(line.analytic_distribution),
});

/** Other lines are sections, notes, taxes, rounding and the amount to pay. */
const isProduct = ({ display_type: type }: WireLine) => type === 'product';

/** Odoo's rate is in units of the document's currency per unit of the company's currency. Daybook uses the inverse. */
export const currencyRate = (rate: number | undefined) => (rate ? Number((1 / rate).toPrecision(12)) : undefined);

/** Odoo shows the amounts of credit notes as positive numbers too. */
export const mapDocument = (wire: WireMove) => ({
  // A draft does not always have a date yet.
  issueDate: day(wire.invoice_date || wire.date || '1970-01-01'),
  currency: codeOf(wire.currency_id),
  currencyRate: currencyRate(wire.invoice_currency_rate),
  lineItems: wire.line_ids.filter(isProduct).map(lineItem),
  subTotal: wire.amount_untaxed,
  totalTaxAmount: wire.amount_tax,
  totalAmount: wire.amount_total,
  note: plainOf(wire.narration),
});

/** A draft has no number; older versions show `/` instead. */
export const numberOf = ({ name }: WireMove) => (name && name !== '/' ? name : undefined);

/** `in_payment`: a payment is registered, but not yet booked or not yet found on a bank statement. */
export function statusOf(wire: WireMove, open: 'Submitted' | 'Open'): string {
  if (wire.state === 'draft') return 'Draft';
  if (wire.state === 'cancel') return 'Void';
  if (wire.state !== 'posted') return 'Unknown';
  if (isSettled(wire)) return 'Paid';
  return signOf(subtract(String(wire.amount_total), String(wire.amount_residual))) === 0 ? open : 'PartiallyPaid';
}

const isSettled = (wire: WireMove) =>
  ['paid', 'reversed'].includes(wire.payment_state) ||
  (wire.payment_state === 'in_payment' && wire.amount_residual === 0);

export const amountDue = (wire: WireMove) => (wire.state === 'cancel' ? 0 : wire.amount_residual);
export const dueDate = (wire: WireMove) => optionalDay(wire.invoice_date_due);

/** What settles a document: payments, credit notes, lines of bank statements and other entries. */
function settlements(wire: WireMove) {
  return wire.line_ids.flatMap((line) => [
    ...line.matched_credit_ids.map((one) => ({ ...one, other: one.credit_move_id, paid: one.debit_amount_currency })),
    ...line.matched_debit_ids.map((one) => ({ ...one, other: one.debit_move_id, paid: one.credit_amount_currency })),
  ]);
}

export const paidOnDate = (wire: WireMove) =>
  wire.state === 'posted' && isSettled(wire)
    ? optionalDay(
        settlements(wire)
          .flatMap((one) => one.max_date || [])
          .sort()
          .at(-1),
      )
    : undefined;

/** The id of a payment, or `entry-` and the id of the journal entry if no payment was registered. */
export const paymentAllocations = (wire: WireMove) =>
  settlements(wire).map(({ other, paid, max_date: date }) => {
    const payment = other?.payment_id || undefined;
    const paidOn = optionalDay(date);
    return {
      payment: {
        id: payment ? String(payment.id) : `entry-${other?.move_id.id}`,
        reference: optionalText(payment?.memo || payment?.ref || other?.move_id.name),
        paidOnDate: paidOn,
      },
      allocation: { allocatedOnDate: paidOn, totalAmount: paid },
    };
  });
