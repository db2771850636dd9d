import { type RawBuilder, sql } from 'kysely';
import type { Cursor } from '../cursor.ts';
import { beyond, keyColumns, keyName, orderClause } from '../key-set.ts';
import type { List, Pinned } from '../list.ts';
import type { PagePlan } from './plan-page.ts';

/**
 * `results` contains the records as one UTF-8 text, or null if there are none. `first` and `last` are the keys of the
 * first and the last row.
 */
export type PageRow = {
  version: number;
  total: number | null;
  counted: number | null;
  source?: string;
  oldest?: number;
  published?: number;
  /** When the version of the page was published. Null if it never was. */
  publishedMs?: number | null;
  note?: string | null;
  /**
   * For a pinned list. `era` identifies the server that the transaction ids belong to (pin.ts). `taken` is the snapshot
   * that a page without a cursor shows.
   */
  era?: number;
  taken?: string;
  /** True if the row versions that the cursor's snapshot sees are still stored. */
  isKept?: boolean;
  /**
   * `since` is the oldest running database transaction. `changes` counts the visible changes that this transaction and
   * later ones have made (`Pinned.changesSince`).
   */
  since?: string;
  changes?: number;
  /**
   * `newest` is the database transaction that made the newest change (`Pinned.newestChange`). `latest` is the oldest
   * transaction that was running when housekeeping last ran.
   */
  newest?: string | null;
  latest?: string;
  /**
   * True if another row follows the page. Undefined if the statement does not check this, because the total shows it.
   */
  hasMore?: boolean;
  results: Buffer | null;
  length: number;
  first: string[];
  last: string[];
};

/**
 * The statement returns one row, so that an empty page still has its version and total. PostgreSQL concatenates the
 * records, because receiving 100 rows and concatenating them here was a third of the server's work for a page.
 */
export function pageStatement(list: List, plan: PagePlan, accountId: string): RawBuilder<PageRow> {
  const isFarIn = list.snapshot !== undefined && offsetOf(plan) > 0;
  const rows = isFarIn ? deferredRows(list, plan) : sql`select ${list.record} as record, ${placed(list, plan)}`;
  return wholeStatement(list, plan, accountId, {
    rows,
    gathered: sql`string_agg(record, ${list.joinedBy ?? comma} ${turned(plan)}) ${ofPage(list, plan)} as results`,
    columns: sql`page.results`,
  });
}

/** The same page with only the keys of its rows. Each key column is an array: `l0`, `l1`. */
export type RowKeysRow = Omit<PageRow, 'results'> & Record<`l${number}`, string[] | null>;

export function rowKeysStatement(list: List, plan: PagePlan, accountId: string): RawBuilder<RowKeysRow> {
  const keys = rowKeyOf(list);
  const names = keys.map((_, index) => rowKeyName(index));
  return wholeStatement(list, plan, accountId, {
    rows: sql`select ${rowKeyColumns(list)}, ${placed(list, plan)}`,
    gathered: sql.join(names.map((name) => sql`array_agg(${name}::text ${turned(plan)}) as ${name}`)),
    columns: sql.join(names.map((name) => sql`page.${name}`)),
  });
}

/**
 * Reads rows by their keys and concatenates their records in the order of the keys. Reads the head row (`list.head`)
 * again, so that rows removed in the meantime are not shown. The head row is a materialized CTE; otherwise PostgreSQL
 * may evaluate it for every row.
 */
export function rowsAgainStatement(list: List, keys: string[][]): RawBuilder<{ results: Buffer; length: number }> {
  const wanted = rowKeyOf(list).map(({ type }, index) => sql`${keys[index]}::${type}[]`);
  const names = wanted.map((_, index) => rowKeyName(index));
  return sql`with list as materialized (select * from ${list.head} head)
    select string_agg(found.record, ',') as results, count(*) as length from list
    cross join unnest(${sql.join(wanted)}) as k (${sql.join(names)})
    cross join lateral (${rowAgain(list)}) found ${foundOnly(list)}`;
}

const comma = sql`','`;

type Parts = { rows: RawBuilder<unknown>; gathered: RawBuilder<unknown>; columns: RawBuilder<unknown> };

function wholeStatement<Row>(list: List, plan: PagePlan, accountId: string, parts: Parts): RawBuilder<Row> {
  const names = plan.terms.map((_, index) => sql.id(keyName(index)));
  const only = ofPage(list, plan);
  const keys = names.map((name) => sql`array_agg(${name} ${turned(plan)}) ${only} as ${name}`);
  const keysAt = (index: RawBuilder<unknown>) => sql`array[${sql.join(names.map((name) => sql`${name}[${index}]`))}]`;
  const [rows, more] = looksAhead(list, plan)
    ? [
        sql`select read.*, row_number() over () as nth from (${parts.rows}) read`,
        sql`, count(*) > ${plan.pageSize}::bigint as "hasMore"`,
      ]
    : [parts.rows, sql``];
  return sql`select list.version, ${totals(list, plan)}, ${list.snapshot ? sql`list.source, list.oldest, list.published, list."publishedMs", list.note,` : sql``}
      ${list.pinned ? pinColumns(list.pinned, plan) : sql``}
      ${parts.columns}, page.length, ${keysAt(sql`1`)} as first, ${keysAt(sql`page.length`)} as last
      ${looksAhead(list, plan) ? sql`, page."hasMore"` : sql``}
    from ${(plan.cursor && list.bareHead) ?? list.head} list ${list.pinned ? sql`cross join list_horizon horizon` : sql``}
    ${remembered(list, plan, accountId)}
    cross join lateral (select ${parts.gathered}, ${sql.join(keys)}, count(*) ${only} as length ${more}
      from (${rows}) records) page`;
}

/**
 * Whether to read one row more than the page has. Rows can be purged between two pages, so the total does not show
 * whether another page follows.
 */
const looksAhead = (list: List, { cursor }: PagePlan) =>
  list.pinned !== undefined && cursor !== undefined && !cursor.backwards;
const ofPage = (list: List, plan: PagePlan) =>
  looksAhead(list, plan) ? sql`filter (where nth <= ${plan.pageSize}::bigint)` : sql``;

const snapshotOf = (cursor: Cursor) => sql`${cursor.pin?.snapshot ?? '1:1:'}::pg_snapshot`;

function pinColumns({ changesSince, newestChange }: Pinned, { cursor }: PagePlan): RawBuilder<unknown> {
  if (cursor) return sql`horizon.era, horizon.kept_from <= pg_snapshot_xmin(${snapshotOf(cursor)}) as "isKept",`;
  const taken = sql`horizon.era, pg_current_snapshot()::text as taken,`;
  const oldest = sql`pg_snapshot_xmin(pg_current_snapshot())`;
  if (!changesSince) return taken;
  return sql`${taken} ${oldest}::text as since, ${changesSince(oldest)} as changes,
    horizon.latest::text as latest, ${newestChange}::text as newest,`;
}

/**
 * The columns `total` and `counted`. With a filter, `total` is the cached total. If no total is cached, `counted` is the
 * total: on the last page it is computed from the number of rows on the page, on other pages the rows are counted. So a
 * filter that finds few records reads the list once and not twice.
 */
function totals(list: List, plan: PagePlan): RawBuilder<unknown> {
  const { cursor, filter, pageSize } = plan;
  if (cursor) return sql`null::bigint as total, null::bigint as counted`;
  if (!filter) return sql`list.total, null::bigint as counted`;
  const conditions = [list.scope, ...(list.snapshot ? [list.asOf(list.snapshot.version)] : []), filter.condition];
  const offset = offsetOf(plan);
  const isLast = sql`page.length between ${offset === 0 ? 0 : 1}::bigint and ${pageSize - 1}::bigint`;
  return sql`known.total, case when known.total is not null then null when ${isLast} then ${offset}::bigint + page.length
      else (select count(*) from ${list.from} where ${sql.join(conditions, sql` and `)}) end as counted`;
}

function remembered(list: List, { cursor, filter }: PagePlan, accountId: string): RawBuilder<unknown> {
  if (cursor || !filter) return sql``;
  return sql`left join remembered_total known on known.account_id = ${accountId}::uuid and known.list = ${list.name}
      and known.version = list.version and known.filter_hash = ${filter.hash} ${stillHolds(list)}`;
}

function stillHolds({ pinned }: List): RawBuilder<unknown> {
  if (!pinned?.changesSince) return sql``;
  return sql`and known.since >= horizon.kept_from and known.changes = ${pinned.changesSince(sql`known.since`)}`;
}

/** The part of the statement after the record columns: key columns, sources, conditions, order and limit. */
function placed(list: List, plan: PagePlan): RawBuilder<unknown> {
  const order = orderClause(plan.terms, isBackwards(plan));
  // Records are concatenated in the order in which they are read, so a page that was read backwards must be reversed.
  const place = isBackwards(plan) ? sql`, row_number() over (order by ${order}) as place` : sql``;
  const offset = offsetOf(plan) === 0 ? sql`` : sql`offset ${offsetOf(plan)}::bigint`;
  const limit = looksAhead(list, plan) ? sql`limit ${plan.pageSize}::bigint + 1` : sql`limit ${plan.pageSize}`;
  if (plan.cursor && list.pinned) {
    const alias = sql.ref(list.pinned.alias);
    const parts = list.pinned
      .parts(snapshotOf(plan.cursor))
      .map((part) => sql`(select ${alias}.* from ${part} where ${conditions(list, plan)} order by ${order} ${limit})`);
    return sql`${keyColumns(plan.terms)} ${place} from (select ${alias}.* from (${sql.join(parts, sql` union all `)}) ${alias}
      order by ${order} ${limit}) ${alias} order by ${order}`;
  }
  return sql`${keyColumns(plan.terms)} ${place} from ${list.from} where ${conditions(list, plan)}
    order by ${order} ${limit} ${offset}`;
}

function conditions(list: List, { filter, cursor, terms }: PagePlan): RawBuilder<boolean> {
  const all = [list.scope];
  if (cursor) all.push(list.asOf(sql`${cursor.version}`), beyond(terms, cursor));
  else if (list.snapshot) all.push(list.asOf(list.snapshot.version));
  if (filter) all.push(filter.condition);
  return sql.join(all, sql` and `);
}

/**
 * For a high page number. Skips rows in the index alone and fetches only the rows of the page (35 ms instead of 221 ms
 * for page 1,000). The join is lateral, because PostgreSQL may plan another join as a scan of the whole list.
 */
function deferredRows(list: List, plan: PagePlan): RawBuilder<unknown> {
  const names = plan.terms.map((_, index) => sql`k.${sql.id(keyName(index))}`);
  return sql`select found.record, ${sql.join(names)} from (select ${rowKeyColumns(list)}, ${placed(list, plan)}) k
    cross join lateral (${rowAgain(list)}) found ${foundOnly(list)}`;
}

/**
 * Finds a row by its key. Selects the first row at or after the key, in key order; `foundOnly` then drops a row with
 * another key. Only the key's own index has this order, so PostgreSQL uses that index. For an equality condition,
 * PostgreSQL may choose an index that has another column in between. Without statistics for a list, it estimates one
 * row for each index, so all indexes look equally good (8 s instead of 8 ms for 500 rows of 100,000, on PostgreSQL 18).
 */
function rowAgain(list: List): RawBuilder<unknown> {
  const columns = rowKeyOf(list).map(({ column }) => column);
  const wanted = columns.map((_, index) => sql`k.${rowKeyName(index)}`);
  return sql`select ${list.record} as record, ${rowKeyColumns(list)} from ${list.from}
    where ${list.scope} and (${sql.join(columns)}) >= (${sql.join(wanted)}) order by ${sql.join(columns)} limit 1`;
}

function foundOnly(list: List): RawBuilder<unknown> {
  const equal = rowKeyOf(list).map((_, index) => sql`found.${rowKeyName(index)} = k.${rowKeyName(index)}`);
  return sql`where ${sql.join(equal, sql` and `)}`;
}

function rowKeyColumns(list: List): RawBuilder<unknown> {
  return sql.join(rowKeyOf(list).map(({ column }, index) => sql`${column} as ${rowKeyName(index)}`));
}

function rowKeyOf(list: List) {
  if (!list.snapshot) throw new Error(`The rows of "${list.name}" can change, so it has no row keys.`);
  return list.snapshot.rowKey;
}

const rowKeyName = (index: number) => sql.id(`l${index}`);
const isBackwards = ({ cursor }: PagePlan) => cursor?.backwards ?? false;
const turned = (plan: PagePlan) => (isBackwards(plan) ? sql`order by place desc` : sql``);
const offsetOf = ({ cursor, page, pageSize }: PagePlan) => (cursor || page === 1 ? 0 : (page - 1) * pageSize);
