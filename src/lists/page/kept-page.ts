import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { writeCursor } from '../cursor.ts';
import { orderClause } from '../key-set.ts';
import type { List, ListContext, ListRequest } from '../list.ts';
import { snapshotGone } from '../refusals.ts';
import { pageLinks, restartLink, writeLinks } from './page-links.ts';
import { type PagePlan, planPage } from './plan-page.ts';
import { readCostly } from './read-costly.ts';

type Whole = { version: number; records: string[] | null };

/**
 * Reads one page of a small list. Page 1 reads the whole list at once. If the list has more than one page, it is stored
 * under a hash of its content, and the page links refer to the stored copy. The same content is stored only once.
 */
export async function readKeptPage(ctx: ListContext, list: List, request: ListRequest) {
  const plan = planPage(ctx, list, request);
  const { cursor, page, pageSize } = plan;
  const row = cursor ? await readKept(ctx, request, cursor.source) : await readWhole(ctx, list, request, plan);
  const records = row?.records ?? [];
  const total = records.length;
  const isLong = total > pageSize;
  const keptId = cursor?.source ?? (isLong ? await keep(ctx, request, { fingerprint: plan.fingerprint, records }) : '');
  const cursorTo = (target: number) =>
    isLong && (target - 1) * pageSize < total
      ? writeCursor(ctx.cursorKey, request.accountId, {
          ...{ version: 0, source: keptId, total, page: target, backwards: false, inclusive: false, keys: [] },
          request: plan.fingerprint,
        })
      : undefined;
  const [nextCursor, previousCursor] = [cursorTo(page + 1), page > 1 ? cursorTo(page - 1) : undefined];
  const links = pageLinks({
    self: request.self,
    search: request.search,
    page,
    pageSize,
    hasNext: page * pageSize < total,
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  });
  const results = records.slice((page - 1) * pageSize, page * pageSize).join(',');
  const body = `{"results":[${results}],"pageNumber":${page},"pageSize":${pageSize},"totalResults":${total},"_links":${writeLinks(links)}}`;
  return { isFound: row !== undefined, version: row?.version ?? 0, source: '', total, body };
}

async function readWhole(
  ctx: ListContext,
  list: List,
  request: ListRequest,
  plan: PagePlan,
): Promise<Whole | undefined> {
  const conditions = plan.filter ? [list.scope, plan.filter.condition] : [list.scope];
  const [row] = await readCostly<Whole>(
    ctx,
    request,
    plan,
    sql`select list.version, (select array_agg(read.record) from (select ${list.record} as record from ${list.from}
        where ${sql.join(conditions, sql` and `)} order by ${orderClause(plan.terms, false)}) read) as records
      from ${list.head} list`,
  );
  return row;
}

async function readKept(ctx: ListContext, request: ListRequest, keptId: string): Promise<Whole> {
  const [row] = await ctx.db.read(
    request.accountId,
    sql<Whole>`select 0 as version, records from kept_list
      where account_id = ${request.accountId}::uuid and kept_id = ${Buffer.from(keptId, 'base64url')}`,
  );
  if (!row) throw snapshotGone({ what: 'cursor', restart: restartLink(request) });
  return row;
}

/** Stores the list. If the list is already stored, its time of last use is updated at most once a minute. */
async function keep(
  ctx: ListContext,
  { accountId }: ListRequest,
  { fingerprint, records }: { fingerprint: string; records: string[] },
): Promise<string> {
  const id = hash('sha256', [fingerprint, ...records].join('\n'), 'buffer');
  await ctx.db.write(
    accountId,
    sql`insert into kept_list as k (account_id, kept_id, records, kept_at)
      values (${accountId}, ${id}, ${records}::text[], now())
      on conflict (account_id, kept_id) do update set kept_at = excluded.kept_at
        where k.kept_at < excluded.kept_at - interval '1 minute'`,
    // A move to another cell may lose it.
    { isUnfenced: true },
  );
  return id.toString('base64url');
}
