import { connectionStates } from '../companies/wire.ts';

/** States of a connection, and the only ways between them. */
export { connectionStates };
export type ConnectionState = (typeof connectionStates)[number];

export const transitions: Record<ConnectionState, readonly ConnectionState[]> = {
  PendingAuth: ['Linked'],
  // Linked again with new credentials, taken apart by the client, or by the provider and its owner.
  Linked: ['Linked', 'Unlinked', 'Deauthorized'],
  Unlinked: ['Linked'],
  Deauthorized: ['Linked', 'Unlinked'],
};

/** The states that lead to a state: the statement that enters it names them, so that no other way exists. */
export function statesBefore(state: ConnectionState): ConnectionState[] {
  return connectionStates.filter((before) => transitions[before].includes(state));
}
