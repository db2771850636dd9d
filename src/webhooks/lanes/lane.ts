import type { LaneConsumer } from './lane-consumer.ts';
import type { ClaimedDelivery, Position } from './lane-store.ts';
import { micros } from './lane-time.ts';

/** One consumer's due deliveries, as far as this process has a hand in them. */
export type Lane = {
  readonly lane: number;
  /** The advisory lock is ours. */
  isOwned: boolean;
  /** A claim is under way, or the lane is being given up. */
  isBusy: boolean;
  /** Something may have come since the last claim. */
  isRung: boolean;
  /** The last claim brought as much as was asked for. */
  hasMore: boolean;
  /** More was due than one claim brings: such lanes step back while others have fresh traffic. */
  isBacklog: boolean;
  /** Where the last claim ended, the furthest that any has come, and when one last began at the head. */
  position: Position | undefined;
  furthest: Position | undefined;
  headAt: number;
  consumer: LaneConsumer | undefined;
  failingSinceMs: number | undefined;
  holdUntilMs: number | undefined;
  /** Claimed and not yet sent: from `next` on. */
  queue: ClaimedDelivery[];
  next: number;
  /** Claimed, in flight, or sent and not yet recorded. */
  held: Set<string>;
  inFlight: number;
  /** Of them, those that have taken more than a second. */
  slow: number;
  /** Stands in the line for a slot. */
  isReady: boolean;
  /** Its pending deliveries were cleared while some were in our hands: to be looked at again without them. */
  isHalfCleared: boolean;
  /** When the rate limit lets the next one go, by the process's own clock; its timer, while one waits. */
  freeAt: number;
  timer: NodeJS.Timeout | undefined;
};

export function newLane(lane: number): Lane {
  return {
    lane,
    isOwned: false,
    isBusy: false,
    isRung: true,
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

/** How long the rate limit still keeps the next one back. */
export function restMsOf({ consumer, freeAt }: Lane): number {
  return consumer?.ratePerSecond ? Math.max(0, freeAt - performance.now()) : 0;
}

/** Gives unsent deliveries back: they are due, and whoever claims next finds them again. How many they were. */
export function handBack(lane: Lane): number {
  const unsent = unsentOf(lane);
  for (let at = lane.next; at < lane.queue.length; at++) lane.held.delete(lane.queue[at]?.messageId ?? '');
  lane.queue = [];
  lane.next = 0;
  lane.position = undefined;
  if (unsent > 0) lane.hasMore = true;
  return unsent;
}

/** Whether the one stands before the other in a lane. */
export function isBefore(one: Position, other: Position): boolean {
  if (one.dueAt === other.dueAt) return one.messageId < other.messageId;
  return micros(one.dueAt) < micros(other.dueAt);
}
