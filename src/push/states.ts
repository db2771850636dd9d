import type { PushState, PushStep } from '../db/tables.ts';

/** States of a push and the allowed transitions. A push that has timed out is resolved when its outcome is known. */
export const transitions: Record<PushState, readonly PushState[]> = {
  Pending: ['Success', 'Failed', 'TimedOut'],
  TimedOut: ['Success', 'Failed'],
  Success: [],
  Failed: [],
};

export const pushStates = Object.keys(transitions) as PushState[];

/** Returns the states that may precede a state. `enterState` checks them in SQL, so no other transition is possible. */
export function statesBefore(state: PushState): PushState[] {
  return pushStates.filter((before) => transitions[before].includes(state));
}

/** Progress on the platform. A push returns to `waiting` only if the platform certainly did not carry it out. */
export const pushSteps: readonly PushStep[] = ['waiting', 'sent', 'accepted', 'known', 'unknown'];

/** The `statusCode` of an operation in each state. The code of a failed operation describes the cause. */
export const statusCodes = { Pending: 202, Success: 200, TimedOut: 504 } as const;
