import type { LaneConsumer } from './lane-consumer.ts';
import type { ClaimedDelivery, Position } from './lane-store.ts';
import { micros } from './lane-time.ts';

/**
 * A lane is the queue of one consumer's pending deliveries. This type is the state of a lane in the process that
 * handles it.
 */
export type Lane = {
  readonly lane: number;
  /** True while this process holds the lane's advisory lock. */
  isOwned: boolean;
  /** True while a claim is running, or while the lane is being cleared or unlocked. */
  isBusy: boolean;
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
  /** Number of sends in flight that use slow slots. */
  slow: number;
  /** True while the lane is waiting for a free slot (slots.ts). */
  isReady: boolean;
  /**
   * True if pending deliveries of the lane were cancelled or deleted, except for those in `held`. The rest follows once
   * the outcomes of the deliveries in `held` are recorded.
   */
  isHalfCleared: boolean;
  /** When the rate limit allows the next send (performance.now() time). */
  freeAt: number;
  /** Timer that fires when the rate limit allows the next send. */
  timer: NodeJS.Timeout | undefined;
};

export function newLane(lane: number): Lane {
  return {
    lane,
    isOwned: false,
    isBusy: false,
    isWoken: true,
    hasMore: false,
    isBacklog: false,
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
    slow: 0,
    isReady: false,
    isHalfCleared: false,
    freeAt: 0,
    timer: undefined,
  };
}

export function unsentOf(lane: Lane): number {
  return lane.queue.length - lane.next;
}

/** How long the rate limit still delays the next send, in ms. */
export function restMsOf({ consumer, freeAt }: Lane): number {
  return consumer?.ratePerSecond ? Math.max(0, freeAt - performance.now()) : 0;
}

/** Drops claimed but unsent deliveries and returns their number. They stay due, so the next claim finds them again. */
export function handBack(lane: Lane): number {
  const unsent = unsentOf(lane);
  for (let at = lane.next; at < lane.queue.length; at++) lane.held.delete(lane.queue[at]?.messageId ?? '');
  lane.queue = [];
  lane.next = 0;
  lane.position = undefined;
  if (unsent > 0) lane.hasMore = true;
  return unsent;
}

/** Whether `one` comes before `other` in a lane. */
export function isBefore(one: Position, other: Position): boolean {
  if (one.dueAt === other.dueAt) return one.messageId < other.messageId;
  return micros(one.dueAt) < micros(other.dueAt);
}
