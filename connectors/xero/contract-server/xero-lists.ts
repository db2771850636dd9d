import type { ContractAnswer, ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import { type Collection, dayMs, idNames, type Row, undated, type XeroBooks } from './xero-books.ts';

export type Invalid = (number: number, type: string, message: string) => ContractAnswer;

/** Endpoints with pages. A list of another endpoint is always whole. */
const paged: readonly Collection[] = [
  ...(['Invoices', 'Contacts', 'Payments', 'CreditNotes', 'BankTransactions'] as const),
  ...(['ManualJournals', 'PurchaseOrders', 'Overpayments', 'Prepayments'] as const),
];
/** Without a page parameter, Xero omits the lines of these. */
const bareWithoutPage: readonly Collection[] = ['Invoices', 'CreditNotes', 'BankTransactions'];
/** Names by which a record can be read, besides its id. */
const otherNames: Partial<Record<Collection, string>> = {
  ...{ Invoices: 'InvoiceNumber', Accounts: 'Code', Items: 'Code', Contacts: 'ContactNumber' },
  ...{ PurchaseOrders: 'PurchaseOrderNumber', CreditNotes: 'CreditNoteNumber' },
};

export function findRow({ rows }: XeroBooks, collection: Collection, id: string): Row | undefined {
  const other = otherNames[collection];
  return (
    rows[collection].get(id) ?? [...rows[collection].values()].find((row) => other && row[other] && row[other] === id)
  );
}

/** A record as Xero shows it: a bank transfer has no time of change. */
export function shownRow(collection: Collection, row: Row): Row {
  if (collection !== 'BankTransfers') return row;
  const { UpdatedDateUTC: _, ...rest } = row;
  return rest;
}

export function listRows(
  books: XeroBooks,
  collection: Collection,
  { query, headers }: ContractRequest,
  { invalid, pageSizeMax }: { invalid: Invalid; pageSizeMax: number },
): ContractAnswer {
  const filter = filterOf(query.get('where'));
  if (!filter) return invalid(16, 'QueryParseException', 'The where clause cannot be parsed.');
  const since = headers['if-modified-since'];
  const sinceMs = since === undefined ? 0 : Date.parse(/Z$|[+-]\d\d:\d\d$/.test(since) ? since : `${since}Z`);
  if (Number.isNaN(sinceMs)) return invalid(14, 'PostDataInvalidException', 'If-Modified-Since is not a date.');
  const isDated = !undated.includes(collection);
  const asked = chosenBy(collection, query);
  let found = [...books.rows[collection].values()].filter(
    (row) =>
      filter(row) && asked(row) && isShown(collection, row, query) && (!isDated || msOf(row.UpdatedDateUTC) > sinceMs),
  );
  const [, orderBy, direction] = /^(\w+)(?: (ASC|DESC))?$/i.exec(query.get('order') ?? '') ?? [];
  const name = orderBy ?? (paged.includes(collection) ? 'UpdatedDateUTC' : undefined);
  if (name) found = found.sort((a, b) => compare(a[name], b[name]) * (/desc/i.test(direction ?? '') ? -1 : 1));
  const page = query.get('page');
  if (!paged.includes(collection) || page === null) {
    const bare = bareWithoutPage.includes(collection) ? found.map(({ LineItems: _, ...row }) => row as Row) : found;
    return { status: 200, body: { [collection]: bare.map((row) => shownRow(collection, row)) } };
  }
  const pageSize = Math.min(Number(query.get('pageSize') ?? 100), pageSizeMax);
  const start = (Number(page) - 1) * pageSize;
  const pagination = {
    ...{ page: Number(page), pageSize, itemCount: found.length },
    pageCount: Math.ceil(found.length / pageSize),
  };
  const isSummary = query.get('summaryOnly') === 'true';
  const rows = found.slice(start, start + pageSize).map((row) => {
    const { LineItems: _, Phones: __, Addresses: ___, ...summary } = row;
    return isSummary ? (summary as Row) : row;
  });
  return { status: 200, body: { pagination, [collection]: rows } };
}

const compare = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;

/** Archived contacts and tracking categories, and deleted bank transfers, are shown only on request. */
function isShown(collection: Collection, row: Row, query: URLSearchParams): boolean {
  const isArchived =
    row.ContactStatus === 'ARCHIVED' || (collection === 'TrackingCategories' && row.Status !== 'ACTIVE');
  if (isArchived) return query.get('includeArchived') === 'true' && row.Status !== 'DELETED';
  return collection !== 'BankTransfers' || row.Status !== 'DELETED' || query.get('includeDeleted') === 'true';
}

function chosenBy(collection: Collection, query: URLSearchParams): (row: Row) => boolean {
  const listOf = (name: string) => query.get(name)?.split(',');
  const [ids, numbers, contacts, statuses] = ['IDs', 'InvoiceNumbers', 'ContactIDs', 'Statuses'].map(listOf);
  const [status, from, to] = ['Status', 'DateFrom', 'DateTo'].map((name) => query.get(name));
  const term = query.get('searchTerm')?.toLowerCase();
  return (row) =>
    (!ids || ids.includes(String(row[idNames[collection]]))) &&
    (!numbers || numbers.includes(String(row.InvoiceNumber))) &&
    (!contacts || contacts.includes(String((row.Contact as Row | undefined)?.ContactID))) &&
    (!statuses || statuses.includes(String(row.Status))) &&
    (!status || row.Status === status) &&
    (!from || dayMs(row.Date) >= dayMs(from)) &&
    (!to || dayMs(row.Date) <= dayMs(to)) &&
    (!term ||
      JSON.stringify([row.Name, row.InvoiceNumber, row.Reference, row.EmailAddress]).toLowerCase().includes(term));
}

/**
 * Filters such as `Type=="ACCREC" && Date>=DateTime(2026,9,1) OR Contact.ContactID==Guid("…")`, without brackets.
 * Returns undefined for a filter that cannot be parsed.
 */
export function filterOf(where: string | null): ((row: Row) => boolean) | undefined {
  if (where === null || where === '') return () => true;
  const choices = where.split(/\s*(?:\|\|| OR )\s*/).map((all) => all.split(/\s*(?:&&| AND )\s*/).map(conditionOf));
  if (choices.flat().includes(undefined)) return undefined;
  return (row) => choices.some((all) => all.every((fits) => fits?.(row)));
}

const operators: Record<string, (difference: number) => boolean> = {
  '==': (difference) => difference === 0,
  '=': (difference) => difference === 0,
  '!=': (difference) => difference !== 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
};

function conditionOf(text: string): ((row: Row) => boolean) | undefined {
  const [, path = '', operator = '', given = ''] = /^([\w.]+)\s*(==|!=|>=|<=|=|>|<)\s*(.+)$/.exec(text.trim()) ?? [];
  const holds = operators[operator];
  const value = literalOf(given.trim());
  if (!holds || value === undefined) return undefined;
  return (row) => {
    const held = path.split('.').reduce<unknown>((inner, name) => (inner as Row | undefined)?.[name], row);
    const isDay = /^\/Date\(/.test(String(held));
    return holds(compare(isDay ? dayMs(held) : held, value));
  };
}

function literalOf(given: string): unknown {
  const [, text] = /^"([^"]*)"$/.exec(given) ?? /^Guid\("([^"]*)"\)$/i.exec(given) ?? [];
  if (text !== undefined) return text;
  const [, year, month, day] = /^DateTime\((\d+),\s*(\d+),\s*(\d+)\)$/i.exec(given) ?? [];
  if (year !== undefined) return Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (/^(true|false)$/i.test(given)) return /true/i.test(given);
  return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : undefined;
}

export const msOf = (moment: unknown) => Number(/\d+/.exec(String(moment))?.[0] ?? 0);
