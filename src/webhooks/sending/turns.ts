import { slowLaneMax } from '../lanes/claim-quotas.ts';
import type { SlotKind } from './slots.ts';

/** Which lanes may send next. Pure functions. */

/** The order in which lanes get free slots. */
export const turnOrder: readonly SlotKind[] = ['fresh', 'backlog', 'slow'];

export function slotKindOf({ isSlow, isBacklog }: { isSlow: boolean; isBacklog: boolean }): SlotKind {
  if (isSlow) return 'slow';
  return isBacklog ? 'backlog' : 'fresh';
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
  return lane.inFlight < atOnce;
}
