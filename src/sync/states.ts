import type { SyncState } from '../db/tables.ts';

/** States of a sync, and the only ways between them. */
export const transitions: Record<SyncState, readonly SyncState[]> = {
  Queued: ['Fetching', 'Waiting', 'Cancelled', 'AuthError', 'NotSupported', 'InternalError'],
  // Also taken up again after its worker died.
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

/** The states that lead to a state: the statement that enters it names them, so that no other way exists. */
export function statesBefore(state: SyncState): SyncState[] {
  return syncStates.filter((before) => transitions[before].includes(state));
}

export const unfinishedStates = syncStates.filter((state) => transitions[state].length > 0);

/** Syncs that ended without data. What the platform does not have (NotSupported) is no failure: nobody can fix it. */
export const failedStates = [
  'FetchError',
  'AuthError',
  'PermissionsError',
  'InternalError',
] as const satisfies SyncState[];
