import type { CompanyKey } from './company-key.ts';
import { mix, Random } from './random.ts';
import { dataTypeNumbers, recordShapes } from './record-counts.ts';
import { createLayout, type IdLayout, idAt, positionOf } from './record-ids.ts';

/** The books of a company as they are from the start: what its records are computed from. Nothing in it ever changes. */
export type Book = CompanyKey & {
  layouts: ReadonlyMap<string, IdLayout>;
  /** Texts that many records repeat, such as references to accounts; filled as they are needed. */
  texts: Map<string, readonly string[]>;
};

/** One state of one record. */
export type RecordVersion = {
  id: string;
  index: number;
  /** How often it was changed. */
  revision: number;
  /** Absent as long as it was never changed. */
  modifiedAt?: string;
  /** What a client has written, as JSON without the closing brace; absent where the record is computed. */
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

/** The id of a record that was there from the start. */
export function idOf(book: Book, dataType: string, index: number): string {
  const layout = layoutOf(book, dataType);
  return idAt(layout, positionOf(layout, index));
}

/** Streams of random numbers of one record that must not move together. */
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
