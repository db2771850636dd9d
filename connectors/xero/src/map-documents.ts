import type { XeroDocument, XeroLine, XeroPayment, XeroRef } from './wire.ts';
import { readDay, readOptionalDay } from './xero-dates.ts';

/** Maps Xero's documents and payments to Daybook's data types. Undefined members are left out of the record. */
export const present = (text: string | null | undefined) => text || undefined;

/** Translates an enum value of Xero. An unrecognised value becomes `Unknown`. */
export function translate(words: Readonly<Record<string, string>>, word: string | undefined): string {
  return word !== undefined && Object.hasOwn(words, word) ? (words[word] as string) : 'Unknown';
}

const isPositive = (amount: unknown) => Number(JSON.stringify(amount ?? 0)) > 0;

const customerRef = (contact: XeroRef | undefined) =>
  contact && { id: contact.ContactID, companyName: present(contact.Name) };
const supplierRef = (contact: XeroRef | undefined) =>
  contact && { id: contact.ContactID, supplierName: present(contact.Name) };
/** Lines refer to an account by its code, so the code is the account's id. */
const accountRef = (code: string | undefined) => (code ? { id: code } : undefined);
const taxRateRef = (taxType: string | undefined) => (taxType ? { id: taxType } : undefined);

/** The document states whether line amounts include tax. No amounts are computed, and unknown amounts are left out. */
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
    tracking: line.Tracking?.flatMap(({ TrackingOptionID, TrackingCategoryID, Option }) => {
      const id = TrackingOptionID ?? TrackingCategoryID;
      return id ? [{ id, name: present(Option) }] : [];
    }),
  };
}

/** Xero gives units of the document's currency per unit of the company's currency; Daybook uses the inverse. */
function currencyRate(rate: number | undefined): number | undefined {
  const given = Number(JSON.stringify(rate ?? null));
  return given > 0 ? Number((1 / given).toPrecision(12)) : undefined;
}

const shared = (wire: XeroDocument) => ({
  issueDate: readDay(wire.Date ?? '/Date(0)/'),
  currency: wire.CurrencyCode,
  currencyRate: currencyRate(wire.CurrencyRate),
  lineItems: wire.LineItems?.map((line) => lineItem(line, wire.LineAmountTypes === 'Inclusive')),
  subTotal: wire.SubTotal,
  totalDiscount: wire.TotalDiscount,
  totalTaxAmount: wire.TotalTax,
  totalAmount: wire.Total,
});

const paymentAllocations = (wire: XeroDocument) =>
  wire.Payments?.map(({ PaymentID: id, Reference, Date: date, Amount: totalAmount }) => ({
    payment: { id, reference: present(Reference), paidOnDate: readOptionalDay(date), totalAmount },
    allocation: { allocatedOnDate: readOptionalDay(date), totalAmount },
  }));

const words = { DRAFT: 'Draft', SUBMITTED: 'Draft', PAID: 'Paid', VOIDED: 'Void' };

function statusOf(wire: XeroDocument, whole: string): string {
  const isPartly = isPositive(wire.AmountPaid) || isPositive(wire.AmountCredited);
  return translate({ ...words, AUTHORISED: isPartly ? 'PartiallyPaid' : whole }, wire.Status);
}

export const mapInvoice = (wire: XeroDocument) => ({
  invoiceNumber: present(wire.InvoiceNumber),
  customerRef: customerRef(wire.Contact),
  dueDate: readOptionalDay(wire.DueDate),
  paidOnDate: readOptionalDay(wire.FullyPaidOnDate),
  ...shared(wire),
  note: present(wire.Reference),
  paymentAllocations: paymentAllocations(wire),
  amountDue: wire.AmountDue ?? 0,
  status: statusOf(wire, 'Submitted'),
});

/** The number of a bill is the number that the supplier has written on the bill. */
export const mapBill = (wire: XeroDocument) => ({
  reference: present(wire.InvoiceNumber),
  supplierRef: supplierRef(wire.Contact),
  dueDate: readOptionalDay(wire.DueDate),
  ...shared(wire),
  paymentAllocations: paymentAllocations(wire),
  amountDue: wire.AmountDue ?? 0,
  status: statusOf(wire, 'Open'),
});

export const mapCreditNote = (wire: XeroDocument) => {
  const isPartly = JSON.stringify(wire.RemainingCredit) !== JSON.stringify(wire.Total);
  return {
    creditNoteNumber: present(wire.CreditNoteNumber),
    customerRef: customerRef(wire.Contact),
    ...shared(wire),
    note: present(wire.Reference),
    remainingCredit: wire.RemainingCredit ?? 0,
    status: translate({ ...words, AUTHORISED: isPartly ? 'PartiallyPaid' : 'Submitted' }, wire.Status),
  };
};

export const mapPayment = (wire: XeroPayment) => ({
  customerRef: customerRef(wire.Invoice?.Contact),
  accountRef: accountRef(wire.Account?.Code || wire.Account?.AccountID),
  date: readDay(wire.Date ?? '/Date(0)/'),
  reference: present(wire.Reference),
  currency: wire.Invoice?.CurrencyCode,
  totalAmount: wire.Amount,
  lines: wire.Invoice && [
    {
      amount: wire.Amount,
      allocatedOnDate: readOptionalDay(wire.Date),
      links: [{ type: 'Invoice', id: wire.Invoice.InvoiceID, amount: wire.Amount }],
    },
  ],
});
