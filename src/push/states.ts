import type { PushState, PushStep } from '../db/tables.ts';

/** States of a push operation, and the only ways between them. What has timed out is resolved when its outcome is known. */
export const transitions: Record<PushState, readonly PushState[]> = {
  Pending: ['Success', 'Failed', 'TimedOut'],
  TimedOut: ['Success', 'Failed'],
  Success: [],
  Failed: [],
};

export const pushStates = Object.keys(transitions) as PushState[];

/** The states that lead to a state: the statement that enters it names them, so that no other way exists. */
export function statesBefore(state: PushState): PushState[] {
  return pushStates.filter((before) => transitions[before].includes(state));
}

/** What is known of the provider. A step back to `waiting` is one after which nothing can have been done there. */
export const pushSteps: readonly PushStep[] = ['waiting', 'sent', 'accepted', 'known', 'unknown'];

/** The HTTP status that stands for the operation; that of a failure says why. */
export const statusCodes = { Pending: 202, Success: 200, TimedOut: 504 } as const;
