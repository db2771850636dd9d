import type { Deed } from '../proof.ts';
import { type Row, rowsIn, type TouchedBy } from './touched-by-client.ts';

/** The data types of an entity of QuickBooks. */
const kinds: Readonly<Record<string, string>> = {
  ...{ Invoice: 'invoices', Bill: 'bills', Customer: 'customers', Vendor: 'suppliers', Account: 'accounts' },
  ...{ Item: 'items', Payment: 'payments', BillPayment: 'billPayments', CreditMemo: 'creditNotes' },
  ...{ VendorCredit: 'billCreditNotes', JournalEntry: 'journalEntries', TaxCode: 'taxRates', TaxRate: 'taxRates' },
  ...{ Class: 'trackingCategories', Department: 'trackingCategories', PurchaseOrder: 'purchaseOrders' },
  ...{ Purchase: 'bankTransactions', Deposit: 'bankTransactions', Transfer: 'transfers', CompanyInfo: 'info' },
  Attachable: 'attachments',
};
const reports: Readonly<Record<string, string>> = {
  ...{ balancesheet: 'balanceSheet', profitandloss: 'profitAndLoss', cashflow: 'cashFlowStatement' },
};

const typesOf = (entity: string, row: Row) => [
  ...(kinds[entity] ? [kinds[entity]] : []),
  ...(entity === 'Account' && row.AccountType === 'Bank' ? ['bankAccounts'] : []),
];

export const quickbooksTouched: TouchedBy = ({ method, path, query, body: sent }, body) => {
  const [, name = '', id] = /^\/v3\/company\/[^/]+\/(\w+)(?:\/(.+))?$/.exec(path) ?? [];
  const report = name === 'reports' ? reports[(id ?? '').toLowerCase()] : undefined;
  if (report) return [{ deed: 'read', dataTypes: [report] }];
  if (name === 'taxservice') return [{ deed: 'create', dataTypes: ['taxRates'] }];
  // A batch can contain anything, and a capture of changes is no list.
  if (name === 'batch' || name === 'cdc') return [];
  const isRead = name === 'query' || method === 'GET';
  const found = isRead && body.QueryResponse ? (body.QueryResponse as Row) : body;
  const files = rowsIn(body.AttachableResponse);
  // The body of an upload is no JSON.
  const deed: Deed = isRead ? 'read' : name === 'upload' ? 'create' : deedOf(query, sent);
  return [
    ...Object.entries(found).flatMap(([entity, rows]) =>
      rowsIn(rows).map((row) => ({ deed, dataTypes: typesOf(entity, row) })),
    ),
    ...files.flatMap(({ Attachable }) => (Attachable ? [{ deed: 'create' as const, dataTypes: ['attachments'] }] : [])),
  ];
};

function deedOf(query: URLSearchParams, sent: string): 'create' | 'update' | 'delete' {
  if (query.get('operation') === 'delete') return 'delete';
  return (JSON.parse(sent) as Row).Id === undefined ? 'create' : 'update';
}
