import { type Book, type RecordVersion, randomOf, streams } from '../books/book.ts';
import { timeText } from '../books/dates.ts';
import { cities, countries, familyNames, givenNames, streets } from '../books/words.ts';
import { partyName } from './references.ts';

export function writeCustomer(book: Book, version: RecordVersion): string {
  return write(book, version, 'customers');
}

export function writeSupplier(book: Book, version: RecordVersion): string {
  return write(book, version, 'suppliers');
}

function write(
  book: Book,
  { id, index, revision, modifiedAt }: RecordVersion,
  dataType: 'customers' | 'suppliers',
): string {
  // The name and the address stay the same; the contact changes with every revision.
  const fixed = randomOf(book, dataType, index, 0, streams.body);
  const random = randomOf(book, dataType, index, revision, streams.details);
  const given = random.pick(givenNames);
  const family = random.pick(familyNames);
  const mail = `contact${index + 1}.${revision}@${dataType}.example`;
  const address =
    `{"kind":"${fixed.below(3) === 0 ? 'shipping' : 'billing'}","street":"${1 + fixed.below(200)} ${fixed.pick(streets)}"` +
    `,"city":"${fixed.pick(cities)}","country":"${fixed.pick(countries)}","postcode":"${10_000 + fixed.below(90_000)}"}`;
  return (
    `{"id":"${id}","name":"${partyName(book, dataType, index)}","contact_person":"${given} ${family}","email":"${mail}"` +
    `,"phone":"+44 20 ${1_000_000 + random.below(9_000_000)}","addresses":[${address}]` +
    `,"registration_no":"${10_000_000 + fixed.below(90_000_000)}","vat_no":${fixed.below(4) === 0 ? 'null' : `"EU${100_000_000 + fixed.below(900_000_000)}"`}` +
    `,"currency":"EUR","state":"${random.below(12) === 0 ? 'archived' : 'active'}"` +
    `,"modified_at":"${modifiedAt ?? timeText(fixed.below(1200), random.next())}"}`
  );
}
