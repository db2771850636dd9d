import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { snapshotGone } from '../errors.ts';
import { writeCursor } from './cursor.ts';
import type { List, ListContext, ListRequest } from './list.ts';
import { type PageLinks, pageLinks, restartLink } from './page-links.ts';
import {
  type PageRow,
  pageStatement,
  type RowKeysRow,
  rowKeysStatement,
  rowsAgainStatement,
} from './page-statement.ts';
import { type PagePlan, planPage } from './plan-page.ts';
import { readCostly } from './read-costly.ts';

export type { List, ListContext } from './list.ts';

/**
 * `version` is the list's own, also where a cursor pins the page to an earlier one: of an ordinary list, rows deleted
 * since are gone. `isFound` is false where the list has no head.
 */
export type PageHead = { isFound: boolean; version: number; source: string; total: number };
export type PageResult = PageHead & { body: string };
export type StreamedPage = PageHead & { parts: AsyncIterable<string> };

/** The version of a list alone, for `If-None-Match`. */
export async function readVersion(ctx: ListContext, accountId: string, list: List): Promise<number> {
  const statement = sql<{ version: number }>`select version from ${list.head} head`;
  const rows = await ctx.db.read(accountId, statement, { fixedPlan: true });
  return rows[0]?.version ?? 0;
}

/** One page of a list with its exact total, in one statement. */
export async function readPage(ctx: ListContext, list: List, request: ListRequest): Promise<PageResult> {
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

/** With a statement that is at hand already. */
export async function readPageBy(
  ctx: ListContext,
  list: Pick<List, 'name' | 'unversioned'>,
  request: ListRequest,
  plan: PagePlan,
  statement: RawBuilder<PageRow> | CompiledQuery<PageRow>,
): Promise<PageResult> {
  const [row] = await readCostly<PageRow>(ctx, request, plan, statement);
  const { head, rest } = await finishPage(ctx, list, request, plan, row);
  return { ...head, body: `{"results":[${row?.results ?? ''}]${rest}` };
}

/** Rows in one part of a large page: about 500 kB of invoices. */
const rowsInPart = 500;

/** Whether a page is better sent part by part: neither PostgreSQL nor this process then holds more than one. */
export const isLarge = (plan: PagePlan): boolean => plan.pageSize > rowsInPart;

/** A large page: first the keys of its rows, then the rows part by part. They never change, so the parts fit together. */
export async function streamPage(
  ctx: ListContext,
  list: List,
  request: ListRequest,
  plan: PagePlan,
): Promise<StreamedPage> {
  const { accountId } = request;
  const [row] = await readCostly<RowKeysRow>(ctx, request, plan, rowKeysStatement(list, plan, accountId));
  const { head, rest } = await finishPage(ctx, list, request, plan, row);
  const columns = (list.snapshot?.rowKey ?? []).map((_, index) => row?.[`l${index}`] ?? []);

  async function* parts() {
    const length = row?.length ?? 0;
    yield '{"results":[';
    for (let from = 0; from < length; from += rowsInPart) {
      const keys = columns.map((column) => column.slice(from, from + rowsInPart));
      const [part] = await ctx.db.read(accountId, rowsAgainStatement(list, keys), { fixedPlan: true });
      if (!part || part.length !== keys[0]?.length)
        throw new Error('Rows of a page were erased while it was being sent.');
      yield from === 0 ? part.results : `,${part.results}`;
    }
    yield `]${rest}`;
  }
  return { ...head, parts: parts() };
}

/** What follows the results: numbers and links. Remembers a total that had to be counted. */
async function finishPage(
  ctx: ListContext,
  list: Pick<List, 'name' | 'unversioned'>,
  request: ListRequest,
  plan: PagePlan,
  row: Omit<PageRow, 'results'> | undefined,
): Promise<{ head: PageHead; rest: string }> {
  const { cursor, page, pageSize, filter } = plan;
  const { accountId } = request;
  const { version, source } = { version: row?.version ?? 0, source: row?.source ?? '' };
  if (cursor && row?.oldest !== undefined && cursor.version < row.oldest)
    throw snapshotGone({ what: 'cursor', restart: restartLink(request) });
  const total = cursor?.total ?? row?.total ?? row?.counted ?? 0;
  if (filter && !list.unversioned && row && row.counted !== null) {
    await rememberTotal(ctx, { accountId, list: list.name, version, filterHash: filter.hash, total });
  }

  const isEmpty = (row?.length ?? 0) === 0;
  // A page without rows leads on from where it began: its rows were deleted since the walk began.
  const edge = (keys: string[] | undefined, backwards: boolean) =>
    keys && !isEmpty
      ? { keys, inclusive: false }
      : cursor && { keys: cursor.keys, inclusive: cursor.inclusive !== (cursor.backwards !== backwards) };
  const pinned = { version: cursor?.version ?? version, source, total, request: plan.fingerprint };
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
    hasNext: (!isEmpty || cursor?.backwards === true) && page * pageSize < total,
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  });
  const rest = `,"pageNumber":${page},"pageSize":${pageSize},"totalResults":${total},"_links":${writeLinks(links)}}`;
  return { head: { isFound: row !== undefined, version, source, total }, rest };
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

function writeLinks({ self, current, next, previous }: PageLinks): string {
  const link = (href: string | undefined) => href && { href };
  return JSON.stringify({ self: link(self), current: link(current), next: link(next), previous: link(previous) });
}
