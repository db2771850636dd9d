import { dayMs } from '../../src/base/durations.ts';

/** Books of a small company that are consistent: they balance, and their documents reach the ledger. */
export const bookTypes = [
  'invoices',
  'bills',
  'customers',
  'accounts',
  'payments',
  'billPayments',
  'creditNotes',
  'journalEntries',
] as const;
export type BookType = (typeof bookTypes)[number];
// biome-ignore lint/suspicious/noExplicitAny: records of several data types.
export type BookRecord = { id: string; record: any; terms: string; site: { code: string; floor: number } };
export type Book = Record<BookType, BookRecord[]> & { random: () => number; day: number; nowMs: number };

const names = ['North', 'Lake', 'Stone', 'River', 'Hill', 'Wood', 'Field', 'Moor', 'Ford', 'Glen'];
const cents = (value: number) => Math.round(value * 100) / 100;
export const timeOf = (book: Book, day: number) =>
  new Date(book.nowMs - (400 - day) * dayMs).toISOString().slice(0, 10);

export function makeBook(seed: number, nowMs: number): Book {
  const book = { random: randomOf(seed), day: 0, nowMs } as Book;
  for (const type of bookTypes) book[type] = [];
  for (let n = 0; n < 10; n++)
    add(book, 'customers', `c${n}`, {
      customerName: `${names[n]} ${seed}`,
      emailAddress: `office@${names[n]?.toLowerCase()}-${seed}.example`,
      status: 'Active',
    });
  for (let day = 0; day < 380; day += 5) oneDay(book, day);
  return book;
}

/** A few days of business: what is new is small, compared with what is there. */
export function grow(book: Book): void {
  for (let n = 0; n < 2; n++) oneDay(book, book.day + 1);
}

function oneDay(book: Book, day: number): void {
  book.day = Math.min(day, 399);
  const { random } = book;
  const date = `${timeOf(book, book.day)}T00:00:00Z`;
  const customer = book.customers[Math.floor(random() * book.customers.length)];
  const supplier = Math.floor(random() * 8);
  for (let n = 0; n < 1 + random() * 2; n++) addDocument('invoices', 'payments', 'Invoice');
  addDocument('bills', 'billPayments', 'Bill');
  if (random() < 0.3) addNote();
  addEntry();

  function addDocument(type: 'invoices' | 'bills', paymentType: 'payments' | 'billPayments', link: string): void {
    const index = book[type].length;
    const totalAmount = cents(50 + random() * 900);
    const id = `${type[0]}${index}`;
    const isSales = type === 'invoices';
    const party = isSales
      ? { customerRef: { id: customer?.id, companyName: customer?.record.customerName } }
      : { supplierRef: { id: `s${supplier}`, supplierName: `Supplier ${supplier}` } };
    const share = random() < 0.6 ? 1 : random() < 0.3 ? 0.5 : 0;
    const paid = cents(totalAmount * share);
    const number = isSales
      ? { invoiceNumber: `INV-${String(index + 1).padStart(5, '0')}` }
      : { reference: `B${index}` };
    const payment = { id: `p-${id}`, totalAmount: paid, paidOnDate: date };
    add(book, type, id, {
      ...number,
      ...party,
      issueDate: date,
      currency: 'EUR',
      totalAmount,
      amountDue: cents(totalAmount - paid),
      status: share === 1 ? 'Paid' : share > 0 ? 'PartiallyPaid' : isSales ? 'Submitted' : 'Open',
      ...(paid > 0 && { paymentAllocations: [{ payment, allocation: { totalAmount: paid } }] }),
    });
    if (paid === 0) return;
    const links = [{ type: link, id, amount: isSales ? -paid : paid }];
    const lines = [{ amount: paid, links }];
    add(book, paymentType, payment.id, {
      ...party,
      date,
      currency: 'EUR',
      totalAmount: paid,
      reference: `R-${id}`,
      lines,
    });
  }

  function addNote(): void {
    const index = book.creditNotes.length;
    const totalAmount = cents(10 + random() * 50);
    add(book, 'creditNotes', `n${index}`, {
      creditNoteNumber: `CN-${index + 1}`,
      customerRef: { id: customer?.id },
      issueDate: date,
      currency: 'EUR',
      totalAmount,
      remainingCredit: totalAmount,
      status: 'Submitted',
    });
  }

  function addEntry(): void {
    const index = book.journalEntries.length;
    const amount = cents(20 + random() * 300);
    const part = cents(amount * random());
    const lines = [amount, -part, -cents(amount - part)];
    const journalLines = lines.map((netAmount, n) => ({ accountRef: { id: `a${n}` }, netAmount, currency: 'EUR' }));
    add(book, 'journalEntries', `j${index}`, { postedOn: date, reference: `J${index}`, journalLines });
  }
}

export function add(book: Book, type: BookType, id: string, record: object): BookRecord {
  const made = {
    id,
    record,
    terms: 'net 30',
    site: { code: `S${book[type].length % 4}`, floor: book[type].length % 3 },
  };
  book[type].push(made);
  return made;
}

/** Adds what follows from the documents: the balances of the accounts. */
export function recordsOf(book: Book, type: BookType): BookRecord[] {
  if (type !== 'accounts' || book.accounts.length > 0) return book[type];
  const sum = (of: BookType, field: string) => book[of].reduce((all, { record }) => all + record[field], 0);
  const account = (id: string, name: string, kind: string, currentBalance: number) =>
    ({
      id,
      record: { name, type: kind, currency: 'EUR', currentBalance: cents(currentBalance), status: 'Active' },
    }) as BookRecord;
  return [
    account('a0', 'Accounts receivable', 'Asset', sum('invoices', 'amountDue') - sum('creditNotes', 'remainingCredit')),
    account('a1', 'Accounts payable', 'Liability', -sum('bills', 'amountDue')),
    account('a2', 'Sales', 'Income', 0),
    account('a3', 'Bank', 'Asset', 1000),
  ];
}

/** Numbers that are the same in every run (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
