import { randomUUID } from 'node:crypto';
import type { ContractAnswer, ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import { type Collection, idNames, type Row, round, type XeroBooks, xeroDate } from './xero-books.ts';
import { ledgerOf } from './xero-ledger.ts';
import { findRow, type Invalid, shownRow } from './xero-lists.ts';
import { problemsOf } from './xero-rules.ts';

export type Writing = { books: XeroBooks; invalid: Invalid; nowMs: () => number };

const notFound: ContractAnswer = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: 'The resource you are looking for cannot be found.',
};
/** Names by which a POST without an id finds the record that it changes. */
const matchNames: Partial<Record<Collection, string>> = {
  ...{ Invoices: 'InvoiceNumber', Contacts: 'Name', Items: 'Code', PurchaseOrders: 'PurchaseOrderNumber' },
  ...{ CreditNotes: 'CreditNoteNumber' },
};

const validationError = 'A validation exception occurred';

/** PUT creates records, POST creates or changes them, POST to a record's own URL changes that one. */
export function writeRows(
  { books, invalid }: Writing,
  { collection, id }: { collection: Collection; id: string | undefined },
  { method, body, query }: ContractRequest,
): ContractAnswer {
  const parsed = JSON.parse(body) as Record<string, Row[] | undefined>;
  const given = parsed[collection] ?? [parsed as Row];
  const isTaxRate = collection === 'TaxRates';
  if (id !== undefined && (method === 'PUT' || isTaxRate)) return { status: 405, body: {} };
  if (id !== undefined && !ownRow(books, collection, id)) return notFound;
  if (isTaxRate && method === 'POST' && given.some(({ TaxType }) => !books.rows.TaxRates.has(String(TaxType))))
    return notFound;
  const checked = given.map((one) => {
    const before = id === undefined ? matching(books, collection, method, one) : ownRow(books, collection, id);
    const row: Row = { ...before, ...withoutEmpty(one) };
    return { one, row, problems: problemsOf(books, collection, row, before) };
  });
  const errorsOf = (problems: string[]) => problems.map((Message) => ({ Message }));
  const isSummarized = query.get('summarizeErrors') !== 'false';
  if (isSummarized && checked.some(({ problems }) => problems.length > 0)) {
    const Elements = checked.map(({ one, problems }) => ({ ...one, ValidationErrors: errorsOf(problems) }));
    const { status, body: fault } = invalid(10, 'ValidationException', validationError);
    return { status, body: { ...(fault as object), Elements } };
  }
  const written = checked.map(({ one, row, problems }) =>
    problems.length > 0
      ? { ...one, HasErrors: true, StatusAttributeString: 'ERROR', ValidationErrors: errorsOf(problems) }
      : {
          ...shownRow(collection, books.keep(collection, row)),
          ...(!isSummarized && { StatusAttributeString: 'OK', HasErrors: false }),
        },
  );
  return { status: 200, body: { [collection]: written } };
}

/** The URL of an account that is changed has its id; its code finds it only in a list. */
const ownRow = (books: XeroBooks, collection: Collection, id: string) =>
  collection === 'Accounts' ? books.rows.Accounts.get(id) : findRow(books, collection, id);

/** A client library sends the fields that it does not set as null. */
const withoutEmpty = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

function matching(books: XeroBooks, collection: Collection, method: string, given: Row): Row | undefined {
  const own = given[idNames[collection]];
  if (own !== undefined) return books.rows[collection].get(String(own));
  const name = matchNames[collection];
  if (method === 'PUT' || !name || !given[name]) return undefined;
  return [...books.rows[collection].values()].find((row) => row[name] === given[name]);
}

export function deleteRow(
  { books, invalid }: Writing,
  { collection, id }: { collection: Collection; id: string },
): ContractAnswer {
  const row = ownRow(books, collection, id);
  if (!row) return notFound;
  if (collection === 'Items') {
    books.remove('Items', String(row.ItemID));
    return { status: 204 };
  }
  if (collection === 'Accounts') {
    if (row.SystemAccount) return invalid(10, 'ValidationException', 'System accounts cannot be deleted');
    if (ledgerOf(books).some(({ account }) => account === row) || isInDocuments(books, row))
      return invalid(10, 'ValidationException', 'An account with transactions cannot be deleted');
    books.remove('Accounts', String(row.AccountID));
    return { status: 200, body: { Accounts: [{ ...row, Status: 'DELETED' }] } };
  }
  if (collection !== 'TrackingCategories') return { status: 405, body: {} };
  const options = ((row.Options ?? []) as Row[]).map(({ TrackingOptionID }) => TrackingOptionID);
  if (isTracked(books, options)) return invalid(10, 'ValidationException', usedCategory);
  books.remove('TrackingCategories', id);
  return { status: 200, body: { TrackingCategories: [{ ...row, Status: 'DELETED', Options: [] }] } };
}

const usedCategory = 'A tracking category or option that is used in transactions cannot be deleted';

/** Whether lines refer to one of the options. */
function isTracked({ rows }: XeroBooks, options: readonly unknown[]): boolean {
  const lines = [...Object.values(rows)].flatMap((all) =>
    [...all.values()].flatMap((row) => (row.LineItems ?? row.JournalLines ?? []) as Row[]),
  );
  return lines.some((line) =>
    ((line.Tracking ?? []) as Row[]).some(({ TrackingOptionID }) => options.includes(TrackingOptionID)),
  );
}

/** Xero does not document whether a voided transaction counts as one. Here it does. */
function isInDocuments({ rows }: XeroBooks, { Code }: Row): boolean {
  if (!Code) return false;
  const kinds = [rows.Invoices, rows.CreditNotes, rows.BankTransactions, rows.ManualJournals];
  const documents = kinds.flatMap((all) => [...all.values()]);
  const lines = documents.flatMap(({ LineItems = [], JournalLines = [] }) => [LineItems, JournalLines].flat() as Row[]);
  return lines.some(({ AccountCode }) => AccountCode === Code);
}

/** The options of a tracking category have URLs below it. */
export function trackingOptions(
  { books, invalid }: Writing,
  { id, optionId }: { id: string; optionId: string | undefined },
  { method, body }: ContractRequest,
): ContractAnswer {
  const category = books.rows.TrackingCategories.get(id);
  const options = (category?.Options ?? []) as Row[];
  const before = options.find(({ TrackingOptionID }) => TrackingOptionID === optionId);
  if (!category || (optionId !== undefined && !before)) return notFound;
  const answer = (option: Row) => ({ status: 200, body: { Options: [option] } });
  const others = options.filter((one) => one !== before);
  if (method === 'DELETE') {
    if (isTracked(books, [optionId])) return invalid(10, 'ValidationException', usedCategory);
    books.keep('TrackingCategories', { ...category, Options: others });
    return answer({ ...before, Status: 'DELETED' });
  }
  const parsed = JSON.parse(body) as Row & { Options?: Row[] };
  const option: Row = {
    ...{ TrackingOptionID: randomUUID(), Status: 'ACTIVE' },
    ...before,
    ...withoutEmpty(parsed.Options?.[0] ?? parsed),
  };
  if (!option.Name || others.some(({ Name }) => Name === option.Name)) {
    const Elements = [{ ValidationErrors: [{ Message: 'A tracking option with this name already exists.' }] }];
    const { status, body: fault } = invalid(10, 'ValidationException', validationError);
    return { status, body: { ...(fault as object), Elements } };
  }
  books.keep('TrackingCategories', { ...category, Options: [...others, option] });
  return answer(option);
}

/** Uses a credit note, overpayment or prepayment to settle an invoice. */
export function allocate(
  { books, invalid, nowMs }: Writing,
  { collection, id }: { collection: Collection; id: string },
  { body }: ContractRequest,
): ContractAnswer {
  const credit = findRow(books, collection, id);
  const parsed = JSON.parse(body) as Row & { Allocations?: Row[] };
  const { Amount, Invoice, Date: day } = parsed.Allocations?.[0] ?? parsed;
  const invoice = findRow(books, 'Invoices', String((Invoice as Row | undefined)?.InvoiceID));
  if (!credit || !invoice) return notFound;
  if (Number(Amount) > Number(credit.RemainingCredit) || Number(Amount) > Number(invoice.AmountDue))
    return invalid(10, 'ValidationException', 'The allocated amount is more than what is left.');
  const allocation = {
    ...{ AllocationID: randomUUID(), Amount, Date: day ?? xeroDate(nowMs()) },
    Invoice: { InvoiceID: invoice.InvoiceID, InvoiceNumber: invoice.InvoiceNumber },
  };
  books.keep(collection, { ...credit, Allocations: [...((credit.Allocations ?? []) as Row[]), allocation] });
  const AmountCredited = round(Number(invoice.AmountCredited ?? 0) + Number(Amount));
  books.keep('Invoices', { ...invoice, AmountCredited });
  return { status: 200, body: { Allocations: [allocation] } };
}
