import { connectionStates } from '../companies/wire.ts';

/** States of a connection and the allowed transitions between them. */
export { connectionStates };
export type ConnectionState = (typeof connectionStates)[number];

export const transitions: Record<ConnectionState, readonly ConnectionState[]> = {
  PendingAuth: ['Linked'],
  // Linked again with new credentials, unlinked by the client, or deauthorized by the platform or the owner.
  Linked: ['Linked', 'Unlinked', 'Deauthorized'],
  Unlinked: ['Linked'],
  Deauthorized: ['Linked', 'Unlinked'],
};

/** The states that may precede a state. The SQL that enters a state checks them, so no other transition is possible. */
export function statesBefore(state: ConnectionState): ConnectionState[] {
  return connectionStates.filter((before) => transitions[before].includes(state));
}
