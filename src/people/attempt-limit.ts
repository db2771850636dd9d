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
  /** Whom or what is counted; with `from` where each address (or account) is counted for itself. */
  of: string;
  from?: string;
  max: number;
  /** Counted only where the others let it pass: whoever is held off at one address cannot use it up for everybody. */
  isLast?: true;
};

export const attemptWindowMs = 15 * 60 * 1000;

export const signInBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { of: `pair|${email}`, from: address, max: 10 },
  { of: `address|${address}`, max: 50 },
  { of: `email|${email}`, max: 100, isLast: true },
];
export const codeBuckets = ({ personId, address }: { personId: string; address: string }): Counted[] => [
  { of: `code|${personId}`, from: address, max: 5 },
  { of: `code|${personId}`, max: 25, isLast: true },
];
export const resetBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { of: `reset|${email}`, from: address, max: 3 },
  { of: `resetFrom|${address}`, max: 20 },
  { of: `reset|${email}`, max: 10, isLast: true },
];
/** Of an account, to one address, and to that address from all accounts. */
export const invitationBuckets = ({ accountId, email }: { accountId: string; email: string }): Counted[] => [
  { of: `invite|${email}`, from: accountId, max: 3 },
  { of: `inviteFrom|${accountId}`, max: 30 },
  { of: `invite|${email}`, max: 10, isLast: true },
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
  const maxima = counted.map((one) => ({ key: keyOf(one), max: one.max }));
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

/** The same, from wherever they tried: all that is counted of them. */
export async function clearAllAttempts(system: Kysely<Tables>, counted: readonly Counted[]): Promise<void> {
  for (const start of [...new Set(counted.map(({ of }) => of))].map(halfOf)) {
    const [first, last] = [0x00, 0xff].map((byte) => Buffer.concat([start, Buffer.alloc(16, byte)]));
    await sql`delete from attempt_count where bucket between ${first} and ${last}`.execute(system);
  }
}

/** In one order, so that two with some of the same do not wait for each other in a circle. */
function keysOf(counted: readonly Counted[]): Buffer[] {
  return counted.map(keyOf).sort((a, b) => a.compare(b));
}

/** Begins alike for all of one person, so that they can be found together. */
function keyOf({ of, from = '' }: Counted): Buffer {
  return Buffer.concat([halfOf(of), halfOf(from)]);
}

function halfOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}
