import type {
  PushedAccount,
  PushedBill,
  PushedContact,
  PushedCreditNote,
  PushedInvoice,
  PushedItem,
  PushedLine,
  PushedPayment,
  PushedTaxRate,
  PushedTrade,
} from './push-schemas.ts';

/**
 * Builds Xero's request bodies from the client's record. Numbers are passed on unchanged, because they may be raw JSON.
 * Members have a fixed order, so the same record gives the same bytes. Undefined members are left out.
 */
const dayOf = (date: string) => date.slice(0, 10);
const optionalDay = (date: string | undefined) => (date === undefined ? undefined : dayOf(date));

const contact = (record: Omit<PushedContact, 'customerName' | 'supplierName'>) => ({
  EmailAddress: record.emailAddress,
  Phones: record.phone === undefined ? undefined : [{ PhoneType: 'DEFAULT', PhoneNumber: record.phone }],
  Addresses: record.addresses?.map((address) => ({
    AddressType: address.type === 'Billing' ? 'POBOX' : 'STREET',
    AddressLine1: address.line1,
    AddressLine2: address.line2,
    City: address.city,
    Region: address.region,
    PostalCode: address.postalCode,
    Country: address.country,
  })),
  CompanyNumber: record.registrationNumber,
  TaxNumber: record.taxNumber,
  DefaultCurrency: record.defaultCurrency,
  ContactStatus: record.status && (record.status === 'Archived' ? 'ARCHIVED' : 'ACTIVE'),
});

export const customerBody = (record: PushedContact) => ({ Name: record.customerName, ...contact(record) });
export const supplierBody = (record: PushedContact) => ({ Name: record.supplierName, ...contact(record) });

export const accountBody = (record: PushedAccount) => ({
  Code: record.nominalCode,
  Name: record.name,
  Type: record.fullyQualifiedCategory,
  Description: record.description,
});

export const taxRateBody = (record: PushedTaxRate) => ({
  Name: record.name,
  TaxComponents: record.components.map(({ name, rate, isCompound }) => ({
    Name: name,
    Rate: rate,
    IsCompound: isCompound,
  })),
  ReportTaxType: record.reportTaxType,
});

const trade = (record: PushedTrade | undefined) =>
  record && { UnitPrice: record.unitPrice, AccountCode: record.accountRef?.id, TaxType: record.taxRateRef?.id };

export const itemBody = (record: PushedItem) => ({
  Code: record.code,
  Name: record.name,
  IsSold: record.invoiceItem !== undefined,
  Description: record.invoiceItem?.description,
  SalesDetails: trade(record.invoiceItem),
  IsPurchased: record.billItem !== undefined,
  PurchaseDescription: record.billItem?.description,
  PurchaseDetails: trade(record.billItem),
});

const line = (record: PushedLine) => ({
  Description: record.description,
  Quantity: record.quantity,
  UnitAmount: record.unitAmount,
  AccountCode: record.accountRef.id,
  TaxType: record.taxRateRef?.id,
});

const document = (record: {
  issueDate: string;
  currency?: string;
  lineItems: PushedLine[];
  status?: 'Draft' | 'Submitted' | 'Open';
}) => ({
  Date: dayOf(record.issueDate),
  CurrencyCode: record.currency,
  LineAmountTypes: 'Exclusive',
  LineItems: record.lineItems.map(line),
  Status: record.status === undefined || record.status === 'Draft' ? 'DRAFT' : 'AUTHORISED',
});

export const invoiceBody = (record: PushedInvoice) => ({
  Type: 'ACCREC',
  InvoiceNumber: record.invoiceNumber,
  Contact: { ContactID: record.customerRef.id },
  DueDate: optionalDay(record.dueDate),
  ...document(record),
  Reference: record.note,
});

export const billBody = (record: PushedBill) => ({
  Type: 'ACCPAY',
  InvoiceNumber: record.reference,
  Contact: { ContactID: record.supplierRef.id },
  DueDate: optionalDay(record.dueDate),
  ...document(record),
});

export const creditNoteBody = (record: PushedCreditNote) => ({
  Type: 'ACCRECCREDIT',
  CreditNoteNumber: record.creditNoteNumber,
  Contact: { ContactID: record.customerRef.id },
  ...document(record),
  Reference: record.note,
});

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** An account without a code, such as many bank accounts, is identified by its id. */
export const paymentBody = (record: PushedPayment) => ({
  Invoice: { InvoiceID: record.lines[0]?.links[0]?.id },
  Account: isUuid(record.accountRef.id) ? { AccountID: record.accountRef.id } : { Code: record.accountRef.id },
  Date: dayOf(record.date),
  Amount: record.totalAmount,
  Reference: record.reference,
});
