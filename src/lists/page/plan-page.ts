import { hash as digest } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Cursor, readCursor } from '../cursor.ts';
import { compileFilter } from '../filter/compile-filter.ts';
import { requireAffordable } from '../filter/filter-cost.ts';
import { parseFilter } from '../filter/parse-filter.ts';
import type { ListShape } from '../list.ts';
import { type OrderTerm, parseOrder } from '../order.ts';
import { type ListQuery, pageSizeDefault } from '../wire.ts';

/** A parsed and validated request for a page. */
export type PagePlan = {
  page: number;
  pageSize: number;
  cursor: Cursor | undefined;
  terms: OrderTerm[];
  filter: Conditions | undefined;
  /** Identifies the list, filter, order and page size, so that a cursor cannot be used in a different request. */
  fingerprint: string;
  /** True if there is no filter and the sort order is that of an index, so that one generic plan suits every list. */
  isByIndex: boolean;
  way: ReadingWay;
};

/**
 * How a page of a snapshot is read.
 *
 * - `inParts`: a large page. Several statements read it, so that neither PostgreSQL nor this process holds more than
 *   one part in memory.
 * - `compiled`: page 1, or a page that a link leads to, in the order of an index. Most requests ask for such a page.
 *   Few different statements are needed, so each of them is compiled only once.
 * - `planned`: any other page.
 */
export type ReadingWay = 'inParts' | 'compiled' | 'planned';

/** Number of rows in one part of a large page. 500 invoices are about 500 kB. */
export const rowsInPart = 500;

export type Conditions = { condition: RawBuilder<boolean>; hash: Buffer };

export function planPage(
  ctx: { cursorKey: Buffer },
  shape: ListShape,
  { accountId, query }: { accountId: string; query: ListQuery },
): PagePlan {
  const pageSize = query.pageSize ?? pageSizeDefault;
  const fingerprint = fingerprintOf([shape.name, shape.narrowing?.text, query.query, query.orderBy, pageSize]);
  const cursor = query.cursor
    ? readCursor(ctx.cursorKey, accountId, query.cursor, { fingerprint, ...(query.page && { page: query.page }) })
    : undefined;
  const ordered = query.orderBy ? parseOrder(query.orderBy, shape.fields) : [];
  // The key gets the direction of the last term, because an index scan needs the same direction for all terms.
  const key = { ...shape.key, descending: ordered.at(-1)?.descending ?? shape.key.descending };
  const filter = compileConditions(shape, query.query);
  const page = cursor?.page ?? query.page ?? 1;
  const isByIndex = !filter && (ordered.length === 0 || (ordered.length === 1 && ordered[0]?.indexed === true));
  const isDirect = isByIndex && (cursor !== undefined || page === 1);
  return {
    page,
    pageSize,
    cursor,
    terms: [...ordered, key],
    filter,
    fingerprint,
    isByIndex,
    way: pageSize > rowsInPart ? 'inParts' : isDirect ? 'compiled' : 'planned',
  };
}

function compileConditions(shape: ListShape, query: string | undefined): Conditions | undefined {
  const conditions: RawBuilder<boolean>[] = [];
  if (shape.narrowing) conditions.push(shape.narrowing.condition);
  if (query?.trim()) {
    const filter = parseFilter(query);
    requireAffordable(filter, shape.fields);
    conditions.push(compileFilter(filter, shape.fields));
  }
  if (conditions.length === 0) return undefined;
  const hashed = hash([shape.narrowing?.text ?? '', query?.trim() ?? '']);
  return { condition: sql.join(conditions, sql` and `), hash: hashed };
}

const fingerprints = new Map<string, string>();
const fingerprintsMax = 10_000;

/** Cached, because a few requests are repeated often and hashing is slower than a lookup. */
function fingerprintOf(parts: unknown[]): string {
  const text = JSON.stringify(parts);
  let fingerprint = fingerprints.get(text);
  if (fingerprint === undefined) {
    fingerprint = hash(parts).toString('base64url').slice(0, 16);
    if (fingerprints.size >= fingerprintsMax) fingerprints.clear();
    fingerprints.set(text, fingerprint);
  }
  return fingerprint;
}

function hash(parts: unknown[]): Buffer {
  return digest('sha256', JSON.stringify(parts), 'buffer');
}
