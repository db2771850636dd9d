import type { WireDocument, WireLine, WirePayment, WireRef, WireTaxRef } from './wire.ts';

/** Maps the sandbox's documents to Daybook's data types. Undefined members are left out of the record. */
export const day = (date: string) => `${date}T00:00:00Z`;
export const optionalDay = (date: string | null | undefined) => (date ? day(date) : undefined);

/** Translates an enum value of the sandbox. An unrecognised value becomes `Unknown`. */
export function translate(words: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(words, word) ? (words[word] as string) : 'Unknown';
}

export const customerRef = (party: WireRef | undefined) => party && { id: party.id, companyName: party.name };
export const supplierRef = (party: WireRef | undefined) => party && { id: party.id, supplierName: party.name };
export const namedRef = ({ id, name }: WireRef) => ({ id, name });
export const taxRateRef = ({ id, name, percent }: WireTaxRef) => ({ id, name, effectiveTaxRate: percent });

const lineItem = (line: WireLine) => ({
  description: line.text,
  unitAmount: line.unit_price,
  quantity: line.quantity,
  discountAmount: line.discount,
  subTotal: line.net,
  taxAmount: line.tax,
  totalAmount: line.gross,
  accountRef: namedRef(line.account),
  taxRateRef: taxRateRef(line.tax_rate),
  itemRef: line.item && namedRef(line.item),
  tracking: line.tracking.map(namedRef),
});

const shared = (wire: WireDocument) => ({
  issueDate: day(wire.issued_on),
  currency: wire.currency,
  currencyRate: wire.exchange_rate,
  lineItems: wire.lines.map(lineItem),
  subTotal: wire.net_total,
  totalDiscount: wire.discount_total,
  totalTaxAmount: wire.tax_total,
  totalAmount: wire.gross_total,
  note: wire.memo,
});

const paymentAllocations = (wire: WireDocument) =>
  wire.payments?.map(({ id, reference, paid_on, amount }) => ({
    payment: { id, reference, paidOnDate: day(paid_on), totalAmount: amount },
    allocation: { allocatedOnDate: day(paid_on), totalAmount: amount },
  }));

const settled = { draft: 'Draft', part_paid: 'PartiallyPaid', paid: 'Paid', cancelled: 'Void' };
const invoiceStates = { ...settled, open: 'Submitted' };
const billStates = { ...settled, open: 'Open' };
const noteStates = { draft: 'Draft', open: 'Submitted', part_used: 'PartiallyPaid', used: 'Paid', cancelled: 'Void' };
const orderStates = { draft: 'Draft', confirmed: 'Open', fulfilled: 'Closed', cancelled: 'Void' };

export const mapInvoice = (wire: WireDocument) => ({
  invoiceNumber: wire.number,
  customerRef: customerRef(wire.customer),
  dueDate: optionalDay(wire.due_on),
  paidOnDate: optionalDay(wire.paid_on),
  ...shared(wire),
  paymentAllocations: paymentAllocations(wire),
  amountDue: wire.open_amount,
  status: translate(invoiceStates, wire.state),
});

export const mapBill = (wire: WireDocument) => ({
  reference: wire.number,
  supplierRef: supplierRef(wire.supplier),
  dueDate: optionalDay(wire.due_on),
  ...shared(wire),
  paymentAllocations: paymentAllocations(wire),
  amountDue: wire.open_amount,
  status: translate(billStates, wire.state),
});

export const mapCreditNote = (wire: WireDocument) => ({
  creditNoteNumber: wire.number,
  customerRef: customerRef(wire.customer),
  ...shared(wire),
  remainingCredit: wire.unused_amount,
  status: translate(noteStates, wire.state),
});

export const mapBillCreditNote = (wire: WireDocument) => ({
  billCreditNoteNumber: wire.number,
  supplierRef: supplierRef(wire.supplier),
  ...shared(wire),
  remainingCredit: wire.unused_amount,
  status: translate(noteStates, wire.state),
});

export const mapSalesOrder = (wire: WireDocument) => ({
  salesOrderNumber: wire.number,
  customerRef: customerRef(wire.customer),
  deliveryDate: optionalDay(wire.deliver_on),
  ...shared(wire),
  status: translate(orderStates, wire.state),
});

export const mapPurchaseOrder = (wire: WireDocument) => ({
  purchaseOrderNumber: wire.number,
  supplierRef: supplierRef(wire.supplier),
  deliveryDate: optionalDay(wire.deliver_on),
  ...shared(wire),
  status: translate(orderStates, wire.state),
});

const linkTypes = { invoice: 'Invoice', bill: 'Bill', credit_note: 'CreditNote', bill_credit_note: 'BillCreditNote' };

const paymentParts = (wire: WirePayment) => ({
  accountRef: namedRef(wire.account),
  date: day(wire.paid_on),
  reference: wire.reference,
  currency: wire.currency,
  currencyRate: wire.exchange_rate,
  totalAmount: wire.amount,
  lines: [
    {
      amount: wire.amount,
      allocatedOnDate: day(wire.paid_on),
      links: wire.applied_to.map(({ kind, id, amount }) => ({ type: translate(linkTypes, kind), id, amount })),
    },
  ],
  note: wire.memo,
});

export const mapPayment = (wire: WirePayment) => ({ customerRef: customerRef(wire.customer), ...paymentParts(wire) });
export const mapBillPayment = (wire: WirePayment) => ({
  supplierRef: supplierRef(wire.supplier),
  ...paymentParts(wire),
});
