import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Sender } from '../sending/send-deliveries.ts';
import type { SendSlots } from '../sending/slots.ts';
import { handBack, isBefore, type Lane, unsentOf } from './lane.ts';
import type { LaneConnection } from './lane-connection.ts';
import type { createLaneConsumers } from './lane-consumer.ts';
import { type ClaimedLane, claimDue, lockLanes } from './lane-store.ts';

/**
 * Claims due deliveries. A claim reads the due deliveries of many lanes with one statement and passes them to the
 * sender.
 */
export type Claimer = {
  /** Queues the lane for one of the next claims. */
  want(lane: Lane): void;
  schedule(): void;
  forgetWants(): void;
  /** Whether the lane should be claimed now. False if it still has many claimed deliveries to send. */
  needsClaim(lane: Lane): boolean;
};

export type ClaimerParts = {
  lanes: Map<number, Lane>;
  consumers: ReturnType<typeof createLaneConsumers>;
  slots: SendSlots;
  sender: Sender;
  session: () => LaneConnection | undefined;
  isPaused: () => boolean;
  /** Called if a statement failed. The session may then hold locks that this process does not know of. */
  onBroken: (session: LaneConnection, error: Error) => void;
  /** Called for each claimed lane, even if no delivery was due or if the consumer is disabled or deleted. */
  onClaimed: (lane: Lane, claimed: ClaimedLane) => void;
  /** Called if another process owns the lane. */
  onRefused: (lane: Lane) => void;
};

const lanesInOneClaim = 200;
/**
 * Maximum number of lanes that a process owns. More locks could fill up the lock table of a PostgreSQL server with
 * default settings.
 */
const ownedMax = 2000;
const slowOwnedMax = 1000;
/**
 * Maximum number of deliveries that a process has claimed but not sent, over all lanes. Other processes can claim the
 * rest.
 */
const unsentMax = 8192;
const firstLimit = 16;
const limitMax = 1000;
/**
 * Maximum number of rows of one claim. New deliveries wait until the claim ends: 1,000 rows take 30 ms, and 8,000 rows
 * take a third of a second.
 */
const roundRows = 1000;
/** If many lanes were woken together, each of them gets an equal share of about this many rows in its first claim. */
const firstRows = 400;
/** Minimum time between two claims if no lane has a backlog, so that one claim handles several notifications. */
const freshEveryMs = 8;
/**
 * A claim continues where the last claim of the lane ended. At least this often, a claim starts at the beginning of the
 * lane instead, to find deliveries that were inserted before that position.
 */
const headEveryMs = 1000;
/**
 * While lanes without a backlog are also sending, lanes with a backlog get at most this many rows per claim. A larger
 * claim would take longer and delay the lanes without a backlog.
 */
const besideRows = 64;

export function createClaimer(ctx: { clock: Clock; log: Log }, parts: ClaimerParts): Claimer {
  const { lanes, consumers, slots, sender } = parts;
  const fresh = new Set<Lane>();
  const backlog = new Set<Lane>();
  let isRunning = false;
  let isScheduled = false;
  let lastRoundAt = 0;
  let timer: NodeJS.Timeout | undefined;
  /**
   * Numbers of lanes with a backlog and without a backlog at the last claim. Lanes with a backlog share `unsentMax`.
   */
  let backlogLanes = 1;
  let freshLanes = 1;

  /**
   * Maximum number of rows per lane without a backlog. It is lower if many such lanes are claimed together, so that the
   * claim ends soon.
   */
  function firstLimitNow(): number {
    return Math.max(4, Math.min(firstLimit, Math.floor(firstRows / Math.max(1, freshLanes))));
  }

  function limitOf(lane: Lane): number {
    const { consumer } = lane;
    if (sender.isSlow(lane)) return Math.max(1, 2 - lane.inFlight);
    let limit = lane.isBacklog ? Math.floor(unsentMax / Math.max(8, backlogLanes)) : firstLimitNow();
    if (lane.isBacklog && slots.isFreshAround()) limit = Math.min(limit, besideRows / 4);
    if (consumer?.ratePerSecond) limit = Math.min(limit, Math.max(2, consumer.ratePerSecond));
    return Math.max(4, Math.min(limitMax, limit));
  }

  function needsClaim(lane: Lane): boolean {
    if (lane.isBusy || (!lane.isWoken && !lane.hasMore)) return false;
    if (lane.holdUntilMs !== undefined && lane.holdUntilMs > ctx.clock.nowMs()) return false;
    if (sender.isSlow(lane)) return lane.inFlight < 2 && unsentOf(lane) === 0;
    return unsentOf(lane) <= limitOf(lane) / 2;
  }

  /** Picks lanes without a backlog (`fresh`) first. Lanes with a backlog share the remaining rows. */
  function pick(): Lane[] {
    let owned = 0;
    let slowOwned = 0;
    let unsent = 0;
    backlogLanes = 0;
    freshLanes = fresh.size;
    for (const lane of lanes.values()) {
      if (!lane.isOwned) continue;
      owned++;
      unsent += unsentOf(lane);
      if (lane.isBacklog) backlogLanes++;
      if (sender.isSlow(lane)) slowOwned++;
    }
    const picked: Lane[] = [];
    let rows = Math.min(unsentMax - unsent, roundRows);
    let backlogRows = slots.isFreshAround() ? besideRows : rows;
    for (const wants of [fresh, backlog]) {
      for (const lane of wants) {
        if (picked.length >= lanesInOneClaim || rows <= 0) break;
        if (lane.isBusy || lanes.get(lane.lane) !== lane) {
          wants.delete(lane);
          continue;
        }
        const isSlow = sender.isSlow(lane);
        if (!lane.isOwned && (owned >= ownedMax || (isSlow && slowOwned >= slowOwnedMax))) continue;
        const limit = limitOf(lane);
        if (wants === backlog) {
          if (backlogRows <= 0) break;
          backlogRows -= limit;
        }
        if (!lane.isOwned) owned++;
        if (!lane.isOwned && isSlow) slowOwned++;
        rows -= limit;
        wants.delete(lane);
        picked.push(lane);
      }
    }
    return picked;
  }

  async function run(): Promise<void> {
    isScheduled = false;
    if (isRunning) return;
    isRunning = true;
    try {
      for (let session = parts.session(); session && !parts.isPaused(); session = parts.session()) {
        const restMs = backlog.size === 0 ? lastRoundAt + freshEveryMs - performance.now() : 0;
        if (restMs > 0 && fresh.size > 0) {
          if (!timer) timer = setTimeout(rested, restMs);
          return;
        }
        const picked = pick();
        if (picked.length === 0) return;
        lastRoundAt = performance.now();
        await claimRound(session, picked);
      }
    } finally {
      isRunning = false;
    }
  }

  function rested(): void {
    timer = undefined;
    schedule();
  }

  async function claimRound(session: LaneConnection, picked: Lane[]): Promise<void> {
    for (const lane of picked) lane.isBusy = true;
    try {
      const unowned = picked.filter((lane) => !lane.isOwned);
      if (unowned.length > 0) {
        const got = new Set(
          await lockLanes(
            session,
            unowned.map(({ lane }) => lane),
          ),
        );
        if (parts.session() !== session) return;
        for (const lane of unowned) {
          if (got.has(lane.lane)) lane.isOwned = true;
          else {
            lane.isBusy = false;
            parts.onRefused(lane);
          }
        }
      }
      const owned = picked.filter((lane) => lane.isOwned && lane.isBusy);
      if (owned.length > 0) await claim(session, owned);
    } catch (error) {
      if (parts.session() === session) parts.onBroken(session, error as Error);
    }
  }

  async function claim(session: LaneConnection, owned: Lane[]): Promise<void> {
    const now = performance.now();
    const claims = owned.map((lane) => {
      const goesOn = lane.hasMore && lane.position !== undefined && now - lane.headAt < headEveryMs;
      if (!goesOn) lane.headAt = now;
      lane.isWoken &&= goesOn;
      return {
        lane: lane.lane,
        limit: limitOf(lane),
        // If the claim starts at the furthest position that any claim has reached, this process holds no deliveries
        // after it. So there are none to exclude.
        held: goesOn && lane.position === lane.furthest ? [] : lane.held,
        after: goesOn ? lane.position : undefined,
        knownVersion: consumers.versionOf(lane.lane),
      };
    });
    const claimed = await claimDue(session, { claims, nowMs: ctx.clock.nowMs() });
    if (parts.session() !== session) return;
    const limits = new Map(claims.map(({ lane, limit }) => [lane, limit]));
    for (const one of claimed) {
      const lane = lanes.get(one.lane);
      if (lane?.isOwned) take(lane, one, limits.get(one.lane) ?? 0);
    }
    sender.pump();
  }

  function take(lane: Lane, claimed: ClaimedLane, limit: number): void {
    lane.isBusy = false;
    const { consumer, deliveries } = claimed;
    if (consumer?.row) {
      try {
        consumers.open(lane.lane, consumer.row);
      } catch (error) {
        ctx.log.error({ err: error, lane: lane.lane }, 'a consumer could not be read; its deliveries stay pending');
        consumers.forget(lane.lane);
        deliveries.length = 0;
      }
    }
    lane.consumer = consumer?.isEnabled ? consumers.get(lane.lane) : undefined;
    lane.failingSinceMs = consumer?.failingSinceMs ?? lane.failingSinceMs;
    lane.holdUntilMs ??= consumer?.holdUntilMs;
    lane.hasMore = deliveries.length + claimed.orphans.length >= limit;
    lane.isBacklog = lane.hasMore && !sender.isSlow(lane);
    if (claimed.last) {
      lane.position = claimed.last;
      if (!lane.furthest || isBefore(lane.furthest, claimed.last)) lane.furthest = claimed.last;
    }
    if (lane.next > 0) {
      lane.queue = lane.queue.slice(lane.next);
      lane.next = 0;
    }
    for (const delivery of deliveries) {
      // A client's retry request made this delivery due before the outcome of its last attempt was recorded. A later
      // claim will find it.
      if (lane.held.has(delivery.messageId)) continue;
      lane.held.add(delivery.messageId);
      lane.queue.push(delivery);
    }
    const isHeld = lane.holdUntilMs !== undefined && lane.holdUntilMs > ctx.clock.nowMs();
    if (isHeld || (lane.slow > 0 && lane.inFlight >= 2)) handBack(lane);
    sender.offer(lane);
    parts.onClaimed(lane, claimed);
  }

  function schedule(): void {
    if (isScheduled || isRunning) return;
    isScheduled = true;
    setImmediate(run);
  }

  return {
    want(lane) {
      (lane.isBacklog ? backlog : fresh).add(lane);
      schedule();
    },
    schedule,
    needsClaim,
    forgetWants() {
      fresh.clear();
      backlog.clear();
    },
  };
}
