import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';

/**
 * Tries of what can be guessed are counted in PostgreSQL, over all processes. A try is counted before it is made and given
 * back where it succeeds: however many run at once, no more get through than the limit says.
 */
export type Counted = { bucket: string; max: number };

export const attemptWindowMs = 15 * 60 * 1000;

export const signInBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { bucket: `pair|${email}|${address}`, max: 10 },
  { bucket: `address|${address}`, max: 50 },
  { bucket: `email|${email}`, max: 100 },
];
export const codeBucket = (personId: string): Counted => ({ bucket: `code|${personId}`, max: 5 });
export const resetBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { bucket: `reset|${email}`, max: 3 },
  { bucket: `resetFrom|${address}`, max: 20 },
];

type Context = { db: Db; clock: Clock };

export type Taken = { isFirstOver: boolean; retryAfterSeconds: number } | undefined;

/** Counts a try. Undefined where it may be made; else how long to wait. */
export async function takeAttempt(ctx: Context, counted: readonly Counted[]): Promise<Taken> {
  const now = ctx.clock.now();
  const begins = new Date(now.getTime() - attemptWindowMs);
  const maxima = counted.map(({ bucket, max }) => ({ key: keyOf(bucket), max }));
  const { rows } = await sql<{
    bucket: Buffer;
    since: Date;
    attempts: number;
  }>`insert into attempt_count as c (bucket, since, attempts)
      select b, ${now}::timestamptz, 1 from unnest(${keysOf(counted)}::bytea[]) b
      on conflict (bucket) do update set
        since = case when c.since <= ${begins}::timestamptz then excluded.since else c.since end,
        attempts = case when c.since <= ${begins}::timestamptz then 1 else c.attempts + 1 end
      returning bucket, since, attempts`.execute(ctx.db.system);
  const maxOf = (bucket: Buffer) => maxima.find(({ key }) => key.equals(bucket))?.max ?? 0;
  const over = rows.filter((row) => row.attempts > maxOf(row.bucket));
  if (over.length === 0) return undefined;
  const endsMs = Math.max(...over.map((row) => row.since.getTime())) + attemptWindowMs;
  return {
    isFirstOver: over.some((row) => row.attempts === maxOf(row.bucket) + 1),
    retryAfterSeconds: Math.max(1, Math.ceil((endsMs - now.getTime()) / 1000)),
  };
}

/** It was none of a guesser: the first one begins anew, the others get this one back. */
export async function giveBackAttempt(system: Kysely<Tables>, [first, ...others]: readonly Counted[]): Promise<void> {
  if (first) await clearAttempts(system, [first]);
  for (const key of keysOf(others))
    await sql`update attempt_count set attempts = greatest(0, attempts - 1) where bucket = ${key}`.execute(system);
}

/** Whoever it is has shown otherwise that they may come in. */
export async function clearAttempts(system: Kysely<Tables>, counted: readonly Counted[]): Promise<void> {
  for (const key of keysOf(counted)) await sql`delete from attempt_count where bucket = ${key}`.execute(system);
}

/** In one order, so that two with some of the same do not wait for each other in a circle. */
function keysOf(counted: readonly Counted[]): Buffer[] {
  return counted.map(({ bucket }) => keyOf(bucket)).sort((a, b) => a.compare(b));
}

function keyOf(bucket: string): Buffer {
  return createHash('sha256').update(bucket).digest();
}
