/** Decides which pages of a long list stay in memory: the visible ones and a few around them. */
export const pageSize = 100;
/** Rows to load beyond the visible ones, so that slow scrolling shows no gaps. */
const ahead = 20;
/** Pages to keep on both sides of the visible ones, for scrolling back. */
const keptAround = 3;

export type Visible = { first: number; last: number };
export type HeldPage = { next?: string; previous?: string };

/** The pages needed for the visible rows. Pages count from 1, rows from 0. */
export function neededPages({ first, last }: Visible, total: number): number[] {
  if (total === 0) return [];
  const from = pageOf(Math.max(0, first - ahead));
  const to = pageOf(Math.min(total - 1, Math.max(first, last) + ahead));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
}

export function pageOf(row: number): number {
  return Math.floor(row / pageSize) + 1;
}

/** Pages that can be dropped, because they are far from the visible rows. */
export function farPages(held: Iterable<number>, needed: readonly number[]): number[] {
  if (needed.length === 0) return [];
  const low = Math.min(...needed) - keptAround;
  const high = Math.max(...needed) + keptAround;
  return [...held].filter((page) => page < low || page > high);
}

/**
 * How to request a page: by the cursor of an adjacent page, which reads the same state of the data and costs the same
 * at any depth; by page number only after a jump.
 */
export function requestFor(page: number, held: ReadonlyMap<number, HeldPage>): { page: number; cursor?: string } {
  const cursor = held.get(page - 1)?.next ?? held.get(page + 1)?.previous;
  return cursor === undefined ? { page } : { page, cursor };
}

/**
 * Browsers draw no element taller than about 17 million pixels. A longer list is drawn at this height and scrolls
 * faster: `ratio` is the number of list pixels for one pixel of the scrollbar.
 */
const heightMax = 15_000_000;

export function scrollRatio({ listHeight, viewHeight }: { listHeight: number; viewHeight: number }) {
  const drawn = Math.min(listHeight, heightMax);
  const way = Math.max(1, drawn - viewHeight);
  return { drawn, ratio: drawn === listHeight ? 1 : (listHeight - viewHeight) / way };
}
