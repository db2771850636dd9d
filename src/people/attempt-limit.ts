import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';

/**
 * Tries of what can be guessed are counted in PostgreSQL, over all processes. A try is counted before it is made and given
 * back where it succeeds: however many run at once, no more get through than the limit says.
 */
export type Counted = {
  bucket: string;
  max: number;
  /** Counted only where the others let it pass: whoever is held off at one address cannot use it up for everybody. */
  isLast?: true;
};

export const attemptWindowMs = 15 * 60 * 1000;

export const signInBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { bucket: `pair|${email}|${address}`, max: 10 },
  { bucket: `address|${address}`, max: 50 },
  { bucket: `email|${email}`, max: 100, isLast: true },
];
export const codeBuckets = ({ personId, address }: { personId: string; address: string }): Counted[] => [
  { bucket: `code|${personId}|${address}`, max: 5 },
  { bucket: `code|${personId}`, max: 25, isLast: true },
];
export const resetBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { bucket: `reset|${email}|${address}`, max: 3 },
  { bucket: `resetFrom|${address}`, max: 20 },
  { bucket: `reset|${email}`, max: 10, isLast: true },
];
/** Of an account, to one address, and to that address from all accounts. */
export const invitationBuckets = ({ accountId, email }: { accountId: string; email: string }): Counted[] => [
  { bucket: `invite|${accountId}|${email}`, max: 3 },
  { bucket: `inviteFrom|${accountId}`, max: 30 },
  { bucket: `invite|${email}`, max: 10, isLast: true },
];

type Context = { db: Db; clock: Clock };

export type Taken = { isFirstOver: boolean; retryAfterSeconds: number } | undefined;

/** Counts a try. Undefined where it may be made; else how long to wait. */
export async function takeAttempt(ctx: Context, counted: readonly Counted[]): Promise<Taken> {
  const [first, last] = [counted.filter(({ isLast }) => !isLast), counted.filter(({ isLast }) => isLast)];
  return (await count(ctx, first)) ?? (last.length > 0 ? count(ctx, last) : undefined);
}

async function count(ctx: Context, counted: readonly Counted[]): Promise<Taken> {
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
