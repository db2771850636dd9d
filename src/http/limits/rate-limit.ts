import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { dayMs, minuteMs } from '../../base/durations.ts';
import { tooManyRequests } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/db.ts';

/**
 * Limits requests per account across all processes. A process reserves quota from the account's row in blocks
 * ("leases") and counts requests against them in memory, so that most requests need no statement. Blocks get smaller as
 * the quota runs out, and unspent quota is returned after a few seconds. So the limit is never exceeded, and almost all
 * of it can be used.
 */
export type RateLimits = { perMinute: number; perDay: number };

type Lease = {
  minuteStart: number;
  dayStart: number;
  /** Number of requests that can still be allowed without a statement. */
  left: number;
  /**
   * The window (minute or day) that has less quota left. `remaining` is the quota that was left in this window after
   * the last statement.
   */
  window: 'minute' | 'day';
  remaining: number;
  /**
   * Quota that was reserved in an earlier minute but not used. It can no longer be used, but it counts against the
   * quota of the day until it is returned.
   */
  unspentOfDay: number;
  limits: RateLimits;
  touchedAt: number;
  /** The account has no quota left until this time. */
  emptyUntil: number;
  asking: Promise<void> | undefined;
  /** True if `onReached` has been called for this window. */
  isTold: boolean;
};

export type ReachedLimit = { accountId: string; window: 'minute' | 'day'; limit: number; resetsAt: Date };

export type Decision = { headers: Record<string, string> };

export type RateLimiter = {
  /** Counts the request, or throws a 429. */
  take(accountId: string, limits: () => Promise<RateLimits>): Promise<Decision>;
  stop(): Promise<void>;
};

const blockMax = 100;
/**
 * A block is at most this fraction (1/16) of the remaining quota, so that the last requests of a window are reserved
 * one by one.
 */
const blockPart = 16;
const idleMs = 2000;

export function createRateLimiter(ctx: {
  db: Db;
  clock: Clock;
  log: Log;
  /** Owner of the requests, as a possessive for the error text. Default: "the account's". */
  whose?: string;
  /**
   * Called when a limit is reached, about once a minute by each process that rejects requests. The callee must ignore
   * duplicates.
   */
  onReached: (reached: ReachedLimit) => Promise<void>;
}): RateLimiter {
  const leases = new Map<string, Lease>();
  /** Runs while there are leases. */
  let timer: NodeJS.Timeout | undefined;

  async function ask(accountId: string, lease: Lease): Promise<void> {
    const statement = leaseStatement(accountId, lease);
    // Reset before the statement is sent, so that this quota is returned at most once. A statement that fails may still
    // have been executed.
    lease.unspentOfDay = 0;
    const [row] = await ctx.db.write<Granted>(accountId, statement, { isUnfenced: true });
    if (!row) throw new Error('The quota statement returned no row.');
    lease.left += row.granted;
    lease.window = row.day_left <= 0 || row.day_left < row.minute_left ? 'day' : 'minute';
    lease.remaining = Math.min(row.minute_left, row.day_left);
    if (row.granted === 0) lease.emptyUntil = endOf(lease);
  }

  async function current(accountId: string, limits: () => Promise<RateLimits>): Promise<Lease> {
    const now = ctx.clock.nowMs();
    const minuteStart = now - (now % minuteMs);
    const dayStart = now - (now % dayMs);
    const known = leases.get(accountId);
    if (known && known.minuteStart === minuteStart) return known;
    const fresh: Lease = {
      minuteStart,
      dayStart,
      left: 0,
      window: 'minute',
      remaining: 0,
      unspentOfDay: 0,
      limits: await limits(),
      touchedAt: now,
      emptyUntil: 0,
      asking: undefined,
      isTold: false,
    };
    const meanwhile = leases.get(accountId);
    if (meanwhile && meanwhile.minuteStart === minuteStart) return meanwhile;
    if (meanwhile) {
      const unspent = emptied(meanwhile);
      if (meanwhile.dayStart === dayStart) fresh.unspentOfDay = unspent.left + unspent.ofDay;
    }
    leases.set(accountId, fresh);
    timer ??= setInterval(() => giveBack(idleMs), idleMs / 2).unref();
    return fresh;
  }

  async function take(accountId: string, limits: () => Promise<RateLimits>): Promise<Decision> {
    const lease = await current(accountId, limits);
    lease.touchedAt = ctx.clock.nowMs();
    while (lease.left === 0) {
      const waitMs = lease.emptyUntil - ctx.clock.nowMs();
      if (waitMs > 0) {
        if (!lease.isTold) tell(accountId, lease);
        const retryAfterSeconds = Math.ceil(waitMs / 1000);
        throw tooManyRequests({
          error: `${ctx.whose ?? "the account's"} requests for this ${lease.window} are used up. Try again in ${retryAfterSeconds} s.`,
          retryAfterSeconds,
          headers: headersFor(lease, ctx.clock.nowMs()),
        });
      }
      // All waiting requests share one statement that asks for quota.
      lease.asking ??= ask(accountId, lease).finally(() => {
        lease.asking = undefined;
      });
      await lease.asking;
    }
    lease.left--;
    return { headers: headersFor(lease, ctx.clock.nowMs()) };
  }

  /** Calls `onReached` in the background. If the call fails, the next rejected request tries again. */
  function tell(accountId: string, lease: Lease): void {
    const { window, limits, emptyUntil } = lease;
    lease.isTold = true;
    const limit = limitIn(window, limits);
    ctx.onReached({ accountId, window, limit, resetsAt: new Date(emptyUntil) }).catch((error) => {
      lease.isTold = false;
      ctx.log.warn({ err: error, accountId }, 'could not report that a rate limit was reached; will retry');
    });
  }

  /** Gives unspent quota back to the account, so that other processes can use it. */
  async function giveBack(olderThanMs: number): Promise<void> {
    if (leases.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const now = ctx.clock.nowMs();
    for (const [accountId, lease] of leases) {
      if (lease.asking || now - lease.touchedAt < olderThanMs) continue;
      leases.delete(accountId);
      const unspent = emptied(lease);
      if (unspent.left + unspent.ofDay === 0 || now >= lease.dayStart + dayMs) continue;
      await ctx.db
        .write(accountId, giveBackStatement(accountId, lease, unspent), { isUnfenced: true })
        .catch((error) => {
          ctx.log.warn({ err: error, accountId }, 'returning unspent quota failed; it counts as used until the reset');
        });
    }
  }

  return {
    take,
    async stop() {
      clearInterval(timer);
      await giveBack(0);
    },
  };
}

type Unspent = { left: number; ofDay: number };

/** Removes the unspent quota from a lease, so that requests that still hold the lease cannot spend it. */
function emptied(lease: Lease): Unspent {
  const unspent = { left: lease.left, ofDay: lease.unspentOfDay };
  lease.left = 0;
  lease.unspentOfDay = 0;
  return unspent;
}

function endOf(lease: Lease): number {
  return lease.window === 'day' ? lease.dayStart + dayMs : lease.minuteStart + minuteMs;
}

function limitIn(window: Lease['window'], limits: RateLimits): number {
  return window === 'day' ? limits.perDay : limits.perMinute;
}

/** `ratelimit-policy` describes both windows. The other headers describe the window that has less quota left. */
function headersFor(lease: Lease, nowMs: number): Record<string, string> {
  const { window, limits } = lease;
  const remaining = Math.max(0, lease.remaining + lease.left);
  const resetSeconds = Math.max(0, Math.ceil((endOf(lease) - nowMs) / 1000));
  return {
    'x-rate-limit-limit': String(limitIn(window, limits)),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': new Date(nowMs + resetSeconds * 1000).toISOString(),
    'ratelimit-policy': `"minute";q=${limits.perMinute};w=60, "day";q=${limits.perDay};w=86400`,
    ratelimit: `"${window}";r=${remaining};t=${resetSeconds}`,
  };
}

/**
 * Reserves a block from the remaining quota of both windows in one upsert. The upsert locks the row, so that concurrent
 * processes cannot reserve the same quota. It also resets a window that has passed.
 */
function leaseStatement(accountId: string, lease: Lease) {
  const { perMinute, perDay } = lease.limits;
  const minute = sql`${new Date(lease.minuteStart)}::timestamptz`;
  const day = sql`${new Date(lease.dayStart)}::timestamptz`;
  // The stored usage counts if it belongs to the current window or to the next one, which a process with a slightly
  // faster clock may already have started. A window after that was written while PostgreSQL's clock was wrong, and is
  // ignored.
  const isMinute = sql`q.minute_start between ${minute} and ${minute} + interval '1 minute'`;
  const isDay = sql`q.day_start between ${day} and ${day} + interval '1 day'`;
  const usedMinute = sql`(case when ${isMinute} then q.minute_used else 0 end)`;
  const usedDay = sql`(case when ${isDay} then greatest(0, q.day_used - ${lease.unspentOfDay}::bigint) else 0 end)`;
  const left = sql`greatest(0, least(${perMinute}::bigint - ${usedMinute}, ${perDay}::bigint - ${usedDay}))`;
  const block = sql`least(${left}, greatest(1, least(${blockMax}::bigint, ${left} / ${blockPart}::bigint)))`;
  const all = Math.min(perMinute, perDay);
  const first = sql`${Math.min(all, Math.max(1, Math.min(blockMax, Math.floor(all / blockPart))))}::bigint`;
  return sql<Granted>`insert into request_quota as q (account_id, minute_start, minute_used, day_start, day_used, granted)
    values (${accountId}::uuid, ${minute}, ${first}, ${day}, ${first}, ${first})
    on conflict (account_id) do update set
      minute_start = case when ${isMinute} then q.minute_start else ${minute} end, minute_used = ${usedMinute} + ${block},
      day_start = case when ${isDay} then q.day_start else ${day} end, day_used = ${usedDay} + ${block},
      granted = ${block}
    returning granted, ${perMinute}::bigint - minute_used as minute_left, ${perDay}::bigint - day_used as day_left`;
}

type Granted = { granted: number; minute_left: number; day_left: number };

function giveBackStatement(accountId: string, lease: Lease, unspent: Unspent) {
  const minute = sql`${new Date(lease.minuteStart)}::timestamptz`;
  return sql`update request_quota set
      minute_used = case when minute_start = ${minute} then greatest(0, minute_used - ${unspent.left}::bigint) else minute_used end,
      day_used = greatest(0, day_used - ${unspent.left + unspent.ofDay}::bigint)
    where account_id = ${accountId}::uuid and day_start = ${new Date(lease.dayStart)}::timestamptz`;
}
