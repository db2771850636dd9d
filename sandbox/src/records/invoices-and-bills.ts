import { amountText } from '../books/amounts.ts';
import { type Book, idOf, type RecordVersion, randomOf, streams } from '../books/book.ts';
import { dayText, timeText } from '../books/dates.ts';
import { currencyText, memoText } from './document-body.ts';
import { partyReference } from './references.ts';
import { paymentReference, purchaseSide, type Side, salesSide, settle } from './settlement.ts';

export function writeInvoice(book: Book, version: RecordVersion): string {
  return writeSettled(book, version, { side: salesSide, number: 'INV', party: 'customer' });
}

export function writeBill(book: Book, version: RecordVersion): string {
  return writeSettled(book, version, { side: purchaseSide, number: 'BILL', party: 'supplier' });
}

function writeSettled(
  book: Book,
  { id, index, revision, modifiedAt }: RecordVersion,
  { side, number, party }: { side: Side; number: string; party: string },
): string {
  const settlement = settle(book, side, index, revision);
  const { body, day, payment, state } = settlement;
  const random = randomOf(book, side.document, index, revision, streams.details);
  const dueDay = day + 14 + random.below(3) * 15;
  const paid = amountText(settlement.paid, body.scale);
  const payments = payment
    ? `{"id":"${idOf(book, side.payment, payment.index)}","reference":"${paymentReference(side, payment.index)}"` +
      `,"paid_on":"${dayText(payment.day)}","amount":${paid}}`
    : '';
  return (
    `{"id":"${id}","number":"${number}-${String(index + 1).padStart(7, '0')}"` +
    `,"${party}":${partyReference(book, side.party, settlement.party)},"issued_on":"${dayText(day)}","due_on":"${dayText(dueDay)}"` +
    `,"paid_on":${payment && state === 'paid' ? `"${dayText(payment.day)}"` : 'null'},${currencyText(random)},${body.text}` +
    `,"payments":[${payments}],"open_amount":${amountText(settlement.due, body.scale)},"state":"${state}"` +
    `,${memoText(random, revision)},"modified_at":"${modifiedAt ?? timeText(day, random.next())}"}`
  );
}
