import { type Amount, minus } from '../books/amounts.ts';
import { type Book, countOf, randomOf } from '../books/book.ts';
import { dayCount } from '../books/dates.ts';
import { type DocumentBody, documentBody } from './document-body.ts';

/**
 * Which payment settles which document. In the initial books, every second invoice and every second bill has one
 * payment: document 2k has payment k. The amounts of a paid document never change, so its payment always matches.
 */
export type Side = {
  document: 'invoices' | 'bills';
  payment: 'payments' | 'billPayments';
  party: 'customers' | 'suppliers';
};

export const salesSide: Side = { document: 'invoices', payment: 'payments', party: 'customers' };
export const purchaseSide: Side = { document: 'bills', payment: 'billPayments', party: 'suppliers' };

export type State = 'draft' | 'open' | 'part_paid' | 'paid' | 'cancelled';

export type Settlement = {
  body: DocumentBody;
  party: number;
  day: number;
  state: State;
  paid: Amount;
  due: Amount;
  /** Absent if the document has no payment. */
  payment?: { index: number; day: number };
};

export function settle(book: Book, side: Side, index: number, revision: number): Settlement {
  const { document } = side;
  const random = randomOf(book, document, index);
  const party = random.below(countOf(book, side.party));
  // Dates increase with document numbers, as in real books.
  const day = Math.min(dayCount - 1, Math.floor((index / countOf(book, document)) * dayCount));
  const paymentIndex = index / 2;
  if (index % 2 === 0 && paymentIndex < countOf(book, side.payment)) {
    const body = documentBody(book, document, index, 0);
    const half = typeof body.gross === 'number' ? Math.floor(body.gross / 2) : body.gross / 2n;
    const isPart = random.below(5) === 0 && half > 0;
    const paid = isPart ? half : body.gross;
    const payment = { index: paymentIndex, day: day + 1 + random.below(45) };
    return { body, party, day, state: isPart ? 'part_paid' : 'paid', paid, due: minus(body.gross, paid), payment };
  }
  const body = documentBody(book, document, index, revision);
  const choice = (random.below(10) + revision) % 10;
  const state = choice < 2 ? 'draft' : choice < 9 ? 'open' : 'cancelled';
  return { body, party, day, state, paid: 0, due: state === 'cancelled' ? 0 : body.gross };
}

export function paymentReference(side: Side, index: number): string {
  return `${side.payment === 'payments' ? 'RCPT' : 'REM'}-${index + 1}`;
}
