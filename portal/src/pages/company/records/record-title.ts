import { t } from '../../../messages/books.ts';
import { dateText } from '../../../ui/date-words.ts';
import { spaced } from '../../../ui/state-words.ts';
import { valueAt } from '../browse/record-fields.ts';
import { documentKinds } from './documents/document-kinds.ts';

type Kind = { one: string; names: readonly string[] };

/** What one record of a data type is called, and the fields that name it, the best first. */
const kinds: Record<string, Kind> = {
  ...Object.fromEntries(Object.entries(documentKinds).map(([type, { title, number }]) => [type, of(title, number)])),
  customers: of(t('customer'), 'customerName'),
  suppliers: of(t('supplier'), 'supplierName'),
  accounts: of(t('account'), 'name', 'nominalCode'),
  items: of(t('item'), 'name', 'code'),
  payments: of(t('payment'), 'reference'),
  billPayments: of(t('payment'), 'reference'),
  journalEntries: of(t('journalEntry'), 'reference', 'postedOn'),
  taxRates: of(t('taxRate'), 'name', 'code'),
  trackingCategories: of(t('trackingCategory'), 'name'),
  bankAccounts: of(t('bankAccount'), 'accountName', 'accountNumber'),
  bankTransactions: of(t('bankTransaction'), 'reference', 'date'),
  transfers: of(t('transfer'), 'description', 'date'),
  info: { one: spaced('info'), names: [] },
  balanceSheet: of(t('balanceSheet'), 'date'),
  profitAndLoss: of(t('profitAndLoss'), 'toDate'),
  cashFlowStatement: of(t('cashFlow'), 'toDate'),
  attachments: of(t('attachment'), 'name'),
};

function of(one: string, ...names: string[]): Kind {
  return { one, names };
}

const isDate = /^\d{4}-\d{2}-\d{2}/;

/** The title of a record: "Invoice INV-0012". Without the record, only what it is. */
export function recordTitle(dataType: string, record: unknown): string {
  const kind = kinds[dataType] ?? { one: spaced(dataType), names: [] };
  for (const field of kind.names) {
    const value = valueAt(record, field);
    if (typeof value !== 'string' || value === '') continue;
    return `${kind.one} ${isDate.test(value) ? dateText(value) : value}`;
  }
  return kind.one;
}
