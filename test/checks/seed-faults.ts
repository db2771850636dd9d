import { dayMs } from '../../src/base/durations.ts';
import type { CheckName } from '../../src/checks/catalogue.ts';
import { add, type Book, type BookRecord, type BookType, recordsOf } from './seeded-book.ts';

/**
 * Kinds of faults. `seed` changes a book that is a copy, and returns the record that a check must report, or undefined
 * if it reports the data set. `also` are checks that rightly find consequences of the fault.
 */
export type Fault = {
  name: string;
  check: CheckName;
  dataType: BookType;
  seed(book: Book): string | undefined;
  also?: readonly CheckName[];
};

const pick = (book: Book, type: BookType, fits: (record: BookRecord['record']) => boolean = () => true): BookRecord => {
  const some = book[type].filter(({ record }) => fits(record));
  const found = some[Math.floor(book.random() * some.length)];
  if (!found) throw new Error(`The book has no ${type} for this fault.`);
  return found;
};
/** Whether what a payment pays is already paid in full: another payment of it is too much. */
const isOfPaid = (book: Book, type: 'invoices' | 'bills') => (payment: BookRecord['record']) =>
  book[type].find(({ id }) => id === payment.lines[0].links[0].id)?.record.status === 'Paid';
const copyOf = (record: object) => JSON.parse(JSON.stringify(record));
const balance = (book: Book, id: string, by: number) => {
  book.accounts = copyOf(recordsOf(book, 'accounts'));
  const account = book.accounts.find((one) => one.id === id);
  if (account) account.record.currentBalance = Math.round(account.record.currentBalance * by * 100) / 100;
  return undefined;
};

export const faults: readonly Fault[] = [
  {
    name: 'many invoices vanish',
    check: 'massDeletion',
    dataType: 'invoices',
    also: ['overpaid', 'receivablesMismatch'],
    seed(book) {
      book.invoices = book.invoices.filter((_, index) => index % 2 === 0);
      return undefined;
    },
  },
  {
    name: 'an entry that does not balance',
    check: 'unbalanced',
    dataType: 'journalEntries',
    seed(book) {
      const { id, record } = pick(book, 'journalEntries');
      record.journalLines[0].netAmount += 1 + Math.round(book.random() * 5000) / 100;
      return id;
    },
  },
  {
    name: 'a receivables account that differs',
    check: 'receivablesMismatch',
    dataType: 'accounts',
    seed: (book) => balance(book, 'a0', 1.05),
  },
  {
    name: 'a payables account that differs',
    check: 'payablesMismatch',
    dataType: 'accounts',
    seed: (book) => balance(book, 'a1', 0.9),
  },
  {
    name: 'a payment allocated beyond its amount',
    check: 'overpaid',
    dataType: 'payments',
    seed(book) {
      const { id, record } = pick(book, 'payments');
      record.lines.push({ amount: 12.5 });
      return id;
    },
  },
  {
    name: 'a second payment of a paid invoice',
    check: 'overpaid',
    dataType: 'payments',
    seed(book) {
      const { record } = pick(book, 'payments', isOfPaid(book, 'invoices'));
      return add(book, 'payments', 'p-again', { ...copyOf(record), reference: 'again', date: '2026-01-02T00:00:00Z' })
        .id;
    },
  },
  {
    name: 'an invoice that has received more than its total',
    check: 'overpaid',
    dataType: 'invoices',
    seed(book) {
      const { id, record } = pick(book, 'invoices', ({ status }) => status === 'Paid');
      record.paymentAllocations[0].allocation.totalAmount *= 2;
      return id;
    },
  },
  {
    name: 'a bill that has been paid twice',
    check: 'overpaid',
    dataType: 'billPayments',
    seed(book) {
      const { record } = pick(book, 'billPayments', isOfPaid(book, 'bills'));
      const twice = { ...copyOf(record), reference: 'twice', date: '2026-01-03T00:00:00Z' };
      twice.lines[0].amount = 0.5 * twice.totalAmount;
      return add(book, 'billPayments', 'bp-again', twice).id;
    },
  },
  {
    name: 'a missing invoice number',
    check: 'numberingGap',
    dataType: 'invoices',
    also: ['receivablesMismatch', 'overpaid'],
    seed(book) {
      const at = 5 + Math.floor(book.random() * (book.invoices.length - 10));
      book.invoices.splice(at, 1);
      return book.invoices[at]?.id;
    },
  },
  {
    name: 'a number that the next invoice skips',
    check: 'numberingGap',
    dataType: 'invoices',
    also: ['receivablesMismatch'],
    seed(book) {
      const last = book.invoices.at(-1) as BookRecord;
      const invoiceNumber = `INV-${String(book.invoices.length + 2).padStart(5, '0')}`;
      return add(book, 'invoices', 'i-skip', { ...copyOf(last.record), invoiceNumber }).id;
    },
  },
  {
    name: 'a missing credit note',
    check: 'numberingGap',
    dataType: 'creditNotes',
    also: ['receivablesMismatch'],
    seed(book) {
      book.creditNotes.splice(3, 1);
      return book.creditNotes[3]?.id;
    },
  },
  {
    name: 'an invoice twice',
    check: 'duplicate',
    dataType: 'invoices',
    also: ['receivablesMismatch'],
    seed(book) {
      const { record } = pick(book, 'invoices', ({ status }) => status !== 'Void');
      return add(book, 'invoices', 'z-copy', copyOf(record)).id;
    },
  },
  {
    name: 'a payment twice',
    check: 'duplicate',
    dataType: 'payments',
    also: ['overpaid'],
    seed: (book) => add(book, 'payments', 'z-copy', copyOf(pick(book, 'payments').record)).id,
  },
  {
    name: 'a customer twice',
    check: 'duplicate',
    dataType: 'customers',
    seed: (book) => add(book, 'customers', 'z-copy', copyOf(pick(book, 'customers').record)).id,
  },
  {
    name: 'a source field that vanishes',
    check: 'sourceChanged',
    dataType: 'invoices',
    seed(book) {
      for (const one of book.invoices) delete (one as Partial<BookRecord>).terms;
      return undefined;
    },
  },
  {
    name: 'a source field of another type',
    check: 'sourceChanged',
    dataType: 'bills',
    seed(book) {
      for (const { site } of book.bills) Object.assign(site, { floor: String(site.floor) });
      return undefined;
    },
  },
  {
    name: 'many more records than usual',
    check: 'unusualChange',
    dataType: 'journalEntries',
    seed(book) {
      for (const { id, record } of book.journalEntries.filter((_, index) => index % 4 === 0))
        add(book, 'journalEntries', `x${id}`, copyOf(record));
      return undefined;
    },
  },
  {
    name: 'an amount with a lost decimal point',
    check: 'unusualChange',
    dataType: 'invoices',
    also: ['receivablesMismatch'],
    seed(book) {
      const { record } = pick(book, 'invoices', ({ totalAmount }) => totalAmount > 400);
      record.totalAmount *= 100;
      return undefined;
    },
  },
  {
    name: 'an invoice of the future',
    check: 'futureDate',
    dataType: 'invoices',
    seed(book) {
      const { id, record } = pick(book, 'invoices', ({ status }) => status !== 'Draft');
      record.issueDate = new Date(book.nowMs + (3 + book.random() * 300) * dayMs).toISOString();
      return id;
    },
  },
  {
    name: 'an entry of the future',
    check: 'futureDate',
    dataType: 'journalEntries',
    seed(book) {
      const { id, record } = pick(book, 'journalEntries');
      record.postedOn = new Date(book.nowMs + 40 * dayMs).toISOString();
      return id;
    },
  },
];
