import { type Row, rowsIn, type Touched, type TouchedBy } from './touched-by-client.ts';

const always =
  (...dataTypes: string[]) =>
  () =>
    dataTypes;
const bySide = (field: string, sale: string, purchase: string) => (row: Row) => {
  const text = String(row[field] ?? '');
  return text.startsWith('ACCPAY') ? [purchase] : text.startsWith('ACCREC') || text.startsWith('AR') ? [sale] : [];
};

/** The data types of a row in a list of this name. */
const kinds: Readonly<Record<string, (row: Row) => string[]>> = {
  Invoices: bySide('Type', 'invoices', 'bills'),
  CreditNotes: bySide('Type', 'creditNotes', 'billCreditNotes'),
  Payments: bySide('PaymentType', 'payments', 'billPayments'),
  Contacts: ({ IsCustomer, IsSupplier }) => [
    ...(IsCustomer === true ? ['customers'] : []),
    ...(IsSupplier === true ? ['suppliers'] : []),
  ],
  Accounts: ({ Type }) => ['accounts', ...(Type === 'BANK' ? ['bankAccounts'] : [])],
  Organisations: always('info'),
  Items: always('items'),
  TaxRates: always('taxRates'),
  TrackingCategories: always('trackingCategories'),
  Options: always('trackingCategories'),
  PurchaseOrders: always('purchaseOrders'),
  BankTransactions: always('bankTransactions'),
  BankTransfers: always('transfers'),
  ManualJournals: always('journalEntries'),
  Attachments: always('attachments'),
};
const reports: Readonly<Record<string, string>> = { BalanceSheet: 'balanceSheet', ProfitAndLoss: 'profitAndLoss' };

/** Xero deletes most records by a status; it voids journals, which is how Daybook deletes them. */
const isGone = (row: Row, list: string) =>
  row.Status === 'DELETED' || (list === 'ManualJournals' && row.Status === 'VOIDED');

export const xeroTouched: TouchedBy = ({ method, path }, body) => {
  const [, name = '', id, below] = /^\/api\.xro\/2\.0\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?/.exec(path) ?? [];
  const report = name === 'Reports' ? reports[id ?? ''] : undefined;
  if (report) return [{ deed: 'read', dataTypes: [report] }];
  return Object.entries(kinds).flatMap(([list, kindOf]) =>
    rowsIn(body[list]).flatMap((row): Touched[] => {
      const dataTypes = kindOf(row);
      if (method === 'GET') return [{ deed: 'read', dataTypes }];
      if (method === 'DELETE' || isGone(row, list)) return [{ deed: 'delete', dataTypes }];
      // `POST` without an id creates or updates: the answer does not say which.
      if (method === 'PUT' || list === 'Attachments') return [{ deed: 'create', dataTypes }];
      return id !== undefined && below !== 'History' ? [{ deed: 'update', dataTypes }] : [];
    }),
  );
};
