import assert from 'node:assert/strict';
import { concurrency } from '../sending/turns.ts';
import type { LaneConsumer } from './lane-consumer.ts';
import type { ClaimedDelivery, ClaimedLane, Position } from './store/lane-store.ts';
import { micros } from './store/lane-time.ts';

/**
 * A lane is the queue of one consumer's pending deliveries. This file contains the state of a lane in the process that
 * handles it, and every transition between its phases. ARCHITECTURE.md has a drawing of the phases.
 *
 * - unowned: this process does not hold the lane's advisory lock
 * - locking: a statement tries to take the lock
 * - claiming: locked; a statement reads due deliveries
 * - open: locked; no statement of the lane is running, so deliveries can be claimed or the lane released
 * - clearing: locked; statements remove deliveries that are not to be sent, such as those of a disabled consumer
 * - releasing: a statement releases the lock
 *
 * Deliveries that were claimed earlier are sent in every phase in which the lane is locked.
 */
export type Phase = 'unowned' | 'locking' | 'claiming' | 'open' | 'clearing' | 'releasing';

export type Lane = {
  readonly number: number;
  phase: Phase;
  /** True if deliveries may have become due since the last claim. */
  isWoken: boolean;
  /**
   * True if more deliveries are due, because the last claim reached its limit or because claimed deliveries were handed
   * back.
   */
  hasMore: boolean;
  /**
   * True if more deliveries were due than one claim returns. Such a lane gets less capacity while lanes without a
   * backlog are sending.
   */
  isBacklog: boolean;
  /**
   * True if the lane was cleared except for the deliveries in `held`. When their outcomes are recorded, the lane is
   * woken, and the next claim clears it again.
   */
  isHalfCleared: boolean;
  /**
   * True if deliveries were handed back while a claim was running. The deliveries that this claim returns come after
   * them, so they are handed back, too.
   */
  isClaimStale: boolean;
  /**
   * True after a failed attempt of an ordered consumer. Until its outcome is recorded, a claim does not find the failed
   * delivery and would return those after it, so nothing is claimed.
   */
  waitsForOutcome: boolean;
  /** True if the lane is to be released so that another process can take it (share-lanes.ts). */
  isLeaving: boolean;
  /** Where the last claim ended. */
  position: Position | undefined;
  /** The furthest position that any claim has reached. */
  furthest: Position | undefined;
  /** When a claim last started at the beginning of the lane instead of at `position` (performance.now() time). */
  headAt: number;
  consumer: LaneConsumer | undefined;
  failingSinceMs: number | undefined;
  holdUntilMs: number | undefined;
  /** Claimed deliveries. Those from the index `next` on are not sent yet. */
  queue: ClaimedDelivery[];
  next: number;
  /** Ids of messages that are claimed, in flight, or sent and not yet recorded. */
  held: Set<string>;
  inFlight: number;
  /** How many deliveries may be sent at once, if the consumer has no limit of its own (sending/turns.ts). */
  concurrency: number;
  /** Number of sends in flight that use slow slots. */
  slow: number;
  /** True while the lane is waiting for a free slot (sending/slots.ts). */
  isReady: boolean;
  /** When the rate limit allows the next send (performance.now() time). */
  freeAt: number;
  /** Timer that fires when the rate limit allows the next send. */
  timer: NodeJS.Timeout | undefined;
};

export function newLane(number: number): Lane {
  return {
    number,
    phase: 'unowned',
    isWoken: false,
    hasMore: false,
    isBacklog: false,
    isHalfCleared: false,
    isClaimStale: false,
    waitsForOutcome: false,
    isLeaving: false,
    position: undefined,
    furthest: undefined,
    headAt: 0,
    consumer: undefined,
    failingSinceMs: undefined,
    holdUntilMs: undefined,
    queue: [],
    next: 0,
    held: new Set(),
    inFlight: 0,
    concurrency: concurrency.first,
    slow: 0,
    isReady: false,
    freeAt: 0,
    timer: undefined,
  };
}

function move(lane: Lane, from: Phase, to: Phase): void {
  assert.equal(lane.phase, from, `lane ${lane.number} cannot become ${to}`);
  lane.phase = to;
}

export function beginLock(lane: Lane): void {
  move(lane, 'unowned', 'locking');
}

/**
 * Another process owns the lane. This process need not try again: after the owner has released the lane, it looks for
 * due deliveries once more.
 */
export function refuseLock(lane: Lane): void {
  move(lane, 'locking', 'unowned');
  lane.isWoken = false;
}

/** Deliveries are claimed as soon as the lane is locked, without another wake-up. */
export function takeLock(lane: Lane): void {
  move(lane, 'locking', 'claiming');
}

export function beginClaim(lane: Lane): void {
  move(lane, 'open', 'claiming');
}

/** Where the claim of a lane starts. */
export type ClaimStart = { after: Position | undefined; held: Iterable<string> };

/**
 * Decides whether the claim starts at the beginning of the lane or continues where the last claim ended. Only a claim
 * from the beginning finds everything that is due, so only such a claim resets `isWoken`. `headEveryMs` is the longest
 * time without one.
 */
export function startClaim(lane: Lane, { at, headEveryMs }: { at: number; headEveryMs: number }): ClaimStart {
  assert.equal(lane.phase, 'claiming');
  lane.isClaimStale = false;
  const goesOn = lane.hasMore && lane.position !== undefined && at - lane.headAt < headEveryMs;
  if (!goesOn) {
    lane.headAt = at;
    lane.isWoken = false;
    return { after: undefined, held: lane.held };
  }
  // `held` excludes deliveries that this process already holds. If no claim has reached further than this position, the
  // process holds none after it.
  return { after: lane.position, held: lane.position === lane.furthest ? [] : lane.held };
}

/** Adds the claimed deliveries to the queue. */
export function endClaim(
  lane: Lane,
  claimed: Pick<ClaimedLane, 'deliveries' | 'orphans' | 'last'>,
  { limit, isSlow }: { limit: number; isSlow: boolean },
): void {
  move(lane, 'claiming', 'open');
  if (lane.isClaimStale) {
    lane.hasMore = true;
    return;
  }
  const { deliveries, orphans, last } = claimed;
  lane.hasMore = deliveries.length + orphans.length >= limit;
  lane.isBacklog = lane.hasMore && !isSlow;
  if (last) {
    lane.position = last;
    if (!lane.furthest || isBefore(lane.furthest, last)) lane.furthest = last;
  }
  if (lane.next > 0) {
    lane.queue = lane.queue.slice(lane.next);
    lane.next = 0;
  }
  for (const delivery of deliveries) {
    // Skip a delivery that this process still holds. A client's retry request made it due before the outcome of its
    // last attempt was recorded. That outcome decides when it is due again.
    if (lane.held.has(delivery.messageId)) continue;
    lane.held.add(delivery.messageId);
    lane.queue.push(delivery);
  }
}

export function beginClear(lane: Lane): void {
  move(lane, 'open', 'clearing');
  handBack(lane);
}

export function endClear(lane: Lane): void {
  move(lane, 'clearing', 'open');
}

export function beginRelease(lane: Lane): void {
  assert.equal(lane.held.size, 0, `lane ${lane.number} still holds deliveries`);
  move(lane, 'open', 'releasing');
}

export function endRelease(lane: Lane): void {
  move(lane, 'releasing', 'unowned');
}

/**
 * The session that held the lock is lost, so another process may own the lane already. Sends in flight continue, and
 * their outcomes are still recorded.
 */
export function loseLane(lane: Lane): void {
  handBack(lane);
  clearTimeout(lane.timer);
  lane.phase = 'unowned';
  lane.isWoken = false;
  lane.hasMore = false;
  lane.timer = undefined;
}

export function isOwned({ phase }: Lane): boolean {
  return phase !== 'unowned' && phase !== 'locking';
}

/** Takes the next delivery from the queue, to be sent now. */
export function takeDelivery(lane: Lane): ClaimedDelivery | undefined {
  assert.ok(isOwned(lane) && lane.phase !== 'releasing', `lane ${lane.number} is ${lane.phase} and cannot send`);
  const delivery = lane.queue[lane.next];
  if (!delivery) return undefined;
  lane.next++;
  if (lane.next === lane.queue.length) {
    lane.queue = [];
    lane.next = 0;
  }
  lane.inFlight++;
  return delivery;
}

/** The outcome of a delivery is written. */
export function letGo(lane: Lane, messageId: string): void {
  lane.held.delete(messageId);
  if (lane.held.size > 0) return;
  lane.waitsForOutcome = false;
  if (!lane.isHalfCleared) return;
  lane.isHalfCleared = false;
  lane.isWoken = true;
}

export function unsentOf({ queue, next }: Lane): number {
  return queue.length - next;
}

/** How long the rate limit still delays the next send, in ms. */
export function restMsOf({ consumer, freeAt }: Lane): number {
  return consumer?.ratePerSecond ? Math.max(0, freeAt - performance.now()) : 0;
}

export function isOnHold({ holdUntilMs }: Lane, nowMs: number): boolean {
  return holdUntilMs !== undefined && holdUntilMs > nowMs;
}

/** Gives the lane to another process: nothing more is claimed or sent, and it is released when `held` is empty. */
export function leave(lane: Lane): void {
  lane.isLeaving = true;
  handBack(lane);
}

/** Drops claimed but unsent deliveries. They stay due, so the next claim finds them again. */
export function handBack(lane: Lane): void {
  const unsent = unsentOf(lane);
  for (let at = lane.next; at < lane.queue.length; at++) lane.held.delete(lane.queue[at]?.messageId ?? '');
  lane.queue = [];
  lane.next = 0;
  lane.position = undefined;
  lane.isClaimStale = lane.phase === 'claiming';
  if (unsent > 0) lane.hasMore = true;
}

/** Whether `one` comes before `other` in a lane. */
export function isBefore(one: Position, other: Position): boolean {
  if (one.dueAt === other.dueAt) return one.messageId < other.messageId;
  return micros(one.dueAt) < micros(other.dueAt);
}
