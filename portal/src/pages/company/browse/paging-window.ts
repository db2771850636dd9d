/** Which pages of a long list are held: those in view, and a little around them. */
export const pageSize = 100;
/** Rows beyond the view that are wanted too, so that slow scrolling meets no gap. */
const ahead = 20;
/** Pages on both sides of the view that are kept for whoever turns back. */
const keptAround = 3;

export type Visible = { first: number; last: number };
export type HeldPage = { next?: string; previous?: string };

/** Pages count from 1, rows from 0. */
export function neededPages({ first, last }: Visible, total: number): number[] {
  if (total === 0) return [];
  const from = pageOf(Math.max(0, first - ahead));
  const to = pageOf(Math.min(total - 1, Math.max(first, last) + ahead));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
}

export function pageOf(row: number): number {
  return Math.floor(row / pageSize) + 1;
}

/** What may go: far from everything in view. */
export function farPages(held: Iterable<number>, needed: readonly number[]): number[] {
  if (needed.length === 0) return [];
  const low = Math.min(...needed) - keptAround;
  const high = Math.max(...needed) + keptAround;
  return [...held].filter((page) => page < low || page > high);
}

/**
 * How a page is asked for: by the link of a neighbour, which goes on in the same state of the data and costs the same
 * everywhere; by its number only after a jump.
 */
export function requestFor(page: number, held: ReadonlyMap<number, HeldPage>): { page: number; cursor?: string } {
  const cursor = held.get(page - 1)?.next ?? held.get(page + 1)?.previous;
  return cursor === undefined ? { page } : { page, cursor };
}

/**
 * Browsers draw nothing higher than some 17 million pixels. A longer list is drawn that high and scrolled faster:
 * `ratio` is how many pixels of the list one pixel of the scrollbar stands for.
 */
const heightMax = 15_000_000;

export function scrollRatio({ listHeight, viewHeight }: { listHeight: number; viewHeight: number }) {
  const drawn = Math.min(listHeight, heightMax);
  const way = Math.max(1, drawn - viewHeight);
  return { drawn, ratio: drawn === listHeight ? 1 : (listHeight - viewHeight) / way };
}
