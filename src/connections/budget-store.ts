import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** SQL on `provider_budget`. */
export type Pace = {
  /** Average time between two requests in the long run. */
  everyMs: number;
  /** Requests that may be sent at once after an idle time. */
  burst: number;
  /** Reserved requests must be used within this time, or they are lost. */
  leaseMs: number;
};

/**
 * A pace that allows at most `requests` in any period of `perMs`, wherever it starts: the burst after an idle time and
 * the requests that are allowed meanwhile stay below it together. Fixed clock windows would allow twice as many at
 * their borders.
 */
export function paceOf({ requests, perMs }: { requests: number; perMs: number }): Pace {
  const burst = Math.max(1, Math.floor(requests / 4));
  const leaseMs = Math.min(1000, perMs / 20);
  return { burst, leaseMs, everyMs: (perMs + leaseMs) / (requests - burst + 1) };
}

/**
 * `nextAtMs`: when one request is available again. `worthAtMs`: when half a burst is, so that a retry is worthwhile.
 */
export type Taken = { granted: number; nextAtMs: number; worthAtMs: number };

/**
 * Reserves up to `wanted` requests in one upsert, which PostgreSQL computes on the newest row even under concurrency.
 * `busy_until` is when the budget will be full again; it may be ahead of the current time by the length of a burst.
 */
export async function takeFromBudget(
  system: Kysely<Tables>,
  options: { name: string; pace: Pace; wanted: number; nowMs: number; pausedUntilMs?: number },
): Promise<Taken> {
  const { everyMs, burst } = options.pace;
  const every = sql`make_interval(secs => ${everyMs / 1000}::float8)`;
  const now = sql`${new Date(options.nowMs)}::timestamptz`;
  // When a pause ends, one request is available at once.
  const paused = options.pausedUntilMs === undefined ? 0 : options.pausedUntilMs + (burst - 1) * everyMs;
  const start = (busyUntil: ReturnType<typeof sql>) =>
    sql`greatest(${busyUntil}, ${now}, ${new Date(paused)}::timestamptz)`;
  const grant = (from: ReturnType<typeof sql>) => sql`greatest(0, least(${options.wanted}::bigint,
    floor(${burst}::float8 - extract(epoch from ${from} - ${now}) * 1000 / ${everyMs}::float8 + 1e-6)::bigint))`;
  const fresh = start(sql`${now}`);
  const known = start(sql`b.busy_until`);
  const { rows } = await sql<{ granted: number; busy_until: Date }>`
    insert into provider_budget as b (budget, busy_until, granted)
    values (${options.name}, ${fresh} + ${grant(fresh)} * ${every}, ${grant(fresh)})
    on conflict (budget) do update set busy_until = ${known} + ${grant(known)} * ${every}, granted = ${grant(known)}
    returning granted, busy_until`.execute(system);
  const [row] = rows;
  if (!row) throw new Error('The budget statement returned no row.');
  // JavaScript dates have only milliseconds, PostgreSQL has microseconds.
  const freeAt = (requests: number) => Math.ceil(row.busy_until.getTime() + 1 - (burst - requests) * everyMs);
  return { granted: row.granted, nextAtMs: freeAt(1), worthAtMs: freeAt(Math.ceil(burst / 2)) };
}
