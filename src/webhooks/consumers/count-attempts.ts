import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { hourMs } from '../../base/durations.ts';
import type { Db } from '../../db/db.ts';
import { attemptTimeoutMs } from '../sending/retry-schedule.ts';

/** Exact attempt counts of an account or a consumer, grouped by the hour or quarter-hour in which attempts started. */
export type AttemptCounts = { buckets: AttemptBucket[]; all: Omit<AttemptBucket, 'atMs'> };
/**
 * `p50` and `p95` are percentiles of the latency of delivered attempts in ms, estimated from a histogram. They are null
 * if no attempt was delivered.
 */
export type AttemptBucket = { atMs: number; delivered: number; failed: number; p50: number | null; p95: number | null };
export type Every = 'hour' | 'quarter';

export const everyMs: Record<Every, number> = { hour: hourMs, quarter: hourMs / 4 };

/** Upper bounds of the histogram buckets in ms. Each has a column in `delivery_count` (schema/tables/10-webhooks.sql). */
export const bounds = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1200, 2000, 3000, 5000, 8000];

/** Returns the start times (ms) of the spans of the last `hours` hours, oldest first. The last hour is the current one. */
export function startsBack({ nowMs, hours, every }: { nowMs: number; hours: number; every: Every }): number[] {
  const stepMs = everyMs[every];
  const first = Math.floor(nowMs / hourMs) * hourMs - (hours - 1) * hourMs;
  return Array.from({ length: (hours * hourMs) / stepMs }, (_, i) => first + i * stepMs);
}

export async function countAttempts(
  ctx: { db: Db; clock: Clock },
  place: { accountId: string; consumerId?: string; hours: number; every?: Every },
): Promise<AttemptCounts> {
  const { accountId, hours, every = 'hour' } = place;
  const stepMs = everyMs[every];
  const starts = startsBack({ nowMs: ctx.clock.nowMs(), hours, every });
  const rows = await ctx.db.read(accountId, countStatement({ ...place, sinceMs: starts[0] ?? 0, stepMs }));
  const known = new Map(rows.map((row) => [row.at_ms, row]));
  const read = (atMs: number | null) => {
    const { delivered = 0, failed = 0, within = [] } = known.get(atMs) ?? {};
    return { delivered, failed, p50: percentile(0.5, within, delivered), p95: percentile(0.95, within, delivered) };
  };
  return { buckets: starts.map((atMs) => ({ atMs, ...read(atMs) })), all: read(null) };
}

type Row = { at_ms: number | null; delivered: number; failed: number; within: number[] };

/** Returns a row per non-empty bucket and a row for the total. Reads at most four table rows per consumer and hour. */
function countStatement(of: { accountId: string; consumerId?: string; sinceMs: number; stepMs: number }) {
  const consumer = of.consumerId === undefined ? sql`` : sql`and c.consumer_id = ${of.consumerId}::uuid`;
  const within = bounds.map((bound) => sql`sum(${sql.ref(`c.ms_${bound}`)})::float8`);
  return sql<Row>`select (floor(extract(epoch from c.quarter) * 1000 / ${of.stepMs}::int) * ${of.stepMs}::int)::bigint as at_ms,
      coalesce(sum(c.delivered), 0)::bigint as delivered, coalesce(sum(c.failed), 0)::bigint as failed,
      array[${sql.join(within)}] as within
    from delivery_count c where c.account_id = ${of.accountId}::uuid and c.quarter >= ${new Date(of.sinceMs)}::timestamptz
      ${consumer}
    group by grouping sets ((1), ())`;
}

/** Interpolates linearly inside a histogram bucket. The error is at most a fifth of the true value, usually less. */
function percentile(part: number, within: readonly (number | null)[], total: number): number | null {
  if (total === 0) return null;
  const wanted = part * total;
  let [lowMs, below] = [0, 0];
  for (const [at, bound] of bounds.entries()) {
    const count = within[at] ?? 0;
    if (count >= wanted) return Math.round(lowMs + ((bound - lowMs) * (wanted - below)) / (count - below));
    [lowMs, below] = [bound, count];
  }
  return Math.round(lowMs + ((attemptTimeoutMs - lowMs) * (wanted - below)) / (total - below));
}
