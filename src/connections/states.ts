import { connectionStates } from '../companies/wire.ts';

/** States of a connection and the allowed transitions between them. */
export { connectionStates };
export type ConnectionState = (typeof connectionStates)[number];

export const transitions: Record<ConnectionState, readonly ConnectionState[]> = {
  PendingAuth: ['Linked'],
  // A linked connection can be linked again with new credentials, unlinked by the client, or deauthorized by the
  // platform or the owner.
  Linked: ['Linked', 'Unlinked', 'Deauthorized'],
  Unlinked: ['Linked'],
  Deauthorized: ['Linked', 'Unlinked'],
};

/**
 * Returns the states that may precede `state`. The SQL that enters a state checks the current state, so no other
 * transition is possible.
 */
export function statesBefore(state: ConnectionState): ConnectionState[] {
  return connectionStates.filter((before) => transitions[before].includes(state));
}
