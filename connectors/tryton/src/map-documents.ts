import { amountOf, negate, shift, signOf, subtract } from '@daybook/connector-kit';
import type { Ref, TaxRef, WireInvoice, WireLine, WirePayment, WirePaymentLine } from './wire.ts';

/** Maps Tryton's documents and payments to Daybook's data types. Undefined members are left out of the record. */
export const day = (date: string) => `${date.slice(0, 10)}T00:00:00Z`;
export const optionalDay = (date: string | null | undefined) => (date ? day(date) : undefined);
export const optionalText = (text: string | null | undefined) => (text ? text : undefined);

export const namedRef = ({ id, name }: Ref) => ({ id: String(id), name: optionalText(name) });
export const taxRateRef = (tax: TaxRef | undefined) =>
  tax && { ...namedRef(tax), effectiveTaxRate: tax.rate ? percentOf(tax.rate) : undefined };

/** Returns the amount in the document's own currency, even if the books are kept in another currency. */
const paidAmount = (line: WirePaymentLine) =>
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

/** Converts a rate to percent: 0.20 becomes 20. */
export const percentOf = (rate: string) => amountOf(shift(rate, 2));

/**
 * `flip` changes the sign for credit notes, which are negative invoices in Tryton but have positive amounts in Daybook.
 */
const shared = (wire: WireInvoice, flip: (text: string) => string) => ({
  // A draft does not always have a date yet.
  issueDate: day(wire.invoice_date ?? wire.create_date ?? '1970-01-01'),
  currency: wire.currency.code,
  lineItems: wire.lines.filter((line) => line.type === 'line').map((line) => lineItem(line, flip)),
  subTotal: amountOf(flip(wire.untaxed_amount)),
  totalTaxAmount: amountOf(flip(wire.tax_amount)),
  totalAmount: amountOf(flip(wire.total_amount)),
  note: optionalText(wire.description),
});

function statusOf(wire: WireInvoice, open: 'Submitted' | 'Open'): string {
  if (wire.state === 'draft' || wire.state === 'validated') return 'Draft';
  if (wire.state === 'cancelled') return 'Void';
  if (wire.state === 'paid') return 'Paid';
  if (wire.state !== 'posted') return 'Unknown';
  return signOf(subtract(wire.total_amount, wire.amount_to_pay)) === 0 ? open : 'PartiallyPaid';
}

/** Returns the total of a draft, because Tryton reports zero as the amount to pay of an invoice that is not posted. */
function amountDue(wire: WireInvoice): string {
  if (wire.state === 'cancelled') return '0';
  return wire.state === 'draft' || wire.state === 'validated' ? wire.total_amount : wire.amount_to_pay;
}

const dueDate = (wire: WireInvoice) =>
  optionalDay(
    wire.lines_to_pay
      .flatMap((line) => line.maturity_date ?? [])
      .sort()
      .at(-1),
  );

const paymentAllocations = (wire: WireInvoice, flip: (text: string) => string) =>
  wire.payment_lines.map((line) => {
    const totalAmount = amountOf(flip(paidAmount(line)));
    const paidOnDate = day(line.date);
    return {
      payment: {
        id: String(line.id),
        reference: optionalText(line.move_description),
        paidOnDate,
        totalAmount,
      },
      allocation: { allocatedOnDate: paidOnDate, totalAmount },
    };
  });

const asIs = (text: string) => text;

export const mapInvoice = (wire: WireInvoice) => ({
  invoiceNumber: optionalText(wire.number),
  customerRef: { id: String(wire.party.id), companyName: optionalText(wire.party.name) },
  dueDate: dueDate(wire),
  paidOnDate: wire.state === 'paid' ? optionalDay(wire.reconciled) : undefined,
  ...shared(wire, asIs),
  paymentAllocations: paymentAllocations(wire, asIs),
  amountDue: amountOf(amountDue(wire)),
  status: statusOf(wire, 'Submitted'),
});

export const mapBill = (wire: WireInvoice) => ({
  reference: optionalText(wire.reference ?? wire.number),
  supplierRef: { id: String(wire.party.id), supplierName: optionalText(wire.party.name) },
  dueDate: dueDate(wire),
  ...shared(wire, asIs),
  paymentAllocations: paymentAllocations(wire, negate),
  amountDue: amountOf(amountDue(wire)),
  status: statusOf(wire, 'Open'),
});

export const mapCreditNote = (wire: WireInvoice) => ({
  creditNoteNumber: optionalText(wire.number),
  customerRef: { id: String(wire.party.id), companyName: optionalText(wire.party.name) },
  ...shared(wire, negate),
  remainingCredit: amountOf(negate(amountDue(wire))),
  status: statusOf(wire, 'Submitted'),
});

export const isCreditNote = (wire: WireInvoice) => signOf(wire.total_amount) < 0;

/**
 * A payment is the line of a ledger entry that pays an invoice. The entry's other line names the account that received
 * the money.
 */
export const mapPayment = (wire: WirePayment) => {
  const amount = amountOf(paidAmount(wire));
  const money = wire.move.lines.find((line) => line.account.id !== wire.account.id);
  return {
    customerRef: wire.party ? { id: String(wire.party.id), companyName: optionalText(wire.party.name) } : undefined,
    accountRef: money && namedRef(money.account),
    date: day(wire.date),
    reference: optionalText(wire.move.description ?? wire.move.number),
    currency: wire.second_currency?.code ?? wire.move.company.currency.code,
    totalAmount: amount,
    lines: [
      {
        amount,
        allocatedOnDate: day(wire.date),
        links: wire.invoice_payments.map(({ id }) => ({ type: 'Invoice', id: String(id), amount })),
      },
    ],
  };
};
