import { type Book, layoutOf, type RecordVersion } from '../books/book.ts';
import { type CompanyChanges, changesOf, firstAfter, type TouchedRecord, versionOf } from '../books/company-changes.ts';
import { changeTimeText } from '../books/dates.ts';
import { hashText } from '../books/random.ts';
import { idAt, indexAt, positionAfter } from '../books/record-ids.ts';
import { isComputed, showRecord } from './show-record.ts';

/** `next` is the id after which the next page starts; null on the last page. */
export type ListedPage = { records: string[]; next: string | null };

/**
 * Returns a page ordered by id, in which records of the initial books are merged with added records. `vanishShare` is
 * the fraction of records that the list omits, to simulate a provider that has lost records. The same records are
 * omitted each time.
 */
export function listPage(
  book: Book,
  changes: CompanyChanges,
  wanted: { dataType: string; after?: string | undefined; limit: number; vanishShare?: number },
): ListedPage {
  const { dataType, after, limit, vanishShare = 0 } = wanted;
  const layout = layoutOf(book, dataType);
  const { touched, added } = changesOf(changes, dataType);
  let position = after === undefined ? 0 : positionAfter(layout, after);
  let addedAt = after === undefined ? 0 : firstAfter(added, after);
  const records: string[] = [];
  let last: string | undefined;
  let startId = position < layout.count ? idAt(layout, position) : undefined;
  for (;;) {
    const addition = added[addedAt];
    if (startId === undefined && addition === undefined) return { records, next: null };
    if (records.length === limit) return { records, next: last ?? null };
    let version: RecordVersion | undefined;
    if (startId !== undefined && (addition === undefined || startId < addition.id)) {
      version = liveVersion(startId, indexAt(layout, position), touched);
      last = startId;
      position++;
      startId = position < layout.count ? idAt(layout, position) : undefined;
    } else if (addition) {
      version = liveVersion(addition.id, addition.index, touched);
      last = addition.id;
      addedAt++;
    }
    if (!version || (vanishShare > 0 && hashText(version.id) < vanishShare * 0x1_0000_0000)) continue;
    records.push(showRecord(book, changes, dataType, version));
  }
}

/** The number of records in all pages of the list. */
export function listTotal(book: Book, changes: CompanyChanges, dataType: string): number {
  const { touched, added } = changesOf(changes, dataType);
  let deleted = 0;
  for (const { isDeleted } of touched.values()) if (isDeleted) deleted++;
  return layoutOf(book, dataType).count + added.length - deleted;
}

export type ChangesPage = { records: string[]; position: number; more: boolean };

/**
 * Returns changed records in the order of their last change. Each record occurs once, in its current state. Returns
 * undefined if the position is too old.
 */
export function changesPage(
  book: Book,
  changes: CompanyChanges,
  wanted: { dataType: string; since: number; limit: number },
): ChangesPage | undefined {
  const { dataType, since, limit } = wanted;
  // A position greater than the current one was issued before a restart that lost the changes (no state file). So the
  // sandbox does not know what has changed since then.
  if (since < changes.horizon || since > changes.position) return undefined;
  // It does not know either which of the records that it computes say something else now.
  if (isComputed(book, dataType) && since < changes.position) return undefined;
  const { touched, log } = changesOf(changes, dataType);
  const records: string[] = [];
  let reached = since;
  for (let at = firstLaterThan(log, since); at < log.length; at++) {
    const { position, id } = log[at] as (typeof log)[number];
    const record = touched.get(id);
    if (record?.position === position) {
      if (records.length === limit) return { records, position: reached, more: true };
      records.push(
        record.isDeleted
          ? tombstone(id, position)
          : showRecord(book, changes, dataType, versionOf(id, record.index, record)),
      );
    }
    reached = position;
  }
  return { records, position: changes.position, more: false };
}

export function tombstone(id: string, position: number): string {
  return `{"id":"${id}","deleted":true,"modified_at":"${changeTimeText(position)}"}`;
}

function liveVersion(id: string, index: number, touched: Map<string, TouchedRecord>): RecordVersion | undefined {
  const record = touched.size ? touched.get(id) : undefined;
  return record?.isDeleted ? undefined : versionOf(id, index, record);
}

function firstLaterThan(log: readonly { position: number }[], since: number): number {
  let [low, high] = [0, log.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((log[middle]?.position ?? 0) <= since) low = middle + 1;
    else high = middle;
  }
  return low;
}
