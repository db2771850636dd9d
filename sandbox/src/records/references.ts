import { type Book, countOf, hashOf, idOf } from '../books/book.ts';
import { companyName } from '../books/words.ts';
import { accountName } from './tables/account-names.ts';
import { itemName } from './tables/item-names.ts';
import { taxRateOf } from './tables/tax-rate-table.ts';
import { trackingName } from './tables/tracking-names.ts';

/** References between records are JSON with the id of the other record and its name in the initial books. */
const names: Readonly<Record<string, (book: Book, index: number) => string>> = {
  accounts: (_book, index) => accountName(index),
  items: itemName,
  taxRates: (_book, index) => taxRateOf(index).name,
  trackingCategories: (_book, index) => trackingName(index),
  bankAccounts: (_book, index) => `Current account ${index + 1}`,
};

/**
 * Returns the references to all records of a small data type. The texts are cached, because very many records refer to
 * these records.
 */
export function references(book: Book, dataType: string): readonly string[] {
  const kept = book.texts.get(dataType);
  if (kept) return kept;
  const name = names[dataType];
  const texts = Array.from({ length: countOf(book, dataType) }, (_, at) => {
    const start = `{"id":"${idOf(book, dataType, at)}","name":"${name?.(book, at)}"`;
    return dataType === 'taxRates' ? `${start},"percent":${taxRateOf(at).hundredths / 100}}` : `${start}}`;
  });
  book.texts.set(dataType, texts);
  return texts;
}

export function reference(book: Book, dataType: string, index: number): string {
  return references(book, dataType)[index] as string;
}

/**
 * Returns a reference to a customer or supplier. The text is not cached, because a company can have 50,000 customers.
 */
export function partyReference(book: Book, dataType: 'customers' | 'suppliers', index: number): string {
  return `{"id":"${idOf(book, dataType, index)}","name":"${partyName(book, dataType, index)}"}`;
}

export function partyName(book: Book, dataType: 'customers' | 'suppliers', index: number): string {
  return companyName(hashOf(book, dataType, index));
}
