import { type Book, countOf, idOf } from '../books/book.ts';
import { type CompanyChanges, changesOf } from '../books/company-changes.ts';
import { findRecord } from '../records/find-record.ts';
import type { CompanyWrites } from './company-writes.ts';

/**
 * Returns true if another invoice already has the number. There are two candidates: the invoice that a client has
 * written with this number, and the generated invoice whose number follows from its index.
 */
export function isNumberTaken(
  { book, changes, writes }: { book: Book; changes: CompanyChanges; writes: CompanyWrites },
  { number, exceptId }: { number: string; exceptId: string },
): boolean {
  const ids = [writes.invoiceNumbers.get(number), computedId(book, changes, number)];
  return ids.some((id) => {
    const found =
      id === undefined || id === exceptId ? undefined : findRecord(book, changes, { dataType: 'invoices', id });
    return found !== undefined && (JSON.parse(found.text) as { number: string }).number === number;
  });
}

function computedId(book: Book, changes: CompanyChanges, number: string): string | undefined {
  const [, digits] = /^INV-(\d{7,})$/.exec(number) ?? [];
  const index = Number(digits) - 1;
  if (digits === undefined || index < 0) return undefined;
  if (index < countOf(book, 'invoices')) return idOf(book, 'invoices', index);
  return changesOf(changes, 'invoices').added.find((record) => record.index === index)?.id;
}
