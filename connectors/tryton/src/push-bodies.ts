import { plainText } from '@daybook/connector-kit';
import type { PushedCustomer, PushedInvoice, PushedPayment } from './push-schemas.ts';
import { date, decimal } from './values.ts';

/**
 * Builds Tryton's values from the client's record. Values that only Tryton knows (its company, journals, addresses) are
 * added when the push is sent. Members have a fixed order. Undefined members are left out.
 */

/** Numbers may be raw JSON, so the JSON text is used, which keeps every digit. */
const decimalOf = (amount: number) => decimal(plainText(JSON.stringify(amount)));
const idOf = (ref: { id: string }) => Number(ref.id);

/**
 * Builds the identifier of a party that holds Daybook's push reference. It has no type, and Tryton does not enforce
 * that identifiers are unique.
 */
export const identifierOf = (reference: string) => `daybook:${reference}`;

export const customerValues = (record: PushedCustomer, reference: string) => ({
  name: record.customerName,
  // An invoice needs an address, so a customer without an address gets an empty one.
  addresses: (record.addresses?.length ? record.addresses : [{}]).map((address) => addressValues(address)),
  contact_mechanisms: [
    ...(record.emailAddress ? [{ type: 'email', value: record.emailAddress, name: record.contactName }] : []),
    ...(record.phone ? [{ type: 'phone', value: record.phone, name: record.contactName }] : []),
  ],
  identifiers: [{ code: identifierOf(reference) }],
});

const addressValues = (address: Partial<NonNullable<PushedCustomer['addresses']>[number]>) => ({
  street: [address.line1, address.line2].filter(Boolean).join('\n') || undefined,
  city: address.city,
  postal_code: address.postalCode,
  country: address.country,
});

export const invoiceValues = (record: PushedInvoice, reference: string) => ({
  type: 'out',
  reference,
  description: record.note,
  party: idOf(record.customerRef),
  invoice_date: date(record.issueDate),
  currency: record.currency,
  lines: record.lineItems.map((line) => ({
    type: 'line',
    invoice_type: 'out',
    description: line.description ?? '',
    quantity: line.quantity,
    unit_price: decimalOf(line.unitAmount),
    account: idOf(line.accountRef),
    product: line.itemRef && idOf(line.itemRef),
    taxes: line.taxRateRef ? [idOf(line.taxRateRef)] : [],
  })),
});

export const paymentValues = (record: PushedPayment, reference: string) => ({
  amount: decimalOf(record.totalAmount),
  date: date(record.date),
  description: record.reference ? `${record.reference} ${reference}` : reference,
});

export type CustomerValues = ReturnType<typeof customerValues>;
export type InvoiceValues = ReturnType<typeof invoiceValues>;
export type PaymentValues = ReturnType<typeof paymentValues>;
