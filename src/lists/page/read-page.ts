import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { enclose } from '../../db/wire/row-bytes.ts';
import { type Cursor, writeCursor } from '../cursor.ts';
import { changesMax, type List, type ListContext, type ListRequest } from '../list.ts';
import { snapshotGone } from '../refusals.ts';
import { readKeptPage } from './kept-page.ts';
import { pageLinks, restartLink, writeLinks } from './page-links.ts';
import {
  type PageRow,
  pageStatement,
  type RowKeysRow,
  rowKeysStatement,
  rowsAgainStatement,
} from './page-statement.ts';
import { type PagePlan, planPage, rowsInPart } from './plan-page.ts';
import { readCostly } from './read-costly.ts';

export type { List, ListContext } from '../list.ts';

/**
 * `version` is the current version of the list, even if a cursor pins the page to an earlier version. `isFound` is
 * false if the list has no head row. `state` identifies the state of the list that a page without a cursor shows. Only
 * lists with `Pinned.changesSince` have states.
 */
export type PageHead = {
  isFound: boolean;
  version: number;
  source: string;
  publishedMs?: number | undefined;
  total: number;
  state?: string;
  /** See `List.head`. */
  note?: string | null | undefined;
};
/** `body` is JSON, as text or as its UTF-8 bytes. */
export type PageResult = PageHead & { body: string | Buffer };
type StreamedPage = PageHead & { parts: AsyncIterable<string | Buffer> };

/**
 * Returns true if the list is still in the given state, which an earlier page without a cursor has shown. A state
 * consists of an era, a list version, a database transaction and a number of changes. The number counts the visible
 * changes that this transaction and later ones have made. All earlier transactions had ended when that page was read.
 */
export async function isInState(
  ctx: ListContext,
  accountId: string,
  statementSince: (since: string) => CompiledQuery<StateRow>,
  state: string,
): Promise<boolean> {
  const [era, version, since = '', changes] = state.split('_');
  if (!/^\d{1,19}$/.test(since)) return false;
  const [now] = await ctx.db.read(accountId, statementSince(since), { fixedPlan: true, atPrimary: true });
  const same = [now?.era, now?.version, now?.changes].map(String);
  return now?.isKept === true && same.join('_') === [era, version, changes].join('_');
}

export type StateRow = { era: number; version: number; changes: number; isKept: boolean };

/** The statement of `isInState`. It reads the list's version and the number of changes since the transaction. */
export function stateStatement({ head, pinned }: List, since: string): RawBuilder<StateRow> {
  if (!pinned?.changesSince) throw new Error('A list without `changesSince` has no states.');
  const transaction = sql`${since}::xid8`;
  return sql`select horizon.era, list.version,
      ${pinned.changesSince(transaction)} as changes, horizon.kept_from <= ${transaction} as "isKept"
    from ${head} list cross join list_horizon horizon`;
}

/** Reads one page of a list with its exact total, in one statement. */
export async function readPage(ctx: ListContext, list: List, request: ListRequest): Promise<PageResult> {
  if (list.small) return readKeptPage(ctx, list, request);
  return readPlannedPage(ctx, list, request, planPage(ctx, list, request));
}

export async function readPlannedPage(
  ctx: ListContext,
  list: List,
  request: ListRequest,
  plan: PagePlan,
): Promise<PageResult> {
  return readPageBy(ctx, list, request, plan, pageStatement(list, plan, request.accountId));
}

/** Reads a page with a given statement. */
export async function readPageBy(
  ctx: ListContext,
  list: Pick<List, 'name' | 'unversioned' | 'pinned'>,
  request: ListRequest,
  plan: PagePlan,
  statement: RawBuilder<PageRow> | CompiledQuery<PageRow>,
): Promise<PageResult> {
  // On a standby, the current snapshot would contain no running transactions.
  const options = { bytesOf: 'results', atPrimary: list.pinned !== undefined };
  const [row] = await readCostly<PageRow>(ctx, request, plan, statement, options);
  const { head, rest } = await finishPage(ctx, list, request, plan, row);
  return { ...head, body: enclose(row?.results ?? noBytes, { start, end: Buffer.from(`]${rest}`) }) };
}

const noBytes = Buffer.alloc(0);
const start = Buffer.from('{"results":[');

/** A snapshot of a list. Its pages can be read in three ways (`ReadingWay`). */
export type SnapshotPages = {
  shape: Pick<List, 'name' | 'unversioned' | 'pinned'>;
  list: () => List;
  /** The statement for a page whose `PagePlan.way` is `compiled`. */
  compiled: () => CompiledQuery<PageRow>;
};

export type SnapshotPage = PageHead & {
  content: { json: string | Buffer } | { stream: AsyncIterable<string | Buffer> };
};

/** Reads a page of a snapshot in the way that `planPage` has chosen. */
export async function readSnapshotPage(
  ctx: ListContext,
  pages: SnapshotPages,
  request: ListRequest,
  plan: PagePlan,
): Promise<SnapshotPage> {
  if (plan.way === 'inParts') {
    const { parts, ...head } = await streamPage(ctx, pages.list(), request, plan);
    return { ...head, content: { stream: parts } };
  }
  const { body, ...head } =
    plan.way === 'compiled'
      ? await readPageBy(ctx, pages.shape, request, plan, pages.compiled())
      : await readPlannedPage(ctx, pages.list(), request, plan);
  return { ...head, content: { json: body } };
}

/** Reads the keys of a large page first, then the rows in parts. Rows never change, so the parts are consistent. */
async function streamPage(ctx: ListContext, list: List, request: ListRequest, plan: PagePlan): Promise<StreamedPage> {
  const { accountId } = request;
  const [row] = await readCostly<RowKeysRow>(ctx, request, plan, rowKeysStatement(list, plan, accountId));
  const { head, rest } = await finishPage(ctx, list, request, plan, row);
  const columns = (list.snapshot?.rowKey ?? []).map((_, index) => row?.[`l${index}`] ?? []);

  async function* parts() {
    const length = row?.length ?? 0;
    yield '{"results":[';
    for (let from = 0; from < length; from += rowsInPart) {
      const keys = columns.map((column) => column.slice(from, from + rowsInPart));
      const again = { fixedPlan: true, bytesOf: 'results' };
      const [part] = await ctx.db.read(accountId, rowsAgainStatement(list, keys), again);
      if (!part || part.length !== keys[0]?.length)
        throw new Error('Rows of a page were erased while the page was being sent.');
      if (from > 0) yield ',';
      yield part.results;
    }
    yield `]${rest}`;
  }
  return { ...head, parts: parts() };
}

/**
 * Writes the part of the body after the results: page numbers, total and links. Stores a total that had to be counted.
 */
async function finishPage(
  ctx: ListContext,
  list: Pick<List, 'name' | 'unversioned' | 'pinned'>,
  request: ListRequest,
  plan: PagePlan,
  row: Omit<PageRow, 'results'> | undefined,
): Promise<{ head: PageHead; rest: string }> {
  const { cursor, page, pageSize, filter } = plan;
  const { accountId } = request;
  const { version, source } = { version: row?.version ?? 0, source: row?.source ?? '' };
  if (cursor && row && isGone(cursor, list, row)) throw snapshotGone({ what: 'cursor', restart: restartLink(request) });
  const total = cursor?.total ?? row?.total ?? row?.counted ?? 0;
  const state = row && stateOf(row);
  if (filter && !list.unversioned && row && row.counted !== null && (state || !list.pinned)) {
    await rememberTotal(ctx, { accountId, list: list.name, version, filterHash: filter.hash, total, state });
  }

  const isEmpty = (row?.length ?? 0) === 0;
  // If all rows of the page were deleted after page 1 was read, the page links start where this page itself started.
  const edge = (keys: string[] | undefined, backwards: boolean) =>
    keys && !isEmpty
      ? { keys, inclusive: false }
      : cursor && { keys: cursor.keys, inclusive: cursor.inclusive !== (cursor.backwards !== backwards) };
  const pin = cursor?.pin ?? (row?.taken === undefined ? undefined : { era: row.era ?? 0, snapshot: row.taken });
  const publishedMs = row?.publishedMs ?? undefined;
  const pinned = { pin, version: cursor?.version ?? version, source, publishedMs, total, request: plan.fingerprint };
  const cursorAt = (keys: string[] | undefined, target: number, backwards: boolean) => {
    const at = edge(keys, backwards);
    return at && writeCursor(ctx.cursorKey, accountId, { ...pinned, page: target, backwards, ...at });
  };
  const nextCursor = cursorAt(row?.last, page + 1, false);
  const previousCursor = page > 1 ? cursorAt(row?.first, page - 1, true) : undefined;
  const links = pageLinks({
    self: request.self,
    search: request.search,
    page,
    pageSize,
    hasNext: row?.hasMore ?? ((!isEmpty || cursor?.backwards === true) && page * pageSize < total),
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  });
  const rest = `,"pageNumber":${page},"pageSize":${pageSize},"totalResults":${total},"_links":${writeLinks(links)}}`;
  const head = { isFound: row !== undefined, version, source, publishedMs, total, note: row?.note };
  return { head: { ...head, ...(state && { state: state.name }) }, rest };
}

/**
 * Returns true if the cursor can no longer be used: the row versions that it needs have been removed, its version was
 * lost by a failover, or its transaction ids belong to another server.
 */
function isGone(cursor: Cursor, list: Pick<List, 'pinned'>, row: Omit<PageRow, 'results'>): boolean {
  if (row.oldest !== undefined && cursor.version < row.oldest) return true;
  if (row.published !== undefined && cursor.version > row.published) return true;
  if (cursor.publishedMs !== undefined && cursor.publishedMs !== row.publishedMs) return true;
  return list.pinned !== undefined && !(row.isKept === true && cursor.pin?.era === row.era);
}

type State = { since: string; changes: number; name: string };

/**
 * Returns the state of the list that a page shows, so that `isInState` can later find out whether the list has changed.
 * The state names a transaction id and the number of visible changes with that id or a later one. Normally it is the id
 * after the newest change (or `latest`, if that is later), with no changes, so that the state stays the same until the
 * next change. If the oldest running transaction or a later one has already made visible changes, the id is that of the
 * oldest running transaction, because transactions from there on can still commit more changes.
 */
function stateOf({ era, version, since, changes, newest, latest }: Omit<PageRow, 'results'>): State | undefined {
  if (changes === undefined || since === undefined || changes > changesMax) return undefined;
  const behind = newest ? BigInt(newest) + 1n : 0n;
  const from = changes > 0 ? since : String(behind > BigInt(latest ?? 0) ? behind : latest);
  return { since: from, changes, name: [era, version, from, changes].join('_') };
}

async function rememberTotal(
  ctx: ListContext,
  known: {
    accountId: string;
    list: string;
    version: number;
    filterHash: Buffer;
    total: number;
    state: State | undefined;
  },
): Promise<void> {
  const { since = null, changes = null } = known.state ?? {};
  await ctx.db.write(
    known.accountId,
    sql`insert into remembered_total as t (account_id, list, version, filter_hash, total, counted_at, since, changes)
      values (${known.accountId}, ${known.list}, ${known.version}, ${known.filterHash}, ${known.total}, ${ctx.clock.now()},
        ${since}::xid8, ${changes}::int)
      on conflict (account_id, list, version, filter_hash) do update set total = excluded.total,
        counted_at = excluded.counted_at, since = excluded.since, changes = excluded.changes where t.since is not null`,
    // A move to another cell may lose it.
    { isUnfenced: true },
  );
}
