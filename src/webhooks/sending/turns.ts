import { slowLaneMax } from '../lanes/claim-quotas.ts';
import type { SlotKind } from './slots.ts';

/** Which lanes may send next. Pure functions. */

/** The order in which lanes get free slots. */
export const turnOrder: readonly SlotKind[] = ['fresh', 'backlog', 'slow'];

export function slotKindOf({ isSlow, isBacklog }: { isSlow: boolean; isBacklog: boolean }): SlotKind {
  if (isSlow) return 'slow';
  return isBacklog ? 'backlog' : 'fresh';
}

/**
 * How many deliveries a lane sends in one turn. Lanes with a backlog send several, so that a batch of outcomes has few
 * consumers: the counts of each of them are one more row to update (`delivery_count`).
 */
export const sendsPerTurn: Readonly<Record<SlotKind, number>> = { fresh: 1, backlog: 8, slow: 1 };

/** How many deliveries can be sent at once to a consumer without a limit of its own: at first, and at most. */
export const concurrency = { first: 64, most: 256 } as const;
const acceptedPerStep = 4;

/**
 * Returns how many deliveries can be sent at once to a consumer without a limit of its own. Every four accepted
 * deliveries allow one more, so that long response times do not limit a consumer that keeps up. A failed delivery
 * resets the number to its first value.
 */
export function nextConcurrency(current: number, { isDelivered }: { isDelivered: boolean }): number {
  return isDelivered ? Math.min(concurrency.most, current + 1 / acceptedPerStep) : concurrency.first;
}

export type TurnLane = {
  isOwned: boolean;
  unsent: number;
  inFlight: number;
  isSlow: boolean;
  isOnHold: boolean;
  /** Undefined if the consumer is disabled, deleted or not readable. */
  concurrencyMax: number | undefined;
};

/** Whether the lane may send its next delivery as soon as a slot is free. */
export function maySend(lane: TurnLane): boolean {
  if (!lane.isOwned || lane.isOnHold || lane.unsent === 0 || lane.concurrencyMax === undefined) return false;
  const atOnce = lane.isSlow ? Math.min(slowLaneMax, lane.concurrencyMax) : lane.concurrencyMax;
  return lane.inFlight < Math.floor(atOnce);
}

/**
 * Whether a lane with more sends in flight than a new lane may have lets the other lanes that wait for a slot go first.
 * `passed` is how many lanes have let others go first since the last send. If all have, the first of them sends.
 */
export function letsOthersGoFirst(
  { inFlight }: { inFlight: number },
  waiting: { others: number; passed: number },
): boolean {
  return inFlight >= concurrency.first && waiting.passed < waiting.others;
}
