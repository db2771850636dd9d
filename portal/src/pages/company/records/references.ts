import { valueAt } from '../browse/record-fields.ts';

export type Reference = { dataType: string; id: string };

/** The data types that references lead to, by the name of the field that holds the `id`. */
const targets: Record<string, string> = {
  customerRef: 'customers',
  supplierRef: 'suppliers',
  accountRef: 'accounts',
  bankAccountRef: 'bankAccounts',
  taxRateRef: 'taxRates',
  itemRef: 'items',
  tracking: 'trackingCategories',
};
const linkTypes: Record<string, string> = {
  Invoice: 'invoices',
  Bill: 'bills',
  CreditNote: 'creditNotes',
  BillCreditNote: 'billCreditNotes',
};

/** The fields beside an `id` that name the record. */
const names = ['id', 'name', 'companyName', 'supplierName', 'reference'];

/** Returns the record that a field refers to: a name or an id in `customerRef` leads to the customer. */
export function referenceAt(dataType: string, record: unknown, path: string): Reference | undefined {
  const parts = path.split('.');
  const [holder = '', field = ''] = parts.slice(-2);
  const target = holder === 'payment' ? (dataType === 'bills' ? 'billPayments' : 'payments') : targets[holder];
  if (parts.length > 1 && target && names.includes(field))
    return toReference(target, valueAt(record, [...parts.slice(0, -1), 'id'].join('.')));
  if (parts.at(-1) === 'accountId') return toReference('accounts', valueAt(record, path));
  if (dataType === 'trackingCategories' && path === 'parentId') return toReference(dataType, valueAt(record, path));
  return undefined;
}

function toReference(dataType: string | undefined, id: unknown): Reference | undefined {
  return dataType !== undefined && typeof id === 'string' && id !== '' ? { dataType, id } : undefined;
}

/** The document that a part of a payment pays. */
export function paidDocument(link: { type: string; id: string }): Reference | undefined {
  return toReference(linkTypes[link.type], link.id);
}

/** Lists of other data types that refer to a record: the invoices of a customer, the payments against an invoice. */
export type RelatedList = { dataType: string; query: string };

const related: Record<string, Record<string, string>> = {
  customers: {
    invoices: 'customerRef.id',
    creditNotes: 'customerRef.id',
    payments: 'customerRef.id',
    salesOrders: 'customerRef.id',
  },
  suppliers: {
    bills: 'supplierRef.id',
    billCreditNotes: 'supplierRef.id',
    billPayments: 'supplierRef.id',
    purchaseOrders: 'supplierRef.id',
  },
  invoices: { payments: 'lines.links.id' },
  creditNotes: { payments: 'lines.links.id' },
  bills: { billPayments: 'lines.links.id' },
  billCreditNotes: { billPayments: 'lines.links.id' },
  accounts: {
    journalEntries: 'journalLines.accountRef.id',
    invoices: 'lineItems.accountRef.id',
    bills: 'lineItems.accountRef.id',
    payments: 'accountRef.id',
    billPayments: 'accountRef.id',
  },
  bankAccounts: { bankTransactions: 'bankAccountRef.id' },
  items: { invoices: 'lineItems.itemRef.id', bills: 'lineItems.itemRef.id' },
  taxRates: { invoices: 'lineItems.taxRateRef.id', bills: 'lineItems.taxRateRef.id' },
  trackingCategories: {
    invoices: 'lineItems.tracking.id',
    bills: 'lineItems.tracking.id',
    journalEntries: 'journalLines.tracking.id',
  },
};

export function relatedLists(dataType: string, id: string): RelatedList[] {
  const value = `"${id.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
  return Object.entries(related[dataType] ?? {}).map(([other, field]) => ({
    dataType: other,
    query: `${field}=${value}`,
  }));
}
