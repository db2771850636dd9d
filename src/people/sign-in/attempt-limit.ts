import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { minuteMs } from '../../base/durations.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { networkOf } from '../../http/limits/address-limit.ts';

/**
 * Limits sign-ins, codes, password resets and invitations. All processes share the counters, which are in PostgreSQL.
 * An attempt is counted before it is made, so concurrent attempts cannot exceed the limit. Sign-ins that succeed are
 * refunded.
 */
export type Counted = {
  /**
   * What is counted, for example the attempts for one e-mail address. If `from` is set to a network or a client
   * account, attempts from there have a counter of their own.
   */
  of: string;
  from?: string;
  max: number;
  /**
   * This counter is increased last, and only if no other limit is exceeded. Otherwise, one blocked IP address could use
   * up the limit that all IP addresses share.
   */
  isLast?: true;
};

export const attemptWindowMs = 15 * minuteMs;

export const signInBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { of: `pair|${email}`, from: networkOf(address), max: 10 },
  { of: `address|${networkOf(address)}`, max: 50 },
  { of: `email|${email}`, max: 100, isLast: true },
];
export const codeBuckets = ({ personId, address }: { personId: string; address: string }): Counted[] => [
  { of: `code|${personId}`, from: networkOf(address), max: 5 },
  { of: `code|${personId}`, max: 25, isLast: true },
];
export const resetBuckets = ({ email, address }: { email: string; address: string }): Counted[] => [
  { of: `reset|${email}`, from: networkOf(address), max: 3 },
  { of: `resetFrom|${networkOf(address)}`, max: 20 },
  { of: `reset|${email}`, max: 10, isLast: true },
];
/**
 * Three limits on invitations: from one account to one recipient, from one account to all recipients, and from all
 * accounts to one recipient.
 */
export const invitationBuckets = ({ accountId, email }: { accountId: string; email: string }): Counted[] => [
  { of: `invite|${email}`, from: accountId, max: 3 },
  { of: `inviteFrom|${accountId}`, max: 30 },
  { of: `invite|${email}`, max: 10, isLast: true },
];

type Context = { db: Db; clock: Clock };

export type Taken = { isFirstOver: boolean; retryAfterSeconds: number } | undefined;

/** Counts an attempt. Returns undefined if the attempt is allowed, otherwise how long to wait. */
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
      returning bucket, since, attempts`.execute(ctx.db.people);
  const maxOf = (bucket: Buffer) => maxima.find(({ key }) => key.equals(bucket))?.max ?? 0;
  const over = rows.filter((row) => row.attempts > maxOf(row.bucket));
  if (over.length === 0) return undefined;
  const endsMs = Math.max(...over.map((row) => row.since.getTime())) + attemptWindowMs;
  return {
    isFirstOver: over.some((row) => row.attempts === maxOf(row.bucket) + 1),
    retryAfterSeconds: Math.max(1, Math.ceil((endsMs - now.getTime()) / 1000)),
  };
}

/** Refunds a successful attempt: resets the first counter in the list and subtracts one from each of the others. */
export async function giveBackAttempt(system: Kysely<Tables>, [first, ...others]: readonly Counted[]): Promise<void> {
  if (first) await clearAttempts(system, [first]);
  for (const key of keysOf(others))
    await sql`update attempt_count set attempts = greatest(0, attempts - 1) where bucket = ${key}`.execute(system);
}

/** Resets the given counters, for example because the person has proved their identity in another way. */
export async function clearAttempts(system: Kysely<Tables>, counted: readonly Counted[]): Promise<void> {
  for (const key of keysOf(counted)) await sql`delete from attempt_count where bucket = ${key}`.execute(system);
}

/** Resets all counters of a person, from every IP address. */
export async function clearAllAttempts(system: Kysely<Tables>, counted: readonly Counted[]): Promise<void> {
  for (const start of [...new Set(counted.map(({ of }) => of))].map(halfOf)) {
    const [first, last] = [0x00, 0xff].map((byte) => Buffer.concat([start, Buffer.alloc(16, byte)]));
    await sql`delete from attempt_count where bucket between ${first} and ${last}`.execute(system);
  }
}

/** The keys are sorted, so that concurrent callers lock the rows in the same order and cannot deadlock. */
function keysOf(counted: readonly Counted[]): Buffer[] {
  return counted.map(keyOf).sort((a, b) => a.compare(b));
}

/** A key is a hash of `of`, followed by a hash of `from`. So a range query finds all keys with the same `of`. */
function keyOf({ of, from = '' }: Counted): Buffer {
  return Buffer.concat([halfOf(of), halfOf(from)]);
}

function halfOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}
