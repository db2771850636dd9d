import { type Amount, amountText } from '../books/amounts.ts';
import { type Book, countOf, type RecordVersion, randomOf, streams } from '../books/book.ts';
import { dayCount, dayText, timeText } from '../books/dates.ts';
import { currencyText, documentBody, memoText, salesTypes } from './document-body.ts';
import { partyReference } from './references.ts';

/** Credit notes have an unused amount; orders have a delivery date. */
type Kind = { dataType: string; number: string; form: 'note' | 'order' };

const kinds: readonly Kind[] = [
  { dataType: 'creditNotes', number: 'CN', form: 'note' },
  { dataType: 'billCreditNotes', number: 'SCN', form: 'note' },
  { dataType: 'salesOrders', number: 'SO', form: 'order' },
  { dataType: 'purchaseOrders', number: 'PO', form: 'order' },
];

const noteStates = ['draft', 'open', 'open', 'part_used', 'used', 'cancelled'] as const;
const orderStates = ['draft', 'confirmed', 'confirmed', 'fulfilled', 'fulfilled', 'cancelled'] as const;

type Writer = (book: Book, version: RecordVersion) => string;

export const documentWriters: Readonly<Record<string, Writer>> = Object.fromEntries(
  kinds.map((kind) => [kind.dataType, (book: Book, version: RecordVersion) => write(book, version, kind)]),
);

function write(book: Book, { id, index, revision, modifiedAt }: RecordVersion, kind: Kind): string {
  const { dataType } = kind;
  const isSale = salesTypes.includes(dataType);
  const parties = isSale ? 'customers' : 'suppliers';
  const random = randomOf(book, dataType, index, revision, streams.details);
  const party = partyReference(book, parties, randomOf(book, dataType, index).below(countOf(book, parties)));
  const day = Math.min(dayCount - 1, Math.floor((index / countOf(book, dataType)) * dayCount));
  const body = documentBody(book, dataType, index, revision);
  return (
    `{"id":"${id}","number":"${kind.number}-${String(index + 1).padStart(6, '0')}","${isSale ? 'customer' : 'supplier'}":${party}` +
    `,"issued_on":"${dayText(day)}",${currencyText(random)},${body.text}` +
    `,${kind.form === 'note' ? noteText(random.pick(noteStates), body) : orderText(random.pick(orderStates), day + 7 + random.below(30))}` +
    `,${memoText(random, revision)},"modified_at":"${modifiedAt ?? timeText(day, random.next())}"}`
  );
}

function noteText(state: (typeof noteStates)[number], { gross, scale }: { gross: Amount; scale: number }): string {
  const half = typeof gross === 'number' ? Math.floor(gross / 2) : gross / 2n;
  const left = state === 'used' || state === 'cancelled' ? 0 : state === 'part_used' ? half : gross;
  return `"unused_amount":${amountText(left, scale)},"state":"${state}"`;
}

function orderText(state: string, day: number): string {
  return `"deliver_on":"${dayText(day)}","state":"${state}"`;
}
