import type { CompanyKey } from './company-key.ts';
import { mix, Random } from './random.ts';
import { dataTypeNumbers, recordShapes } from './record-counts.ts';
import { createLayout, type IdLayout, idAt, positionOf } from './record-ids.ts';

/** The initial books of a company, from which its records are computed. The initial books never change. */
export type Book = CompanyKey & {
  layouts: ReadonlyMap<string, IdLayout>;
  /** Cache of texts that many records repeat, such as references to accounts. */
  texts: Map<string, readonly string[]>;
};

/** One version of one record. */
export type RecordVersion = {
  id: string;
  index: number;
  /** Number of updates. */
  revision: number;
  /** Absent if the record was never changed. */
  modifiedAt?: string;
  /**
   * The record that a client has written, as JSON without the closing brace. Absent if the record is computed from the
   * initial books.
   */
  text?: string;
};

export function openBook(company: CompanyKey): Book {
  const layouts = new Map<string, IdLayout>();
  for (const [dataType, { prefix, count }] of Object.entries(recordShapes)) {
    const seed = mix(company.seed, dataTypeNumbers.get(dataType) ?? 0);
    layouts.set(dataType, createLayout({ prefix, count: count(company.invoices), seed }));
  }
  return { ...company, layouts, texts: new Map() };
}

export function layoutOf(book: Book, dataType: string): IdLayout {
  const layout = book.layouts.get(dataType);
  if (!layout) throw new Error(`The sandbox has no data type "${dataType}".`);
  return layout;
}

export function countOf(book: Book, dataType: string): number {
  return layoutOf(book, dataType).count;
}

/** Returns the id of a record in the initial books. */
export function idOf(book: Book, dataType: string, index: number): string {
  const layout = layoutOf(book, dataType);
  return idAt(layout, positionOf(layout, index));
}

/** Independent streams of random numbers for one record. */
export const streams = { head: 0, body: 1, details: 2 } as const;

export function hashOf(
  book: Book,
  dataType: string,
  index: number,
  revision = 0,
  stream: number = streams.head,
): number {
  return mix(mix(layoutOf(book, dataType).seed, index * 4 + stream), revision);
}

export function randomOf(
  book: Book,
  dataType: string,
  index: number,
  revision = 0,
  stream: number = streams.head,
): Random {
  return new Random(hashOf(book, dataType, index, revision, stream));
}
