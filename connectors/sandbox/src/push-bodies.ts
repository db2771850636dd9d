import type { Static } from 'typebox';
import type {
  customerSchema,
  PushedBill,
  PushedBillPayment,
  PushedCreditNote,
  PushedInvoice,
  PushedItem,
  PushedJournalEntry,
  PushedLine,
  PushedParty,
  PushedPayment,
  PushedTransfer,
  supplierSchema,
} from './push-schemas.ts';

/**
 * Builds the sandbox's request bodies from the client's record. Numbers are passed on unchanged, because they may be
 * raw JSON. Members have a fixed order, so the same record gives the same bytes. Undefined members are left out.
 */
const dayOf = (date: string) => date.slice(0, 10);
const optionalDay = (date: string | undefined) => (date === undefined ? undefined : dayOf(date));
const idOf = (ref: { id: string } | undefined) => ref?.id;

function word<T extends string>(words: Readonly<Record<T, string>>, chosen: T | undefined): string | undefined {
  return chosen === undefined ? undefined : words[chosen];
}

const activity = { Active: 'active', Archived: 'archived' };
const states = { Draft: 'draft', Submitted: 'open', Open: 'open' };

const party = (record: PushedParty) => ({
  contact_person: record.contactName,
  email: record.emailAddress,
  phone: record.phone,
  addresses: record.addresses?.map(({ type, line1, city, country, postalCode }) => ({
    kind: word({ Billing: 'billing', Delivery: 'shipping' }, type),
    street: line1,
    city,
    country,
    postcode: postalCode,
  })),
  registration_no: record.registrationNumber,
  vat_no: record.taxNumber,
  currency: record.defaultCurrency,
  state: word(activity, record.status),
});

export const customerBody = (record: Static<typeof customerSchema>) => ({
  name: record.customerName,
  ...party(record),
});
export const supplierBody = (record: Static<typeof supplierSchema>) => ({
  name: record.supplierName,
  ...party(record),
});

const trade = (record: PushedItem['invoiceItem']) =>
  record && {
    price: record.unitPrice,
    text: record.description,
    account: idOf(record.accountRef),
    tax_rate: idOf(record.taxRateRef),
  };

export const itemBody = (record: PushedItem) => ({
  sku: record.code,
  name: record.name,
  kind: word({ Inventory: 'stock', NonInventory: 'non_stock', Service: 'service' }, record.type),
  state: word(activity, record.itemStatus),
  sale: trade(record.invoiceItem),
  purchase: trade(record.billItem),
});

const line = (record: PushedLine) => ({
  text: record.description,
  unit_price: record.unitAmount,
  quantity: record.quantity,
  discount: record.discountAmount,
  account: idOf(record.accountRef),
  tax_rate: idOf(record.taxRateRef),
  item: idOf(record.itemRef),
  tracking: record.tracking?.map(idOf),
});

const document = (record: Omit<PushedCreditNote, 'status' | 'customerRef'> & { status?: keyof typeof states }) => ({
  issued_on: dayOf(record.issueDate),
  currency: record.currency,
  exchange_rate: record.currencyRate,
  lines: record.lineItems.map(line),
  state: word(states, record.status),
  memo: record.note,
});

export const invoiceBody = (record: PushedInvoice) => ({
  number: record.invoiceNumber,
  customer: idOf(record.customerRef),
  due_on: optionalDay(record.dueDate),
  ...document(record),
});
export const billBody = (record: PushedBill) => ({
  number: record.reference,
  supplier: idOf(record.supplierRef),
  due_on: optionalDay(record.dueDate),
  ...document(record),
});
export const creditNoteBody = (record: PushedCreditNote) => ({
  number: record.creditNoteNumber,
  customer: idOf(record.customerRef),
  ...document(record),
});

const payment = (record: Omit<PushedPayment, 'customerRef' | 'lines'>, links: readonly Link[] | undefined) => ({
  account: idOf(record.accountRef),
  paid_on: dayOf(record.date),
  reference: record.reference,
  currency: record.currency,
  exchange_rate: record.currencyRate,
  amount: record.totalAmount,
  applied_to: links?.map(({ type, id, amount }) => ({ kind: type.toLowerCase(), id, amount })),
  memo: record.note,
});
type Link = { type: string; id: string; amount: number };

export const paymentBody = (record: PushedPayment) => ({
  customer: idOf(record.customerRef),
  ...payment(record, record.lines?.[0]?.links),
});
export const billPaymentBody = (record: PushedBillPayment) => ({
  supplier: idOf(record.supplierRef),
  ...payment(record, record.lines?.[0]?.links),
});

export const journalEntryBody = (record: PushedJournalEntry) => ({
  posted_on: dayOf(record.postedOn),
  reference: record.reference,
  lines: record.journalLines.map((line) => ({
    text: line.description,
    account: idOf(line.accountRef),
    amount: line.netAmount,
    currency: line.currency,
    tracking: line.tracking?.map(idOf),
  })),
  memo: record.description,
});

const transferEnd = ({ accountRef, amount, currency }: PushedTransfer['from']) => ({
  account: idOf(accountRef),
  amount,
  currency,
});

export const transferBody = (record: PushedTransfer) => ({
  moved_on: dayOf(record.date),
  from: transferEnd(record.from),
  to: transferEnd(record.to),
  memo: record.description,
});
