/** The fields of records, for columns and suggestions. */

/** Default columns of each data type. */
const first: Record<string, string[]> = {
  invoices: ['invoiceNumber', 'customerRef.companyName', 'issueDate', 'dueDate', 'status', 'totalAmount', 'amountDue'],
  bills: ['reference', 'supplierRef.supplierName', 'issueDate', 'dueDate', 'status', 'totalAmount', 'amountDue'],
  customers: ['customerName', 'contactName', 'emailAddress', 'phone', 'status'],
  suppliers: ['supplierName', 'contactName', 'emailAddress', 'phone', 'status'],
  accounts: ['nominalCode', 'name', 'type', 'currentBalance', 'status'],
  items: ['code', 'name', 'type', 'itemStatus', 'invoiceItem.unitPrice', 'billItem.unitPrice'],
  payments: ['reference', 'customerRef.companyName', 'date', 'totalAmount'],
  billPayments: ['reference', 'supplierRef.supplierName', 'date', 'totalAmount'],
  creditNotes: ['creditNoteNumber', 'customerRef.companyName', 'issueDate', 'status', 'totalAmount', 'remainingCredit'],
  billCreditNotes: [
    'billCreditNoteNumber',
    'supplierRef.supplierName',
    'issueDate',
    'status',
    'totalAmount',
    'remainingCredit',
  ],
  journalEntries: ['reference', 'postedOn', 'description'],
  taxRates: ['name', 'code', 'effectiveTaxRate', 'totalTaxRate', 'status'],
  trackingCategories: ['name', 'parentId', 'hasChildren', 'status'],
  purchaseOrders: ['purchaseOrderNumber', 'supplierRef.supplierName', 'issueDate', 'status', 'totalAmount'],
  salesOrders: ['salesOrderNumber', 'customerRef.companyName', 'issueDate', 'status', 'totalAmount'],
  bankAccounts: ['accountName', 'accountNumber', 'institution', 'balance'],
  bankTransactions: ['reference', 'date', 'bankAccountRef.name', 'description', 'amount', 'balance', 'reconciled'],
  transfers: ['description', 'date', 'from.accountRef.name', 'from.amount', 'to.accountRef.name', 'to.amount'],
  info: ['companyName', 'registrationNumber', 'taxNumber', 'baseCurrency'],
  balanceSheet: ['date', 'assets.value', 'liabilities.value', 'equity.value', 'netAssets'],
  profitAndLoss: ['fromDate', 'toDate', 'income.value', 'expenses.value', 'netProfit'],
  cashFlowStatement: ['fromDate', 'toDate', 'netCashFlow', 'closingBalance'],
  attachments: ['name', 'contentType', 'size', 'recordRef.dataType', 'recordRef.id', 'createdDate'],
};

/** Default columns of every data type. They are shown last. Amounts show their currency, so it has no column. */
const everywhere = ['modifiedDate'];
const technical = ['id', 'metadata.isDeleted', ...everywhere];
const ofEveryRecord = ['id', 'modifiedDate', 'sourceModifiedDate', 'metadata.isDeleted'];

export type Shape = { path: string; kind: 'text' | 'number' | 'time' | 'boolean' | 'list' };

const isPlainNumber = (value: unknown) => typeof value === 'number';
const timeText = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Returns all fields of the records, with the kind of their values. To recognise exact numbers too, pass an `isNumber`
 * that accepts `JSON.rawJSON` values.
 */
export function shapesOf(records: readonly unknown[], isNumber: (value: unknown) => boolean = isPlainNumber): Shape[] {
  const shapes = new Map<string, Shape['kind']>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      if (path) shapes.set(path, 'list');
      for (const element of value) if (typeof element === 'object') walk(element, path);
    } else if (isNumber(value)) shapes.set(path, 'number');
    else if (typeof value === 'boolean') shapes.set(path, 'boolean');
    else if (typeof value === 'string') {
      const kind = timeText.test(value) ? 'time' : 'text';
      if (kind === 'text' || !shapes.has(path)) shapes.set(path, kind);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value))
        if (path !== '' || name !== 'sourceData') walk(inner, path ? `${path}.${name}` : name);
  };
  for (const record of records) walk(record, '');
  return [...shapes].map(([path, kind]) => ({ path, kind }));
}

/** Returns the default columns of the data type. For an unknown data type, returns the first simple fields. */
export function firstColumns(dataType: string, shapes: readonly Shape[]): string[] {
  const simple = shapes.filter(({ path, kind }) => kind !== 'list' && !path.includes('.') && !technical.includes(path));
  const own = first[dataType];
  const known = new Set(shapes.map(({ path }) => path));
  // Hide columns for which no record has a value. Before any record is loaded, show all columns.
  const chosen = own
    ? own.filter((path) => shapes.length === 0 || known.has(path))
    : simple.slice(0, 6).map(({ path }) => path);
  return [...chosen, ...everywhere];
}

/** Returns three of the columns, for a narrow screen: the first two and the first number. */
export function narrowColumns(columns: readonly string[], shapes: readonly Shape[]): string[] {
  const numbers = new Set(shapes.filter(({ kind }) => kind === 'number').map(({ path }) => path));
  const chosen = new Set([...columns.slice(0, 2), columns.find((path) => numbers.has(path)) ?? columns[2]]);
  return columns.filter((path) => chosen.has(path));
}

/** Returns all possible columns. These are the fields that have a single value in each record. */
export function possibleColumns(dataType: string, shapes: readonly Shape[], records: readonly unknown[]): string[] {
  const lists = shapes.filter(({ kind }) => kind === 'list').map(({ path }) => `${path}.`);
  const single = shapes
    .filter(({ path, kind }) => kind !== 'list' && !lists.some((list) => path.startsWith(list)))
    .map(({ path }) => path);
  return records.length === 0
    ? firstColumns(dataType, shapes)
    : [...new Set([...firstColumns(dataType, shapes), 'id', ...single])];
}

/** Returns the fields to suggest in a filter: the fields in the records and the default columns of the data type. */
export function filterFields(dataType: string, shapes: readonly Shape[]): string[] {
  return [...new Set([...(first[dataType] ?? []), ...shapes.map(({ path }) => path), ...ofEveryRecord])];
}

const choiceFields = /(^|\.)(status|itemStatus|type|role|currency|defaultCurrency|isDeleted|isBankAccount|reconciled)$/;
const invoiceStates = ['Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'];
const billStates = ['Draft', 'Open', 'PartiallyPaid', 'Paid', 'Void'];
const knownStates: Record<string, string[]> = { invoices: invoiceStates, bills: billStates };

/** Returns the values to suggest in a filter for fields with few distinct values, such as a status. */
export function filterValues(
  dataType: string,
  shapes: readonly Shape[],
  records: readonly unknown[],
): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  if (knownStates[dataType]) values.status = knownStates[dataType];
  for (const { path, kind } of shapes) {
    if (kind === 'boolean') values[path] = ['true', 'false'];
    else if (choiceFields.test(path) && !values[path]) {
      const seen = new Set(records.map((record) => valueAt(record, path)).filter((value) => typeof value === 'string'));
      if (seen.size > 0 && seen.size <= 12) values[path] = [...seen].sort();
    }
  }
  return values;
}

export function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
