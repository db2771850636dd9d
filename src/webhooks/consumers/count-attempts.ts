import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { firstIdAt } from '../messages/id-range.ts';

/** Attempts of an account or of one consumer, hour by hour: exact where there are not too many, else estimated. */
export type AttemptCounts = {
  hours: AttemptHour[];
  all: Omit<AttemptHour, 'atMs'>;
  isSampled: boolean;
};
/** Latency is that of delivered attempts, in ms; null where there are none. */
export type AttemptHour = { atMs: number; delivered: number; failed: number; p50: number | null; p95: number | null };

export const hourMs = 3_600_000;
/** The last attempt of a schedule comes within this time of its message. */
const scheduleMs = 28 * hourMs;
const slicesMax = 1000;
const shortestSliceMs = 3 * 60_000;
const rowsPerSlice = 100;
const countedPerSlice = 4000;

/** The hours that end with the one under way. */
export function hoursBack(nowMs: number, hours: number): number[] {
  const last = Math.floor(nowMs / hourMs) * hourMs;
  return Array.from({ length: hours }, (_, i) => last - (hours - 1 - i) * hourMs);
}

/**
 * Attempts are found by the ids of their messages, which have the order of time. The time is cut into slices, of each of
 * which at most 100 attempts are read. Where there are more, they are counted, in the index alone and up to 4,000, and
 * those read stand for them. So nobody costs more than 100,000 rows and 4,000,000 entries of an index, whatever was sent.
 */
export async function countAttempts(
  ctx: { db: Db; clock: Clock },
  { accountId, consumerId, hours }: { accountId: string; consumerId?: string; hours: number },
): Promise<AttemptCounts> {
  const nowMs = ctx.clock.nowMs();
  const wanted = hoursBack(nowMs, hours);
  const sinceMs = wanted[0] ?? nowMs;
  const slices = slicesOf(sinceMs - scheduleMs, nowMs + 60_000);
  const rows = await ctx.db.read(accountId, countStatement({ accountId, consumerId, sinceMs, ...slices }));
  const known = new Map(rows.map((row) => [row.hour === null ? null : row.hour * hourMs, row]));
  const read = (key: number | null) => {
    const row = known.get(key);
    return {
      delivered: Math.round(row?.delivered ?? 0),
      failed: Math.round(row?.failed ?? 0),
      p50: row?.p50 ?? null,
      p95: row?.p95 ?? null,
    };
  };
  return {
    hours: wanted.map((atMs) => ({ atMs, ...read(atMs) })),
    all: read(null),
    isSampled: rows.some((row) => row.is_sampled),
  };
}

function slicesOf(fromMs: number, toMs: number): { starts: number[]; sliceMs: number } {
  const sliceMs = Math.max(shortestSliceMs, Math.ceil((toMs - fromMs) / slicesMax));
  const starts = Array.from({ length: Math.ceil((toMs - fromMs) / sliceMs) }, (_, i) => fromMs + i * sliceMs);
  return { starts, sliceMs };
}

type Row = {
  hour: number | null;
  delivered: number;
  failed: number;
  p50: number | null;
  p95: number | null;
  is_sampled: boolean;
};

/** One row for each hour, and one for all of them. */
function countStatement(of: {
  accountId: string;
  consumerId: string | undefined;
  sinceMs: number;
  starts: number[];
  sliceMs: number;
}) {
  const consumer = of.consumerId === undefined ? sql`` : sql`and a.consumer_id = ${of.consumerId}::uuid`;
  const own = sql`a.account_id = ${of.accountId}::uuid ${consumer}`;
  const order = of.consumerId === undefined ? sql`a.message_id` : sql`a.consumer_id, a.message_id`;
  const latency = (part: number) =>
    sql`round(percentile_cont(${sql.lit(part)}) within group (order by g.duration_ms) filter (where g.outcome = 'd'))::int`;
  return sql<Row>`with slice as (
      select * from unnest(${of.starts}::bigint[], ${of.starts.map((ms) => firstIdAt(ms))}::uuid[],
        ${of.starts.map((ms) => firstIdAt(ms + of.sliceMs))}::uuid[]) s (start_ms, first_id, end_id)
    ), got as materialized (
      select s.start_ms, a.* from slice s cross join lateral (
        select a.message_id, a.outcome, a.started_at, a.duration_ms from attempt a
        where ${own} and a.message_id >= s.first_id and a.message_id < s.end_id
        order by ${order} limit ${rowsPerSlice}) a
    ), weight as (
      select g.start_ms, g.n = ${rowsPerSlice} as is_cut, case when g.n < ${rowsPerSlice} then 1 else (
          select count(*) from (select from attempt a where ${own} and a.message_id >= g.first_id and a.message_id < g.end_id
            limit ${countedPerSlice}) counted)::float8 / ${rowsPerSlice} end as weight
      from (select s.start_ms, s.first_id, s.end_id, count(*) as n from got g join slice s on s.start_ms = g.start_ms
        group by 1, 2, 3) g
    )
    select floor(extract(epoch from g.started_at) / 3600)::bigint as hour,
      coalesce(sum(w.weight) filter (where g.outcome = 'd'), 0)::float8 as delivered,
      coalesce(sum(w.weight) filter (where g.outcome <> 'd'), 0)::float8 as failed,
      ${latency(0.5)} as p50, ${latency(0.95)} as p95, bool_or(w.is_cut) as is_sampled
    from got g join weight w on w.start_ms = g.start_ms
    where g.started_at >= ${new Date(of.sinceMs)}::timestamptz
    group by grouping sets ((1), ())`;
}
