import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { eventTypes } from '../events/event-types.ts';
import type { ConnectionIds } from './store.ts';

/**
 * Called when a connection changes its state or is deleted, in the same database transaction. Modules that depend on
 * connections react through this callback, so that this module does not need to import them.
 */
export type ConnectionChanged = (
  tx: Tx,
  change: ConnectionIds & { platformKey: string; to: 'Linked' | 'Unlinked' | 'Deauthorized' | 'Deleted' },
) => Promise<void>;

const tellings = {
  Linked: 'connection.linked',
  Unlinked: 'connection.unlinked',
  Deauthorized: 'connection.deauthorized',
  Deleted: 'connection.deleted',
} as const;

/** Emits the event for clients, then calls the next callback. */
export function emitConnectionChanged(emit: Emit, next: ConnectionChanged): ConnectionChanged {
  return async (tx, change) => {
    const { companyId, connectionId, platformKey, to } = change;
    const type = tellings[to];
    const { message } = eventTypes[type];
    await emit(tx, [{ type, message, companyId, connectionId, data: { platformKey, status: to } }]);
    await next(tx, change);
  };
}
