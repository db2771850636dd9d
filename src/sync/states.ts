import type { SyncState } from '../db/tables.ts';

/** States of a sync and the allowed transitions between them. */
export const transitions: Record<SyncState, readonly SyncState[]> = {
  Queued: ['Fetching', 'Waiting', 'Cancelled', 'AuthError', 'NotSupported', 'InternalError'],
  // `Fetching` can follow itself: a run resumes after its worker died, or starts a full pass after a rejected cursor.
  Fetching: [
    'Fetching',
    'Waiting',
    'Publishing',
    'FetchError',
    'AuthError',
    'PermissionsError',
    'NotSupported',
    'InternalError',
    'Cancelled',
  ],
  Waiting: ['Fetching', 'Waiting', 'AuthError', 'NotSupported', 'InternalError', 'Cancelled'],
  Publishing: ['Complete', 'Fetching', 'Waiting', 'InternalError', 'Cancelled'],
  Complete: [],
  FetchError: [],
  AuthError: [],
  PermissionsError: [],
  NotSupported: [],
  InternalError: [],
  Cancelled: [],
};

export const syncStates = Object.keys(transitions) as SyncState[];

/** Returns the states that may precede a state. `enterState` checks them in SQL, so no other transition is possible. */
export function statesBefore(state: SyncState): SyncState[] {
  return syncStates.filter((before) => transitions[before].includes(state));
}
