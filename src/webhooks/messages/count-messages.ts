import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../../base/durations.ts';
import { inputInvalid } from '../../base/errors.ts';
import { firstIdAt, msOf } from '../../base/id-times.ts';
import { planPage } from '../../lists/page/plan-page.ts';
import { readCostly } from '../../lists/page/read-costly.ts';
import { queryValue } from '../../lists/refusals.ts';
import { oldestKeptMs } from './id-range.ts';
import { type MessageStatus, messageStatuses } from './message-fields.ts';
import { type MessageSearch, readSearch } from './message-search.ts';
import { type MessageSource, partsOf } from './message-source.ts';
import { type MessagesContext, messageShape } from './read-messages.ts';

/**
 * How many messages of a bucket are counted for one status. If there are more, the rest of the bucket is estimated, so
 * that the cost does not grow with the log.
 */
export const countedMax = 1000;
const bucketsDefault = 48;

export type CountRequest = { query?: string; since?: string; until?: string; buckets?: number };
type Bucket = Record<MessageStatus, number> & { at: string };
type Counts = { since: string; until: string; buckets: Bucket[]; isEstimated: boolean };
/** The number of messages that were counted, and the id of the last of them. */
type Counted = [count: number, lastId: string | null];

/** Counts the messages of a filter in equal spans of time, by status. */
export async function countMessages(
  ctx: MessagesContext,
  { accountId, ...request }: CountRequest & { accountId: string },
): Promise<Counts> {
  const { sinceMs, untilMs } = periodOf(ctx, request);
  const search = readSearch(request.query);
  if (search.isMixed) throw queryValue({ itemId: 'status', error: onlyOnce });
  const query = request.query === undefined ? {} : { query: request.query };
  const plan = { ...planPage(ctx, messageShape, { accountId, query }), isByIndex: true };
  const total = request.buckets ?? bucketsDefault;
  const edges = Array.from({ length: total + 1 }, (_, n) => Math.round(sinceMs + ((untilMs - sinceMs) * n) / total));
  const sources = sourcesOf(accountId, search);
  const statement = sql<Record<string, Counted>>`select ${sql.join(
    Object.entries(sources).map(([name, source]) => sql`${limited(source)} as ${sql.ref(name)}`),
  )} from unnest(${edges.slice(0, -1).map(firstIdAt)}::uuid[], ${edges.slice(1).map(firstIdAt)}::uuid[])
    with ordinality b (since, until, n) order by b.n`;
  const rows = await readCostly<Record<string, Counted>>(ctx, { accountId, query }, plan, statement);
  let isEstimated = false;
  const buckets = rows.map((row, n) => {
    const [fromMs, toMs] = [edges[n] ?? 0, edges[n + 1] ?? 0];
    const of = (name: string): number => {
      const [count, lastId] = row[name] ?? [0, null];
      if (count < countedMax || lastId === null) return count;
      isEstimated = true;
      return Math.round((count * (toMs - fromMs)) / Math.max(1, msOf(lastId) - fromMs));
    };
    const at = new Date(fromMs).toISOString();
    if (search.status) return { ...none, [search.status]: of(search.status), at };
    const rest = { failed: of('failed'), pending: of('pending'), unmatched: of('unmatched') };
    return { delivered: Math.max(0, of('all') - rest.failed - rest.pending - rest.unmatched), ...rest, at };
  });
  const time = (ms: number) => new Date(ms).toISOString();
  return { since: time(sinceMs), until: time(untilMs), buckets, isEstimated };
}

const none = Object.fromEntries(messageStatuses.map((status) => [status, 0])) as Record<MessageStatus, number>;

/** Without a status, all messages are counted, and those that are not delivered; the others are delivered. */
function sourcesOf(accountId: string, search: MessageSearch): Record<string, MessageSource> {
  const { status: wanted, ...others } = search;
  const source = (status?: MessageStatus) => partsOf({ accountId }, { ...others, ...(status && { status }) }).page;
  if (wanted) return { [wanted]: source(wanted) };
  return { all: source(), failed: source('failed'), pending: source('pending'), unmatched: source('unmatched') };
}

function limited(source: MessageSource): RawBuilder<unknown> {
  const rows = source.rows((id) => sql`${id} >= b.since and ${id} < b.until`, sql`asc`);
  return sql`(select json_build_array(count(*), max(x.id)) from (
    select m.message_id::text collate "C" as id ${rows} limit ${countedMax}) x)`;
}

function periodOf(ctx: MessagesContext, { since, until }: CountRequest): { sinceMs: number; untilMs: number } {
  const untilMs = until === undefined ? ctx.clock.nowMs() : Date.parse(until);
  const sinceMs = Math.max(oldestKeptMs(ctx), since === undefined ? untilMs - dayMs : Date.parse(since));
  if (sinceMs < untilMs) return { sinceMs, untilMs };
  const message =
    'The parameter "since" must be a time before "until", and "until" must be in the kept part of the log.';
  throw inputInvalid({ items: [{ itemId: 'since', message }] });
}

const onlyOnce =
  'To count messages, the parameter "query" can compare "status" only once and only by =, joined to the other comparisons by &&.';
