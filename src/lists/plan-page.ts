import { hash as digest } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { compileFilter } from './compile-filter.ts';
import { type Cursor, readCursor } from './cursor.ts';
import { requireAffordable } from './filter-cost.ts';
import type { ListShape } from './list.ts';
import { type OrderTerm, parseOrder } from './order.ts';
import { parseFilter } from './parse-filter.ts';
import { type ListQuery, pageSizeDefault } from './wire.ts';

/** A request for a page, read and found to be possible. */
export type PagePlan = {
  page: number;
  pageSize: number;
  cursor: Cursor | undefined;
  terms: OrderTerm[];
  filter: Conditions | undefined;
  /** Of list, filter, order and page size: a cursor is not moved to another request. */
  fingerprint: string;
  /** An index has the order, and nothing is filtered: the plan is the same for every list. */
  isByIndex: boolean;
};

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
  // In one direction an index can be walked, either way; in two it cannot.
  const key = { ...shape.key, descending: ordered.at(-1)?.descending ?? shape.key.descending };
  const filter = compileConditions(shape, query.query);
  return {
    page: cursor?.page ?? query.page ?? 1,
    pageSize,
    cursor,
    terms: [...ordered, key],
    filter,
    fingerprint,
    isByIndex: !filter && (ordered.length === 0 || (ordered.length === 1 && ordered[0]?.indexed === true)),
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

/** The same few requests come again and again, and a hash takes longer than to remember it. */
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
