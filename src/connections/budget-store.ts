import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** SQL on `provider_budget`. */
export type Pace = {
  /** Between two requests, in the long run. */
  everyMs: number;
  /** As many may go at once after a rest. */
  burst: number;
  /** A block that was taken is spent within this time or lost. */
  leaseMs: number;
};

/**
 * A pace that keeps `requests` in every stretch of `perMs`, wherever it begins: what a rest allows at once, and what
 * comes back meanwhile, stay below it together. Windows of the clock would let twice as many pass at their border.
 */
export function paceOf({ requests, perMs }: { requests: number; perMs: number }): Pace {
  const burst = Math.max(1, Math.floor(requests / 4));
  const leaseMs = Math.min(1000, perMs / 20);
  return { burst, leaseMs, everyMs: (perMs + leaseMs) / (requests - burst + 1) };
}

/** `nextAtMs`: when there is one again. `worthAtMs`: when there are enough for a worker to come back for. */
export type Taken = { granted: number; nextAtMs: number; worthAtMs: number };

/**
 * Takes what there is, up to what is wanted, in one upsert: PostgreSQL computes it on the newest row, whoever else asks.
 * `busy_until` is when the budget would be whole again; it may run ahead of the time by the length of a burst.
 */
export async function takeFromBudget(
  system: Kysely<Tables>,
  options: { name: string; pace: Pace; wanted: number; nowMs: number; pausedUntilMs?: number },
): Promise<Taken> {
  const { everyMs, burst } = options.pace;
  const every = sql`make_interval(secs => ${everyMs / 1000}::float8)`;
  const now = sql`${new Date(options.nowMs)}::timestamptz`;
  // A pause leaves one request for the moment of its end.
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
  // JavaScript has cut off what is below a millisecond.
  const freeAt = (requests: number) => Math.ceil(row.busy_until.getTime() + 1 - (burst - requests) * everyMs);
  return { granted: row.granted, nextAtMs: freeAt(1), worthAtMs: freeAt(Math.ceil(burst / 2)) };
}
