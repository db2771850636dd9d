import { lineAmount } from './line-amount.ts';
import type {
  PushedAccount,
  PushedBill,
  PushedCreditNote,
  PushedCustomer,
  PushedInfo,
  PushedInvoice,
  PushedItem,
  PushedParty,
  PushedPayment,
  PushedSalesLine,
  PushedSupplier,
  PushedTaxRate,
} from './push-schemas.ts';

/**
 * Builds QuickBooks' request bodies from the client's record. Members have a fixed order, so the same record gives the
 * same bytes. Undefined members are left out.
 */
const dayOf = (date: string) => date.slice(0, 10);
const optionalDay = (date: string | undefined) => (date === undefined ? undefined : dayOf(date));
const refTo = (ref: { id: string } | undefined) => ref && { value: ref.id };
const currencyOf = (currency: string | undefined) => (currency === undefined ? undefined : { value: currency });
const isActive = (status: 'Active' | 'Archived' | undefined) =>
  status === undefined ? undefined : status === 'Active';

function address(record: Pick<PushedParty, 'addresses'>, type: 'Billing' | 'Delivery') {
  const found = record.addresses?.find((one) => one.type === type);
  return (
    found && {
      Line1: found.line1,
      Line2: found.line2,
      City: found.city,
      CountrySubDivisionCode: found.region,
      PostalCode: found.postalCode,
      Country: found.country,
    }
  );
}

const party = (record: PushedParty) => ({
  PrimaryEmailAddr: record.emailAddress === undefined ? undefined : { Address: record.emailAddress },
  PrimaryPhone: record.phone === undefined ? undefined : { FreeFormNumber: record.phone },
  BillAddr: address(record, 'Billing'),
  ShipAddr: address(record, 'Delivery'),
  Active: isActive(record.status),
});

export const customerBody = (record: PushedCustomer) => ({ DisplayName: record.customerName, ...party(record) });
/** QuickBooks stores only one address for a supplier. */
export const supplierBody = (record: PushedSupplier) => {
  const { ShipAddr: _, ...rest } = party(record);
  return { DisplayName: record.supplierName, ...rest };
};

export const infoBody = (record: PushedInfo) => ({
  CompanyName: record.companyName,
  LegalName: record.companyLegalName,
  CompanyAddr: address(record, 'Billing'),
});

/** The body for QuickBooks' tax service, which has its own format, in which percentages are strings. */
export const taxRateBody = (record: PushedTaxRate) => ({
  TaxCode: record.name,
  TaxRateDetails: record.components.map(({ name, rate, agencyRef }) => ({
    TaxRateName: name,
    RateValue: JSON.stringify(rate),
    TaxAgencyId: agencyRef?.id,
    TaxApplicableOn: 'Sales',
  })),
});

export const accountBody = (record: PushedAccount) => ({
  Name: record.name,
  AcctNum: record.nominalCode,
  Description: record.description,
  AccountType: record.fullyQualifiedCategory,
  Active: isActive(record.status),
});

export const itemBody = (record: PushedItem) => ({
  Name: record.name,
  Sku: record.code,
  Type: record.type,
  Description: record.invoiceItem.description,
  UnitPrice: record.invoiceItem.unitPrice,
  IncomeAccountRef: refTo(record.invoiceItem.accountRef),
  PurchaseDesc: record.billItem?.description,
  PurchaseCost: record.billItem?.unitPrice,
  ExpenseAccountRef: refTo(record.billItem?.accountRef),
  Active: isActive(record.itemStatus),
});

const salesLine = (line: PushedSalesLine) => ({
  Description: line.description,
  Amount: lineAmount(line.unitAmount, line.quantity),
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: {
    ItemRef: refTo(line.itemRef),
    Qty: line.quantity,
    UnitPrice: line.unitAmount,
    TaxCodeRef: refTo(line.taxRateRef),
  },
});

const sale = (record: Omit<PushedCreditNote, 'creditNoteNumber'>) => ({
  CustomerRef: refTo(record.customerRef),
  TxnDate: dayOf(record.issueDate),
  CurrencyRef: currencyOf(record.currency),
  Line: record.lineItems.map(salesLine),
  CustomerMemo: record.note === undefined ? undefined : { value: record.note },
});

export const invoiceBody = (record: PushedInvoice) => ({
  DocNumber: record.invoiceNumber,
  ...sale(record),
  DueDate: optionalDay(record.dueDate),
});
export const creditNoteBody = (record: PushedCreditNote) => ({ DocNumber: record.creditNoteNumber, ...sale(record) });

export const billBody = (record: PushedBill) => ({
  DocNumber: record.reference,
  VendorRef: refTo(record.supplierRef),
  TxnDate: dayOf(record.issueDate),
  DueDate: optionalDay(record.dueDate),
  CurrencyRef: currencyOf(record.currency),
  Line: record.lineItems.map((line) => ({
    Description: line.description,
    Amount: lineAmount(line.unitAmount, line.quantity),
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: refTo(line.accountRef), TaxCodeRef: refTo(line.taxRateRef) },
  })),
  PrivateNote: record.note,
});

export const paymentBody = (record: PushedPayment) => ({
  CustomerRef: refTo(record.customerRef),
  DepositToAccountRef: refTo(record.accountRef),
  TxnDate: dayOf(record.date),
  PaymentRefNum: record.reference,
  CurrencyRef: currencyOf(record.currency),
  TotalAmt: record.totalAmount,
  Line: record.lines?.[0]?.links.map(({ type, id, amount }) => ({
    Amount: amount,
    LinkedTxn: [{ TxnId: id, TxnType: type }],
  })),
  PrivateNote: record.note,
});
