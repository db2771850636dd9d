import * as books from './map-books.ts';
import * as documents from './map-documents.ts';
import type { WireInvoice } from './wire.ts';

/** A Tryton search domain: a condition (field, operator, value) or a list of conditions. */
export type Domain = readonly unknown[];

/** How a data type is read from Tryton. The parameters are `never` because each mapping has its own wire type. */
export type Source = {
  model: string;
  domain: Domain;
  /** The field that must equal the user's company, because a database may have several companies. */
  company?: string;
  /** Additional conditions for a full pass, which the server can check itself. */
  fullDomain?: Domain;
  /** The fields to read. A dotted name reads a field of a related record. */
  fields: readonly string[];
  /**
   * Related records that can change without updating the record's own date. With `all`, every pass reads everything.
   */
  movedBy: readonly string[] | 'all';
  /** The date field that `syncFrom` is compared with. */
  day?: string;
  context?: object;
  /** Whether a record belongs to this data type. If it does not, an incremental pass reports it as deleted. */
  isOurs?: (wire: never) => boolean;
  map: (wire: never) => object;
};

const under = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}.${name}`);
const stamps = ['create_date', 'write_date'];
/** Without this condition Tryton omits inactive records, which would then look deleted. */
const alsoInactive = ['active', 'in', [true, false]];

const addressFields = ['active', 'street', 'city', 'postal_code', 'country.code', 'subdivision.name'];
const identifierFields = ['type', 'code'];
const paymentLineFields = ['date', 'debit', 'credit', 'second_currency.code', 'amount_second_currency'];
const lineFields = ['type', 'description', 'quantity', 'unit_price', 'amount', 'account.name', 'product.name'];

const invoice = {
  model: 'account.invoice',
  company: 'company',
  fields: [
    ...['number', 'reference', 'description', 'type', 'state', 'invoice_date', 'reconciled', 'currency.code'],
    ...['party.name', 'untaxed_amount', 'tax_amount', 'total_amount', 'amount_to_pay', 'lines_to_pay.maturity_date'],
    ...under('lines', [...lineFields, 'taxes.name', 'taxes.rate']),
    ...under('payment_lines', [...paymentLineFields, 'move_description']),
    ...stamps,
  ],
  movedBy: ['lines', 'taxes'],
  day: 'invoice_date',
};

/**
 * In Tryton, any party may be both a customer and a supplier. The companies whose books Tryton keeps are parties too.
 */
const party = {
  model: 'party.party',
  domain: [alsoInactive],
  fields: [
    ...['name', 'code', 'active'],
    ...under('addresses', addressFields),
    ...under('contact_mechanisms', ['type', 'value', 'name']),
    ...under('identifiers', identifierFields),
    ...stamps,
  ],
  movedBy: ['addresses', 'contact_mechanisms', 'identifiers'],
};

const typeFlags = ['name', 'statement', 'assets', 'receivable', 'payable', 'debt', 'revenue', 'expense'];
const typeFields = [...typeFlags, 'parent.name', 'parent.parent.name', 'parent.parent.parent.name'];

/** Balances change without updating the account's date, so every pass reads all accounts. */
export const accountSource: Source = {
  model: 'account.account',
  company: 'company',
  // An account that belongs to no statement is only a heading.
  domain: [alsoInactive, ['type.statement', '!=', null]],
  fields: [
    ...['code', 'name', 'note', 'active', 'closed', 'debit', 'credit', 'currency.code'],
    ...under('type', typeFields),
    ...under('debit_type', typeFields),
    ...stamps,
  ],
  movedBy: 'all',
  context: { cumulate: true, posted: true },
  map: books.mapAccount,
};

export const sources: Readonly<Record<string, Source>> = {
  invoices: {
    ...invoice,
    domain: [['type', '=', 'out']],
    isOurs: (wire: WireInvoice) => !documents.isCreditNote(wire),
    map: documents.mapInvoice,
  },
  bills: { ...invoice, domain: [['type', '=', 'in']], map: documents.mapBill },
  customers: { ...party, map: books.mapCustomer },
  suppliers: { ...party, map: books.mapSupplier },
  accounts: accountSource,
  items: {
    model: 'product.product',
    domain: [alsoInactive],
    fields: [
      ...['code', 'name', 'description', 'active', 'list_price', 'cost_price'],
      ...under('template', ['name', 'type', 'active']),
      ...under('template.account_category', ['account_revenue.name', 'account_expense.name']),
      ...under('template.account_category', under('customer_taxes', ['name', 'rate'])),
      ...under('template.account_category', under('supplier_taxes', ['name', 'rate'])),
      ...stamps,
    ],
    movedBy: ['template', 'template.account_category'],
    map: books.mapItem,
  },
  payments: {
    model: 'account.move.line',
    company: 'move.company',
    domain: [['invoice_payments.type', '=', 'out']],
    fields: [
      ...paymentLineFields,
      ...['party.name', 'account.name', 'invoice_payments.number'],
      ...under('move', ['number', 'description', 'company.currency.code', 'lines.account.name']),
      ...under('move.lines', ['debit', 'credit']),
      ...stamps,
    ],
    movedBy: ['move'],
    day: 'date',
    map: documents.mapPayment,
  },
  creditNotes: {
    ...invoice,
    domain: [['type', '=', 'out']],
    fullDomain: [['total_amount', '<', 0]],
    isOurs: documents.isCreditNote,
    map: documents.mapCreditNote,
  },
  journalEntries: {
    model: 'account.move',
    company: 'company',
    // Drafts are not booked yet.
    domain: [['state', '=', 'posted']],
    fields: [
      ...['number', 'post_number', 'date', 'description', 'company.currency.code'],
      ...under('lines', ['account.name', 'debit', 'credit', 'description']),
      ...stamps,
    ],
    movedBy: ['lines'],
    day: 'date',
    map: books.mapJournalEntry,
  },
  taxRates: {
    model: 'account.tax',
    company: 'company',
    domain: [alsoInactive],
    fields: [
      ...['name', 'description', 'type', 'rate', 'active'],
      ...under('childs', ['name', 'type', 'rate']),
      ...stamps,
    ],
    movedBy: 'all',
    map: books.mapTaxRate,
  },
  info: {
    model: 'company.company',
    company: 'id',
    domain: [],
    fields: [
      ...['currency.code', 'party.name', 'party.website'],
      ...under('party.addresses', addressFields),
      ...under('party.identifiers', identifierFields),
      ...stamps,
    ],
    movedBy: 'all',
    map: books.mapInfo,
  },
};
