import { type Book, layoutOf } from '../books/book.ts';
import { type CompanyChanges, changesOf, versionOf } from '../books/company-changes.ts';
import { indexAt, isId, positionById } from '../books/record-ids.ts';
import { writeRecord } from './write-record.ts';

/** Returns the current state of a record, or undefined if the record does not exist or was deleted. */
export function findRecord(
  book: Book,
  changes: CompanyChanges,
  { dataType, id }: { dataType: string; id: string },
): { index: number; text: string } | undefined {
  const layout = layoutOf(book, dataType);
  if (!isId(layout, id)) return undefined;
  const touched = changesOf(changes, dataType).touched.get(id);
  if (touched?.isDeleted) return undefined;
  const position = touched ? undefined : positionById(layout, id);
  const index = touched?.index ?? (position === undefined ? undefined : indexAt(layout, position));
  if (index === undefined) return undefined;
  return { index, text: writeRecord(book, dataType, versionOf(id, index, touched)) };
}
