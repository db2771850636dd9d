import { type Book, openBook } from './books/book.ts';
import { type CompanyChanges, noChanges } from './books/company-changes.ts';
import { parseCompanyKey } from './books/company-key.ts';
import { type ChangeOrder, type ChangesMade, makeChanges } from './books/make-changes.ts';
import type { ChangeJournal } from './change-journal.ts';
import { type CompanyWrites, noWrites, recordWrite, type Write } from './writes/company-writes.ts';

/**
 * All companies. The initial books of at most `booksMax` companies are cached; the others are computed again when
 * needed. The changes to the books are stored for every company.
 */
export type Companies = {
  find(key: string): { book: Book; changes: CompanyChanges; writes: CompanyWrites } | undefined;
  change(key: string, order: ChangeOrder): ChangesMade | 'too many' | undefined;
  /**
   * Stores a write and its outcome in the journal and applies the write. Must be called before the write is answered.
   */
  write(key: string, write: Write): void;
  /** Forgets all changes so far. A request for the changes since an earlier position then fails with 410. */
  forget(key: string): void;
};

const booksMax = 500;
const unchanged = noChanges();
const unwritten = noWrites();

export function openCompanies(options: { changesKept: number; journal: ChangeJournal | undefined }): Companies {
  const { changesKept, journal } = options;
  const books = new Map<string, Book>();
  const changed = new Map<string, CompanyChanges>();
  const written = new Map<string, CompanyWrites>();

  function findBook(key: string): Book | undefined {
    const known = books.get(key);
    const company = known ? undefined : parseCompanyKey(key);
    if (!company) return known;
    const book = openBook(company);
    books.set(key, book);
    const [oldest] = books.keys();
    if (books.size > booksMax && oldest !== undefined) books.delete(oldest);
    return book;
  }

  function changesFor(key: string): CompanyChanges {
    const changes = changed.get(key) ?? noChanges();
    changed.set(key, changes);
    return changes;
  }

  function change(key: string, order: ChangeOrder) {
    const book = findBook(key);
    return book && makeChanges(book, changesFor(key), order, changesKept);
  }

  function write(key: string, decided: Write) {
    const writes = written.get(key) ?? noWrites();
    written.set(key, writes);
    recordWrite(writes, changesFor(key), decided, changesKept);
  }

  function forget(key: string) {
    const changes = changesFor(key);
    changes.horizon = ++changes.position;
  }

  for (const entry of journal?.read() ?? []) {
    if ('write' in entry) write(entry.company, entry.write);
    else if (entry.order === 'forget') forget(entry.company);
    else change(entry.company, entry.order);
  }
  return {
    find(key) {
      const book = findBook(key);
      return book && { book, changes: changed.get(key) ?? unchanged, writes: written.get(key) ?? unwritten };
    },
    change(key, order) {
      const made = change(key, order);
      if (made && made !== 'too many') journal?.append({ company: key, order });
      return made;
    },
    write(key, decided) {
      journal?.append({ company: key, write: decided });
      write(key, decided);
    },
    forget(key) {
      forget(key);
      journal?.append({ company: key, order: 'forget' });
    },
  };
}
