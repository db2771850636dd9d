/** Number of records in a page. Only the visible pages and a few pages around them stay in memory. */
export const pageSize = 100;
/** Number of rows to load before and after the visible rows, so that slow scrolling shows no gaps. */
const ahead = 20;
/** Number of pages to keep on each side of the visible pages, for scrolling back. */
const keptAround = 3;

export type Visible = { first: number; last: number };
export type HeldPage = { next?: string; previous?: string };

/** Returns the pages that contain the visible rows and the rows near them. Page numbers start at 1, rows at 0. */
export function neededPages({ first, last }: Visible, total: number): number[] {
  if (total === 0) return [];
  const from = pageOf(Math.max(0, first - ahead));
  const to = pageOf(Math.min(total - 1, Math.max(first, last) + ahead));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
}

export function pageOf(row: number): number {
  return Math.floor(row / pageSize) + 1;
}

/** Returns the pages that can be dropped, because they are far from the visible rows. */
export function farPages(held: Iterable<number>, needed: readonly number[]): number[] {
  if (needed.length === 0) return [];
  const low = Math.min(...needed) - keptAround;
  const high = Math.max(...needed) + keptAround;
  return [...held].filter((page) => page < low || page > high);
}

/**
 * Returns how to request a page. If an adjacent page is loaded, its cursor is used, because the cursor reads the same
 * state of the data and is equally fast for every page. Otherwise, the page number is used.
 */
export function requestFor(page: number, held: ReadonlyMap<number, HeldPage>): { page: number; cursor?: string } {
  const cursor = held.get(page - 1)?.next ?? held.get(page + 1)?.previous;
  return cursor === undefined ? { page } : { page, cursor };
}

/**
 * Browsers cannot draw an element taller than about 17 million pixels. A list taller than `heightMax` is drawn with
 * that height and scrolls faster. `ratio` is the number of pixels of the list for one pixel of the scrollbar.
 */
const heightMax = 15_000_000;

export function scrollRatio({ listHeight, viewHeight }: { listHeight: number; viewHeight: number }) {
  const drawn = Math.min(listHeight, heightMax);
  const way = Math.max(1, drawn - viewHeight);
  return { drawn, ratio: drawn === listHeight ? 1 : (listHeight - viewHeight) / way };
}
