import { type Amount, amountText, chooseAmountKind, randomAmount } from '../books/amounts.ts';
import { type Book, countOf, idOf, type RecordVersion, randomOf, streams } from '../books/book.ts';
import { dayCount, dayText, timeText } from '../books/dates.ts';
import { memoText } from './document-body.ts';
import { partyReference, reference } from './references.ts';
import { paymentReference, purchaseSide, type Side, salesSide, settle } from './settlement.ts';
import { bankAccountCount } from './tables/account-names.ts';

export function writePayment(book: Book, version: RecordVersion): string {
  return write(book, version, { side: salesSide, party: 'customer', target: 'invoice' });
}

export function writeBillPayment(book: Book, version: RecordVersion): string {
  return write(book, version, { side: purchaseSide, party: 'supplier', target: 'bill' });
}

type Paid = { amount: Amount; scale: number; party: number; day: number; document: string | undefined };

function write(
  book: Book,
  { id, index, revision, modifiedAt }: RecordVersion,
  { side, party, target }: { side: Side; party: string; target: string },
): string {
  const random = randomOf(book, side.payment, index, revision, streams.details);
  const paid = index < countOf(book, side.payment) ? forDocument(book, side, index) : onAccount(book, side, index);
  const amount = amountText(paid.amount, paid.scale);
  const day = dayText(paid.day);
  const applied = paid.document ? `{"kind":"${target}","id":"${paid.document}","amount":${amount}}` : '';
  const account = reference(book, 'accounts', randomOf(book, side.payment, index).below(bankAccountCount));
  return (
    `{"id":"${id}","${party}":${partyReference(book, side.party, paid.party)},"account":${account},"paid_on":"${day}"` +
    `,"reference":"${paymentReference(side, index)}","currency":"EUR","exchange_rate":1,"amount":${amount}` +
    `,"applied_to":[${applied}],${memoText(random, revision)},"modified_at":"${modifiedAt ?? timeText(paid.day, random.next())}"}`
  );
}

function forDocument(book: Book, side: Side, index: number): Paid {
  const { paid, body, party, payment } = settle(book, side, index * 2, 0);
  const document = idOf(book, side.document, index * 2);
  return { amount: paid, scale: body.scale, party, day: payment?.day ?? 0, document };
}

/** A payment that pays no document. All payments that are added later are of this kind. */
function onAccount(book: Book, side: Side, index: number): Paid {
  const random = randomOf(book, side.payment, index);
  const kind = chooseAmountKind(random, book.amounts);
  const amount = randomAmount(random, kind, 1000, 500_000);
  const party = random.below(countOf(book, side.party));
  return { amount, scale: kind.scale, party, day: dayCount - 1, document: undefined };
}
