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

/** `results` are the records, joined; null where the page has none. `first` and `last` are the keys of its ends. */
type Row = {
  version: number;
  total: number | null;
  counted: number | null;
  results: string | null;
  first: string[];
  last: string[];
};

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
  const [row] = await ctx.db.read<Row>(
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

  const version = row?.version ?? 0;
  const total = cursor?.total ?? row?.total ?? row?.counted ?? 0;
  if (filter && !list.unversioned && row && row.counted !== null) {
    await rememberTotal(ctx, {
      accountId: request.accountId,
      list: list.name,
      version,
      filterHash: filter.hash,
      total,
    });
  }

  const results = row?.results ?? null;
  // A page without rows leads on from where it began: its rows were deleted since the walk began.
  const edge = (keys: string[] | undefined, backwards: boolean) =>
    keys && results !== null
      ? { keys, inclusive: false }
      : cursor && { keys: cursor.keys, inclusive: cursor.inclusive !== (cursor.backwards !== backwards) };
  const pinned = { version: cursor?.version ?? version, total };
  const cursorAt = (keys: string[] | undefined, target: number, backwards: boolean) => {
    const at = edge(keys, backwards);
    const { accountId } = request;
    return (
      at && writeCursor(ctx.cursorKey, accountId, { ...pinned, page: target, backwards, ...at, request: fingerprint })
    );
  };
  const nextCursor = cursorAt(row?.last, page + 1, false);
  const previousCursor = page > 1 ? cursorAt(row?.first, page - 1, true) : undefined;
  const links = pageLinks({
    self: request.self,
    search: request.search,
    page,
    pageSize,
    hasNext: (results !== null || cursor?.backwards === true) && page * pageSize < total,
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  });
  return { version, body: envelope(results ?? '', { page, pageSize, total, links }) };
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

/**
 * A page is one row, so that one without records still tells its version and total. PostgreSQL joins the records:
 * taking 100 rows apart and joining them again was a third of what the server did for a page.
 */
function pageStatement(list: List, parts: StatementParts): RawBuilder<Row> {
  const { terms, filter, cursor, pageSize } = parts;
  const backwards = cursor?.backwards ?? false;
  const conditions = [list.scope];
  if (filter) conditions.push(filter.condition);
  if (cursor) conditions.push(list.asOf(cursor.version), beyond(terms, cursor));
  const offset = cursor || parts.offset === 0 ? sql`` : sql`offset ${parts.offset}::bigint`;
  const order = orderClause(terms, backwards);
  // Records are joined in the order they are read in; a page that was read backwards is turned around.
  const place = backwards ? sql`, row_number() over (order by ${order}) as place` : sql``;
  const turned = backwards ? sql`order by place desc` : sql``;
  const names = terms.map((_, index) => sql.id(keyName(index)));
  const keys = names.map((name) => sql`array_agg(${name} ${turned}) as ${name}`);
  const keysAt = (index: RawBuilder<unknown>) => sql`array[${sql.join(names.map((name) => sql`${name}[${index}]`))}]`;
  return sql`select head.version, head.total, head.counted,
      page.results, ${keysAt(sql`1`)} as first, ${keysAt(sql`page.length`)} as last
    from (${headStatement(list, parts)}) head
    cross join (
      select string_agg(record, ',' ${turned}) as results, ${sql.join(keys)}, count(*) as length
      from (
        select ${list.record} as record, ${keyColumns(terms)} ${place} from ${list.from}
        where ${sql.join(conditions, sql` and `)}
        order by ${order} limit ${pageSize} ${offset}
      ) records
    ) page`;
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

function envelope(results: string, parts: { page: number; pageSize: number; total: number; links: PageLinks }): string {
  const { self, current, next, previous } = parts.links;
  const link = (href: string | undefined) => href && { href };
  const links = JSON.stringify({
    self: link(self),
    current: link(current),
    next: link(next),
    previous: link(previous),
  });
  return `{"results":[${results}],"pageNumber":${parts.page},"pageSize":${parts.pageSize},"totalResults":${parts.total},"_links":${links}}`;
}

function hash(parts: unknown[]): Buffer {
  return digest('sha256', JSON.stringify(parts), 'buffer');
}
