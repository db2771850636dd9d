import { hash as digest } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { compileFilter } from './compile-filter.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import type { Fields } from './fields.ts';
import { beyond, keyColumns, keyName, orderClause } from './key-set.ts';
import { type OrderTerm, parseOrder } from './order.ts';
import { type PageLinks, pageLinks } from './page-links.ts';
import { parseFilter } from './parse-filter.ts';
import { type ListQuery, pageSizeDefault } from './wire.ts';

/** What a list is, for the reader of its pages. */
export type List = {
  /** Unique among the account's lists: the totals are remembered under it. */
  name: string;
  /** One row: the version of the list and the number of its records. */
  head: RawBuilder<{ version: number; total: number }>;
  /** Rows can change without a new version: totals are counted each time instead of remembered. */
  unversioned?: true;
  from: RawBuilder<unknown>;
  /** Which rows belong to the list at all; always with the account's own predicate. */
  scope: RawBuilder<boolean>;
  /** A part of the scope that narrows the list below its `total`, such as a key limited to some companies. */
  narrowing?: { condition: RawBuilder<boolean>; text: string };
  /** Rows that were there when the list had the given version. */
  asOf: (version: number) => RawBuilder<boolean>;
  record: RawBuilder<string>;
  fields: Fields;
  /** The order without `orderBy`; its last term is unique and ends every order. */
  key: OrderTerm;
};

export type ListRequest = { accountId: string; query: ListQuery; self: string; search: string };

/** `version` is the list's own, also where a cursor pins the page to an earlier one: rows deleted since are gone. */
export type PageResult = { version: number; body: string };

type Row = { version: number; total: number | null; counted: number | null; record: string | null } & Record<
  string,
  string
>;

export type ListContext = { db: Db; clock: Clock; cursorKey: Buffer };

/** The version of a list alone, for `If-None-Match`. */
export async function readVersion(ctx: ListContext, accountId: string, list: List): Promise<number> {
  const statement = sql<{ version: number }>`select version from ${list.head} head`;
  const rows = await ctx.db.read(accountId, statement, { fixedPlan: true });
  return rows[0]?.version ?? 0;
}

/** One page of a list with its exact total, in one statement. */
export async function readPage(ctx: ListContext, list: List, request: ListRequest): Promise<PageResult> {
  const { query } = request;
  const pageSize = query.pageSize ?? pageSizeDefault;
  const fingerprint = hash([list.name, list.narrowing?.text, query.query ?? '', query.orderBy ?? '', pageSize])
    .toString('base64url')
    .slice(0, 16);
  const cursor = query.cursor
    ? readCursor(ctx.cursorKey, request.accountId, query.cursor, {
        fingerprint,
        ...(query.page && { page: query.page }),
      })
    : undefined;
  const page = cursor?.page ?? query.page ?? 1;

  const terms = [...(query.orderBy ? parseOrder(query.orderBy, list.fields) : []), list.key];
  const filter = compileConditions(list, query.query);
  const rows = await ctx.db.read<Row>(
    request.accountId,
    pageStatement(list, {
      terms,
      filter,
      cursor,
      pageSize,
      offset: (page - 1) * pageSize,
      accountId: request.accountId,
    }),
    // In the list's own order, the index of its key gives the page of every account.
    { fixedPlan: !filter && !query.orderBy },
  );
  if (cursor?.backwards) rows.reverse();

  const version = rows[0]?.version ?? 0;
  const total = cursor?.total ?? rows[0]?.total ?? rows[0]?.counted ?? 0;
  if (filter && !list.unversioned && rows[0] && rows[0].counted !== null) {
    await rememberTotal(ctx, {
      accountId: request.accountId,
      list: list.name,
      version,
      filterHash: filter.hash,
      total,
    });
  }

  const records = rows.filter((row) => row.record !== null);
  // A page without rows leads on from where it began: its rows were deleted since the walk began.
  const edge = (row: Row | undefined, backwards: boolean) =>
    row
      ? { keys: terms.map((_, index) => row[keyName(index)] ?? ''), inclusive: false }
      : cursor && { keys: cursor.keys, inclusive: cursor.inclusive !== (cursor.backwards !== backwards) };
  const pinned = { version: cursor?.version ?? version, total };
  const cursorAt = (row: Row | undefined, target: number, backwards: boolean) => {
    const at = edge(row, backwards);
    const { accountId } = request;
    return (
      at && writeCursor(ctx.cursorKey, accountId, { ...pinned, page: target, backwards, ...at, request: fingerprint })
    );
  };
  const nextCursor = cursorAt(records.at(-1), page + 1, false);
  const previousCursor = page > 1 ? cursorAt(records[0], page - 1, true) : undefined;
  const links = pageLinks({
    self: request.self,
    search: request.search,
    page,
    pageSize,
    hasNext: (records.length > 0 || cursor?.backwards === true) && page * pageSize < total,
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  });
  return { version, body: envelope(records, { page, pageSize, total, links }) };
}

type Conditions = { condition: RawBuilder<boolean>; hash: Buffer };

function compileConditions(list: List, query: string | undefined): Conditions | undefined {
  const conditions: RawBuilder<boolean>[] = [];
  if (list.narrowing) conditions.push(list.narrowing.condition);
  if (query?.trim()) conditions.push(compileFilter(parseFilter(query), list.fields));
  if (conditions.length === 0) return undefined;
  return { condition: sql.join(conditions, sql` and `), hash: hash([list.narrowing?.text ?? '', query?.trim() ?? '']) };
}

type StatementParts = {
  terms: OrderTerm[];
  filter: Conditions | undefined;
  cursor: Cursor | undefined;
  pageSize: number;
  offset: number;
  accountId: string;
};

/** The rows come with the head on each: a page without rows still tells its version and total. */
function pageStatement(list: List, parts: StatementParts): RawBuilder<Row> {
  const { terms, filter, cursor, pageSize } = parts;
  const backwards = cursor?.backwards ?? false;
  const conditions = [list.scope];
  if (filter) conditions.push(filter.condition);
  if (cursor) conditions.push(list.asOf(cursor.version), beyond(terms, cursor));
  const offset = cursor || parts.offset === 0 ? sql`` : sql`offset ${parts.offset}::bigint`;
  return sql`select head.version, head.total, head.counted, page.*
    from (${headStatement(list, parts)}) head
    left join lateral (
      select ${list.record} as record, ${keyColumns(terms)} from ${list.from}
      where ${sql.join(conditions, sql` and `)}
      order by ${orderClause(terms, backwards)} limit ${pageSize} ${offset}
    ) page on true`;
}

/** With a filter, the total is the remembered one or else counted: the case evaluates the count only where needed. */
function headStatement(list: List, { filter, cursor, accountId }: StatementParts): RawBuilder<unknown> {
  if (cursor) return sql`select list.version, null::bigint as total, null::bigint as counted from ${list.head} list`;
  if (!filter) return sql`select list.version, list.total, null::bigint as counted from ${list.head} list`;
  return sql`select list.version, known.total, case when known.total is null then
      (select count(*) from ${list.from} where ${list.scope} and ${filter.condition}) end as counted
    from ${list.head} list left join remembered_total known on known.account_id = ${accountId}::uuid and known.list = ${list.name}
      and known.version = list.version and known.filter_hash = ${filter.hash}`;
}

async function rememberTotal(
  ctx: ListContext,
  known: { accountId: string; list: string; version: number; filterHash: Buffer; total: number },
): Promise<void> {
  await ctx.db.read(
    known.accountId,
    sql`insert into remembered_total (account_id, list, version, filter_hash, total, counted_at)
      values (${known.accountId}, ${known.list}, ${known.version}, ${known.filterHash}, ${known.total}, ${ctx.clock.now()})
      on conflict do nothing`,
  );
}

function envelope(records: Row[], parts: { page: number; pageSize: number; total: number; links: PageLinks }): string {
  const { self, current, next, previous } = parts.links;
  const link = (href: string | undefined) => href && { href };
  const links = JSON.stringify({
    self: link(self),
    current: link(current),
    next: link(next),
    previous: link(previous),
  });
  const results = records.map((row) => row.record).join(',');
  return `{"results":[${results}],"pageNumber":${parts.page},"pageSize":${parts.pageSize},"totalResults":${parts.total},"_links":${links}}`;
}

function hash(parts: unknown[]): Buffer {
  return digest('sha256', JSON.stringify(parts), 'buffer');
}
