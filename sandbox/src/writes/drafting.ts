import type { Book } from '../books/book.ts';
import type { CompanyChanges } from '../books/company-changes.ts';
import { findRecord } from '../records/find-record.ts';
import type { CompanyWrites } from './company-writes.ts';
import { parseValues, type RawNumber } from './exact-values.ts';
import type { Fields } from './read-fields.ts';

/** A record as the sandbox stores it, without its revision and the time of its last change. */
export type Members = { id: string } & Record<string, unknown>;

/** The input from which a record is drafted. */
export type Drafting = {
  book: Book;
  changes: CompanyChanges;
  writes: CompanyWrites;
  fields: Fields;
  id: string;
  index: number;
  /** The previous record; undefined on create. */
  before: Members | undefined;
};

/** The drafted record, and other records that change with it. */
export type Drafted = {
  members: Members;
  others?: { dataType: string; index: number; members: Members }[];
  /** The content of a file. */
  content?: Buffer;
};

export type Draft = (drafting: Drafting) => Drafted;

export type Reference = { id: string; name: string; percent?: RawNumber };

/** Returns a reference to the record that a field names. Adds a problem if that record does not exist. */
export function refer(
  { book, changes }: Pick<Drafting, 'book' | 'changes'>,
  fields: Fields,
  { name, dataType, word, isRequired = true }: { name: string; dataType: string; word: string; isRequired?: boolean },
): Reference | undefined {
  const id = fields.text(name, { isRequired });
  if (id === undefined) return undefined;
  const found = findMembers({ book, changes }, dataType, id);
  if (!found) {
    fields.problem(name, `there is no ${word} ${id.slice(0, 40)}`);
    return undefined;
  }
  const { members } = found;
  const percent = members.percent as RawNumber | undefined;
  return { id, name: String(members.name), ...(percent && { percent }) };
}

/** Returns references to the tracking categories that a field lists by id. */
export function referTracking({ book, changes }: Drafting, fields: Fields): Reference[] {
  return fields.texts('tracking').flatMap((id, at) => {
    const found = findMembers({ book, changes }, 'trackingCategories', id);
    if (found) return { id, name: String(found.members.name) };
    fields.problem(`tracking.${at}`, `there is no tracking category ${id.slice(0, 40)}`);
    return [];
  });
}

export function findMembers(
  { book, changes }: Pick<Drafting, 'book' | 'changes'>,
  dataType: string,
  id: string,
): { index: number; members: Members } | undefined {
  const found = findRecord(book, changes, { dataType, id });
  if (!found) return undefined;
  // Remove the revision and the time here. `writtenText` adds new ones when the record is written.
  const { modified_at, revision, ...members } = parseValues(found.text) as Members;
  return { index: found.index, members: members as Members };
}
