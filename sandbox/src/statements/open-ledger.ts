import { type Book, countOf, idOf } from '../books/book.ts';
import { type CompanyChanges, changesOf, versionOf } from '../books/company-changes.ts';
import { monthOf, wholeMonths } from '../books/dates.ts';
import { writeRecord } from '../records/write-record.ts';
import { type Decimal, plus, zero } from '../writes/exact-values.ts';
import { postedTypes, postRecord } from './post-record.ts';

/** What is posted to an account, in EUR, exactly. Debits are positive and credits negative. */
export type AccountTotals = {
  balance: Decimal;
  /** The balance at the end of each month of the books. */
  atEnd: Decimal[];
  /** The sums of the debits and of the credits of each month of the books. */
  debits: Decimal[];
  credits: Decimal[];
};

/** The general ledger of a company, at one position of its changes. */
export type Ledger = {
  book: Book;
  accounts: { id: string; index: number }[];
  of(accountId: string): AccountTotals;
};

const ledgers = new WeakMap<Book, { position: number; ledger: Ledger }>();
const monthEnds = Array.from({ length: wholeMonths }, (_, month) => monthOf(month).to);
const none = () => Array.from({ length: wholeMonths }, () => zero);

/**
 * Posts all documents of the company, and keeps the result until the company is changed. This reads the whole books: it
 * is made for companies with some hundred invoices.
 */
export function openLedger(book: Book, changes: CompanyChanges): Ledger {
  const known = ledgers.get(book);
  if (known?.position === changes.position) return known.ledger;
  const totals = new Map<string, AccountTotals>();
  const of = (accountId: string) => {
    const found = totals.get(accountId) ?? { balance: zero, atEnd: none(), debits: none(), credits: none() };
    totals.set(accountId, found);
    return found;
  };
  for (const dataType of postedTypes)
    for (const text of liveRecords(book, changes, dataType))
      for (const { accountId, day, amount } of postRecord(book, dataType, text)) post(of(accountId), day, amount);
  const accounts = [
    ...Array.from({ length: countOf(book, 'accounts') }, (_, index) => ({ id: idOf(book, 'accounts', index), index })),
    ...changesOf(changes, 'accounts').added,
  ];
  const ledger = { book, accounts, of };
  ledgers.set(book, { position: changes.position, ledger });
  return ledger;
}

function* liveRecords(book: Book, changes: CompanyChanges, dataType: string): Generator<string> {
  const { touched, added } = changesOf(changes, dataType);
  const first = Array.from({ length: countOf(book, dataType) }, (_, index) => ({
    id: idOf(book, dataType, index),
    index,
  }));
  for (const { id, index } of [...first, ...added]) {
    const change = touched.get(id);
    if (!change?.isDeleted) yield writeRecord(book, dataType, versionOf(id, index, change));
  }
}

function post(totals: AccountTotals, day: string, amount: Decimal): void {
  totals.balance = plus(totals.balance, amount);
  const month = monthEnds.findIndex((end) => day <= end);
  if (month === -1) return;
  for (let at = month; at < wholeMonths; at++) totals.atEnd[at] = plus(totals.atEnd[at] ?? zero, amount);
  if (day < monthOf(month).from) return;
  const side = amount.units > 0n ? totals.debits : totals.credits;
  side[month] = plus(side[month] ?? zero, amount);
}
