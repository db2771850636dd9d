import { undoBy } from '@daybook/connector-kit';
import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static, type TProperties } from 'typebox';
import type { Complaint } from '../push-fields.ts';
import { readDay, readOptionalDay } from '../xero-dates.ts';
import { currency } from './contacts.ts';
import { accountRef, dayOf, present, taxRateRef, translate } from './values.ts';

/** This file contains the code that invoices, bills and credit notes share. */
export type XeroRef = { ContactID: string; Name?: string };

export type XeroTracking = { TrackingCategoryID?: string; TrackingOptionID?: string; Option?: string };

type XeroLine = {
  LineItemID?: string;
  Description?: string;
  Quantity?: number;
  UnitAmount?: number;
  LineAmount?: number;
  TaxAmount?: number;
  DiscountAmount?: number;
  AccountCode?: string;
  TaxType?: string;
  Item?: { ItemID: string; Name?: string };
  Tracking?: XeroTracking[];
};

export type XeroDocument = {
  Type: string;
  Contact?: XeroRef;
  Date?: string;
  DueDate?: string;
  FullyPaidOnDate?: string;
  Status: string;
  LineAmountTypes?: string;
  LineItems?: XeroLine[];
  SubTotal?: number;
  TotalTax?: number;
  TotalDiscount?: number;
  Total: number;
  AmountDue?: number;
  AmountPaid?: number;
  AmountCredited?: number;
  RemainingCredit?: number;
  CurrencyCode?: string;
  CurrencyRate?: number;
  Reference?: string;
  InvoiceNumber?: string;
  CreditNoteNumber?: string;
  PurchaseOrderNumber?: string;
  DeliveryDate?: string;
  Payments?: { PaymentID: string; Date?: string; Amount: number; Reference?: string }[];
};

const isPositive = (amount: unknown) => Number(JSON.stringify(amount ?? 0)) > 0;

export const customerRef = (contact: XeroRef | undefined) =>
  contact && { id: contact.ContactID, companyName: present(contact.Name) };

export const supplierRef = (contact: XeroRef | undefined) =>
  contact && { id: contact.ContactID, supplierName: present(contact.Name) };

/** A line refers to an option of a tracking category. Both are records of `trackingCategories`. */
export const tracking = (wire: XeroTracking[] | undefined) =>
  wire?.flatMap(({ TrackingOptionID, TrackingCategoryID, Option }) => {
    const id = TrackingOptionID ?? TrackingCategoryID;
    return id ? [{ id, name: present(Option) }] : [];
  });

/**
 * `isInclusive`: whether the line amounts of the document include tax. No amounts are computed. Unknown amounts are
 * left out.
 */
function lineItem(line: XeroLine, isInclusive: boolean) {
  const { LineAmount: amount, Item: item } = line;
  return {
    description: present(line.Description),
    unitAmount: line.UnitAmount ?? amount ?? 0,
    quantity: line.Quantity ?? 1,
    discountAmount: line.DiscountAmount,
    subTotal: isInclusive ? undefined : amount,
    taxAmount: line.TaxAmount,
    totalAmount: isInclusive ? amount : undefined,
    accountRef: accountRef(line.AccountCode),
    taxRateRef: taxRateRef(line.TaxType),
    itemRef: item && { id: item.ItemID, name: present(item.Name) },
    tracking: tracking(line.Tracking),
  };
}

/** Xero's rate is in units of the document's currency per unit of the company's currency. Daybook uses the inverse. */
function currencyRate(rate: number | undefined): number | undefined {
  const given = Number(JSON.stringify(rate ?? null));
  return given > 0 ? Number((1 / given).toPrecision(12)) : undefined;
}

export const mapDocument = (wire: XeroDocument) => ({
  issueDate: readDay(wire.Date ?? '/Date(0)/'),
  currency: wire.CurrencyCode,
  currencyRate: currencyRate(wire.CurrencyRate),
  lineItems: wire.LineItems?.map((line) => lineItem(line, wire.LineAmountTypes === 'Inclusive')),
  subTotal: wire.SubTotal,
  totalDiscount: wire.TotalDiscount,
  totalTaxAmount: wire.TotalTax,
  totalAmount: wire.Total,
});

export const paymentAllocations = (wire: XeroDocument) =>
  wire.Payments?.map(({ PaymentID: id, Reference, Date: date, Amount: totalAmount }) => ({
    payment: { id, reference: present(Reference), paidOnDate: readOptionalDay(date), totalAmount },
    allocation: { allocatedOnDate: readOptionalDay(date), totalAmount },
  }));

/** The words of Xero's filter for records of several types. */
export const oneOf = (field: string, values: readonly string[]) =>
  values.map((value) => `${field}=="${value}"`).join(' OR ');

export const statusWords = { DRAFT: 'Draft', SUBMITTED: 'Draft', PAID: 'Paid', VOIDED: 'Void' };

/**
 * Returns the status of an invoice or bill. `whole` is the status to return for an approved document of which nothing
 * has been paid.
 */
export function statusOf(wire: XeroDocument, whole: string): string {
  const isPartly = isPositive(wire.AmountPaid) || isPositive(wire.AmountCredited);
  return translate({ ...statusWords, AUTHORISED: isPartly ? 'PartiallyPaid' : whole }, wire.Status);
}

/** At Xero, invoices and bills share one endpoint. */
export const invoiceEndpoint = {
  endpoint: 'Invoices',
  id: (wire: { InvoiceID: string }) => wire.InvoiceID,
  orderBy: 'InvoiceID',
  // Ask for four decimal places in unit prices. Without this parameter, Xero rounds unit prices to two.
  parameters: { unitdp: '4' },
  isDated: true,
  tellsDeletions: true as const,
};

const lineSchema = closed({
  description: text(4000, 'Xero requires a description on every line.'),
  unitAmount: Type.Number({ description: 'Price per unit, without tax, with up to four decimal places.' }),
  quantity: Type.Number(),
  accountRef: ref('The id (code) of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
type PushedLine = Static<typeof lineSchema>;

export const documentSchema = {
  issueDate: day('The date of issue.'),
  ...currency,
  lineItems: Type.Array(lineSchema, { minItems: 1, maxItems: 1000 }),
};
export const statusSchema = (approved: 'Submitted' | 'Open') => ({
  status: optional(Type.Enum(['Draft', approved], { description: 'Default: Draft.' })),
});

/** What can be pushed of a document that Xero can void once it is approved. */
export function voidable<P extends TProperties>(properties: P, approved: 'Submitted' | 'Open') {
  const description = 'Default: Draft. Void voids an approved document without payments and changes nothing else.';
  const status = { status: optional(Type.Enum(['Draft', approved, 'Void'], { description })) };
  return {
    create: closed({ ...properties, ...statusSchema(approved) }),
    update: closed({ ...properties, ...status }),
    delete: true as const,
  };
}

/** Xero deletes drafts, and voids approved documents. A new document is a draft by default. */
export const undoDocument = undoBy.draft(({ status = 'Draft' }) => status === 'Draft');

export const lineChoices = { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' };

const lineBody = (record: PushedLine) => ({
  Description: record.description,
  Quantity: record.quantity,
  UnitAmount: record.unitAmount,
  AccountCode: record.accountRef.id,
  TaxType: record.taxRateRef?.id,
});

export const documentBody = (record: {
  issueDate: string;
  currency?: string;
  lineItems: PushedLine[];
  status?: 'Draft' | 'Submitted' | 'Open';
}) => ({
  Date: dayOf(record.issueDate),
  CurrencyCode: record.currency,
  LineAmountTypes: 'Exclusive',
  LineItems: record.lineItems.map(lineBody),
  Status: record.status === undefined || record.status === 'Draft' ? 'DRAFT' : 'AUTHORISED',
});

export const documentComplaints = (party: string, number: string): Complaint[] => [
  {
    pattern: /account code ['‘"]?(?<value>[^'’"]+?)['’"]? (?:is not|has been|cannot)/i,
    field: 'lineItems.*.accountRef.id',
  },
  { pattern: /tax ?type(?: code)? ['‘"]?(?<value>[^'’"]+?)['’"]? /i, field: 'lineItems.*.taxRateRef.id' },
  { pattern: /description/i, field: 'lineItems.0.description' },
  { pattern: /contact/i, field: party },
  { pattern: /#|number/i, field: number },
  { pattern: /due ?date/i, field: 'dueDate' },
  { pattern: /currency/i, field: 'currency' },
  { pattern: /date/i, field: 'issueDate' },
];
