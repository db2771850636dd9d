import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { ListContext, ListRequest } from '../../lists/list.ts';
import type { PageRow } from '../../lists/page/page-statement.ts';
import { type PagePlan, planPage } from '../../lists/page/plan-page.ts';
import { type PageResult, readPageBy } from '../../lists/page/read-page.ts';
import { orderMalformed } from '../../lists/refusals.ts';
import { oldestKeptId } from './id-range.ts';
import { messageFields, messageJson } from './message-fields.ts';
import { readSearch } from './message-search.ts';
import { type MessageSource, partsOf, type Within } from './message-source.ts';
import { messageWithSummaryJson } from './message-summary.ts';
import { countGaps, readSettled, settleTotal, type TotalContext, type TotalOf, uncountedMax } from './message-total.ts';

export type MessagesContext = ListContext & TotalContext;

export const messageShape = {
  name: 'messages',
  fields: messageFields,
  key: { expression: sql`m.message_id`, type: sql`uuid`, descending: true },
};

/**
 * Reads one page of the message log, newest first, with its exact total. `hasSummary` adds what each message is about, and
 * what became of it.
 */
export async function readMessages(
  ctx: MessagesContext,
  request: ListRequest,
  { hasSummary = false } = {},
): Promise<PageResult> {
  const { accountId, query } = request;
  requireOrder(query.orderBy);
  const search = readSearch(query.query);
  // Uses a cached generic plan, because with 30 daily partitions PostgreSQL takes 35 ms to plan a page but only 2 ms to
  // read it.
  const plan = { ...planPage(ctx, messageShape, request), isByIndex: !search.isMixed };
  const { page, settled, less } = partsOf({ accountId }, search);
  const oldest = oldestKeptId(ctx);
  const kept: Within = (id) => sql`${id} >= ${oldest}::uuid`;
  const read = (total: RawBuilder<unknown>) =>
    readPageBy(
      ctx,
      { name: messageShape.name, unversioned: true },
      request,
      plan,
      pageStatement(page, plan, { kept, total, json: hasSummary ? messageWithSummaryJson : messageJson }),
    );
  if (plan.cursor) return read(sql`null::bigint`);
  if (!settled) return read(page.count(kept));

  const of: TotalOf = {
    accountId,
    filterHash: hash('sha256', JSON.stringify([search.rest, search.consumerId, search.status]), 'buffer'),
    hasEpoch: search.status !== undefined || search.consumerId !== undefined,
    source: settled,
  };
  const { total, gaps } = await readSettled(ctx, of);
  const minus = less.map((source) => sql` - ${source.count(kept)}`);
  const result = await read(sql`${total}::bigint + ${countGaps(settled, gaps)} ${sql.join(minus, sql``)}`);
  // This difference is the number of messages without a stored count, minus the messages in `less`. Because of `less`,
  // it can be too small. The only effect is that the count is stored later.
  if (result.total - total > uncountedMax) await settleTotal(ctx, of);
  return result;
}

function pageStatement(
  source: MessageSource,
  plan: PagePlan,
  { kept, total, json }: { kept: Within; total: RawBuilder<unknown>; json: RawBuilder<string> },
): RawBuilder<PageRow> {
  const { cursor, page, pageSize, terms } = plan;
  const backwards = cursor?.backwards ?? false;
  const isDescending = (terms.at(-1)?.descending ?? true) !== backwards;
  const order = isDescending ? sql`desc` : sql`asc`;
  const sign = sql.raw(`${isDescending ? '<' : '>'}${cursor?.inclusive ? '=' : ''}`);
  const within: Within = cursor ? (id) => sql`${kept(id)} and ${id} ${sign} ${cursor.keys[0]}::uuid` : kept;
  const offset = cursor || page === 1 ? sql`` : sql`offset ${(page - 1) * pageSize}::bigint`;
  const turned = backwards ? sql`order by id ${isDescending ? sql`asc` : sql`desc`}` : sql``;
  return sql`select 0::bigint as version, ${total} as total, null::bigint as counted, page.results, page.length,
      array[page.ids[1]] as first, array[page.ids[page.length]] as last
    from (select string_agg(record, ',' ${turned}) as results, array_agg(id::text ${turned}) as ids, count(*) as length
      from (select ${json} as record, m.message_id as id ${source.rows(within, order)}
        limit ${pageSize}::bigint ${offset}) records) page`;
}

/** Pages are read in the order of the ids. For any other order, the whole log would have to be sorted. */
function requireOrder(orderBy: string | undefined): void {
  if (orderBy === undefined || /^\s*-?(created|messageId)\s*$/.test(orderBy)) return;
  const error = 'The parameter "orderBy" must be "created" or "-created", because the message log is sorted by time.';
  throw orderMalformed({ itemId: 'orderBy', error });
}
