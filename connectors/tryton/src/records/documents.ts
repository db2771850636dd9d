import { amountOf, negate, signOf, subtract } from '@daybook/connector-kit';
import type { CurrencyRef, Ref, Stamps, TaxRef } from '../wire.ts';
import { day, namedRef, optionalDay, optionalText, stamps, taxRateRef, under } from './parts.ts';

/** This file contains the code that invoices, bills, credit notes and payments share. */
type WireLine = {
  id: number;
  type: string;
  description: string | null;
  quantity: number | null;
  unit_price: string | null;
  amount: string | null;
  account: (Ref & { code?: string | null }) | null;
  product: Ref | null;
  taxes: TaxRef[];
};

export type WirePaymentLine = {
  id: number;
  date: string;
  debit: string;
  credit: string;
  second_currency: CurrencyRef | null;
  amount_second_currency: string | null;
  move?: { description: string | null };
};

export type WireInvoice = Stamps & {
  number: string | null;
  reference: string | null;
  description: string | null;
  type: string;
  state: string;
  invoice_date: string | null;
  reconciled: string | null;
  currency: CurrencyRef;
  party: Ref;
  untaxed_amount: string;
  tax_amount: string;
  total_amount: string;
  amount_to_pay: string;
  lines: WireLine[];
  lines_to_pay: { id: number; maturity_date: string | null }[];
  payment_lines: WirePaymentLine[];
};

export const paymentLineFields = ['date', 'debit', 'credit', 'second_currency.code', 'amount_second_currency'];
const lineFields = ['type', 'description', 'quantity', 'unit_price', 'amount', 'account.name', 'product.name'];

export const invoiceSource = {
  model: 'account.invoice',
  company: 'company',
  fields: [
    ...['number', 'reference', 'description', 'type', 'state', 'invoice_date', 'reconciled', 'currency.code'],
    ...['party.name', 'untaxed_amount', 'tax_amount', 'total_amount', 'amount_to_pay', 'lines_to_pay.maturity_date'],
    ...under('lines', [...lineFields, 'taxes.name', 'taxes.rate']),
    ...under('payment_lines', [...paymentLineFields, 'move.description']),
    ...stamps,
  ],
  movedBy: ['lines', 'taxes'],
  day: 'invoice_date',
};

/** Returns the amount in the document's own currency, even if the books are kept in another currency. */
export const paidAmount = (line: WirePaymentLine) =>
  line.second_currency && line.amount_second_currency
    ? negate(line.amount_second_currency)
    : subtract(line.credit, line.debit);

const lineItem = (line: WireLine, flip: (text: string) => string) => ({
  description: optionalText(line.description),
  unitAmount: amountOf(line.unit_price ?? '0'),
  quantity: amountOf(flip(String(line.quantity ?? 0))),
  subTotal: amountOf(flip(line.amount ?? '0')),
  accountRef: line.account ? namedRef(line.account) : undefined,
  taxRateRef: taxRateRef(line.taxes[0]),
  itemRef: line.product ? namedRef(line.product) : undefined,
});

/**
 * `flip` changes the sign for credit notes, which are negative invoices in Tryton but have positive amounts in Daybook.
 */
export const mapDocument = (wire: WireInvoice, flip: (text: string) => string) => ({
  // A draft does not always have a date yet.
  issueDate: day(wire.invoice_date ?? wire.create_date ?? '1970-01-01'),
  currency: wire.currency.code,
  lineItems: wire.lines.filter((line) => line.type === 'line').map((line) => lineItem(line, flip)),
  subTotal: amountOf(flip(wire.untaxed_amount)),
  totalTaxAmount: amountOf(flip(wire.tax_amount)),
  totalAmount: amountOf(flip(wire.total_amount)),
  note: optionalText(wire.description),
});

export function statusOf(wire: WireInvoice, open: 'Submitted' | 'Open'): string {
  if (wire.state === 'draft' || wire.state === 'validated') return 'Draft';
  if (wire.state === 'cancelled') return 'Void';
  if (wire.state === 'paid') return 'Paid';
  if (wire.state !== 'posted') return 'Unknown';
  return signOf(subtract(wire.total_amount, wire.amount_to_pay)) === 0 ? open : 'PartiallyPaid';
}

/**
 * Returns the amount that is still to be paid. For a draft it is the total, because Tryton reports zero until the
 * invoice is posted.
 */
export function amountDue(wire: WireInvoice): string {
  if (wire.state === 'cancelled') return '0';
  return wire.state === 'draft' || wire.state === 'validated' ? wire.total_amount : wire.amount_to_pay;
}

export const dueDate = (wire: WireInvoice) =>
  optionalDay(
    wire.lines_to_pay
      .flatMap((line) => line.maturity_date ?? [])
      .sort()
      .at(-1),
  );

export const paymentAllocations = (wire: WireInvoice, flip: (text: string) => string) =>
  wire.payment_lines.map((line) => {
    const totalAmount = amountOf(flip(paidAmount(line)));
    const paidOnDate = day(line.date);
    return {
      payment: {
        id: String(line.id),
        reference: optionalText(line.move?.description),
        paidOnDate,
        totalAmount,
      },
      allocation: { allocatedOnDate: paidOnDate, totalAmount },
    };
  });

export const asIs = (text: string) => text;

export const isCreditNote = (wire: Pick<WireInvoice, 'total_amount'>) => signOf(wire.total_amount) < 0;
