import type { Fault } from './request-quickbooks.ts';

/** Maps QuickBooks' field names to Daybook's field names, so that an error can name the client's field. */
export type FieldNames = Readonly<Record<string, string>>;

const line = {
  ItemRef: 'lineItems.0.itemRef.id',
  TaxCodeRef: 'lineItems.0.taxRateRef.id',
  Qty: 'lineItems.0.quantity',
  UnitPrice: 'lineItems.0.unitAmount',
  Line: 'lineItems',
};
const sale = {
  ...line,
  CustomerRef: 'customerRef.id',
  TxnDate: 'issueDate',
  CurrencyRef: 'currency',
  CustomerMemo: 'note',
};
const contact = {
  PrimaryEmailAddr: 'emailAddress',
  PrimaryPhone: 'phone',
  BillAddr: 'addresses',
  ShipAddr: 'addresses',
  Active: 'status',
};

export const fieldNames: Readonly<Record<string, FieldNames>> = {
  customers: { DisplayName: 'customerName', ...contact },
  suppliers: { DisplayName: 'supplierName', ...contact },
  info: { CompanyName: 'companyName', LegalName: 'companyLegalName', CompanyAddr: 'addresses' },
  taxRates: {
    TaxCode: 'name',
    TaxRateName: 'components.0.name',
    RateValue: 'components.0.rate',
    TaxAgencyId: 'components.0.agencyRef.id',
    TaxRateDetails: 'components',
  },
  accounts: { Name: 'name', AcctNum: 'nominalCode', AccountType: 'fullyQualifiedCategory', Description: 'description' },
  items: {
    Name: 'name',
    Sku: 'code',
    Type: 'type',
    IncomeAccountRef: 'invoiceItem.accountRef.id',
    ExpenseAccountRef: 'billItem.accountRef.id',
    UnitPrice: 'invoiceItem.unitPrice',
  },
  invoices: { ...sale, DocNumber: 'invoiceNumber', DueDate: 'dueDate' },
  creditNotes: { ...sale, DocNumber: 'creditNoteNumber' },
  bills: {
    VendorRef: 'supplierRef.id',
    AccountRef: 'lineItems.0.accountRef.id',
    TaxCodeRef: 'lineItems.0.taxRateRef.id',
    Line: 'lineItems',
    DocNumber: 'reference',
    TxnDate: 'issueDate',
    DueDate: 'dueDate',
    CurrencyRef: 'currency',
  },
  payments: {
    CustomerRef: 'customerRef.id',
    DepositToAccountRef: 'accountRef.id',
    TxnDate: 'date',
    TotalAmt: 'totalAmount',
    PaymentRefNum: 'reference',
    LinkedTxn: 'lines.0.links',
    Line: 'lines',
  },
};

/** Error codes that always concern the same field. */
const byCode: Readonly<Record<string, string>> = {
  '6240': 'DisplayName',
  '6140': 'DocNumber',
  '6210': 'TxnDate',
};

/** Returns the client's field that a fault is about, or undefined if the fault names no known field. */
export function fieldOf({ code, element, detail }: Fault, names: FieldNames): string | undefined {
  const named = Object.keys(names).find(
    (name) => element.split('.').includes(name) || new RegExp(`\\b${name}\\b`).test(detail),
  );
  const known = named ?? byCode[code] ?? '';
  return names[known] ?? (code === '6240' ? names.Name : undefined);
}
