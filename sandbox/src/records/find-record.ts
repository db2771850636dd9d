import { type Book, layoutOf, type RecordVersion } from '../books/book.ts';
import { type CompanyChanges, changesOf, versionOf } from '../books/company-changes.ts';
import { indexAt, isId, positionById } from '../books/record-ids.ts';
import { writeRecord } from './write-record.ts';

type Wanted = { dataType: string; id: string };

/** Returns the current state of a record, or undefined if the record does not exist or was deleted. */
export function findRecord(
  book: Book,
  changes: CompanyChanges,
  wanted: Wanted,
): { index: number; text: string } | undefined {
  const version = findVersion(book, changes, wanted);
  return version && { index: version.index, text: writeRecord(book, wanted.dataType, version) };
}

export function findVersion(book: Book, changes: CompanyChanges, { dataType, id }: Wanted): RecordVersion | undefined {
  const layout = layoutOf(book, dataType);
  if (!isId(layout, id)) return undefined;
  const touched = changesOf(changes, dataType).touched.get(id);
  if (touched?.isDeleted) return undefined;
  const position = touched ? undefined : positionById(layout, id);
  const index = touched?.index ?? (position === undefined ? undefined : indexAt(layout, position));
  return index === undefined ? undefined : versionOf(id, index, touched);
}
