import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables.ts';

/** SQL on `provider_budget`. */
export type Pace = {
  /** Average time between two requests in the long run. */
  everyMs: number;
  /** Maximum number of requests that may be sent at once after an idle time. */
  burst: number;
  /** Reserved requests must be used within this time, or they are lost. */
  leaseMs: number;
};

/**
 * Returns a pace that allows at most `requests` requests in any period of `perMs`, wherever the period starts. This
 * limit includes the burst after an idle time. Fixed clock windows would allow twice as many requests around a border
 * between two windows.
 */
export function paceOf({ requests, perMs }: { requests: number; perMs: number }): Pace {
  const burst = Math.max(1, Math.floor(requests / 4));
  const leaseMs = Math.min(1000, perMs / 20);
  return { burst, leaseMs, everyMs: (perMs + leaseMs) / (requests - burst + 1) };
}

/** Until when each of these budgets is busy. A budget without a row is full. Reserves nothing. */
export async function readBusyUntil(system: Kysely<Tables>, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await system
    .selectFrom('provider_budget')
    .select(['budget', 'busy_until'])
    .where(sql<boolean>`budget = any (${names}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.budget, row.busy_until.getTime()]));
}

/**
 * `granted` is the number of requests that were reserved. At `nextAtMs`, one request is available. At `worthAtMs`, half
 * a burst is available, which makes a retry worthwhile.
 */
export type TakenBudget = { granted: number; nextAtMs: number; worthAtMs: number };

/**
 * Reserves up to `wanted` requests in one upsert. PostgreSQL applies the upsert to the newest row, even if several
 * processes reserve at the same time. `busy_until` is the time at which the budget will be full again. It is at most
 * `burst * everyMs` in the future, unless the provider asked for a pause.
 */
export async function takeFromBudget(
  system: Kysely<Tables>,
  options: { name: string; pace: Pace; wanted: number; nowMs: number; pausedUntilMs?: number },
): Promise<TakenBudget> {
  const { everyMs, burst } = options.pace;
  const every = sql`make_interval(secs => ${everyMs / 1000}::float8)`;
  const now = sql`${new Date(options.nowMs)}::timestamptz`;
  // With this value of `busy_until`, exactly one request is allowed when the pause ends.
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
  // Add 1 ms, because JavaScript dates have milliseconds but PostgreSQL timestamps have microseconds.
  const freeAt = (requests: number) => Math.ceil(row.busy_until.getTime() + 1 - (burst - requests) * everyMs);
  return { granted: row.granted, nextAtMs: freeAt(1), worthAtMs: freeAt(Math.ceil(burst / 2)) };
}
