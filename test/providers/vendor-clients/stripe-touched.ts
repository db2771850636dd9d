import type { TouchedBy } from './touched-by-client.ts';

/** The data types of a collection of Stripe. */
const kinds: Readonly<Record<string, string>> = {
  ...{ invoices: 'invoices', customers: 'customers', products: 'items', tax_rates: 'taxRates', account: 'info' },
  ...{ charges: 'payments', refunds: 'payments', disputes: 'payments', credit_notes: 'creditNotes' },
  ...{ balance_transactions: 'bankTransactions', payouts: 'transfers', balance: 'bankAccounts' },
};

export const stripeTouched: TouchedBy = ({ method, path }, body) => {
  const [, collection = '', id] = /^\/v1\/(\w+)(?:\/([^/]+))?/.exec(path) ?? [];
  const dataType = kinds[collection];
  const isEmpty = Array.isArray(body.data) && body.data.length === 0;
  if (!dataType || isEmpty) return [];
  // A step such as `finalize` and the lines of an invoice change the invoice.
  const written = method === 'DELETE' ? 'delete' : id === undefined ? 'create' : 'update';
  return [{ deed: method === 'GET' ? 'read' : written, dataTypes: [dataType] }];
};
