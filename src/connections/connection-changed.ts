import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
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
  Linked: { type: 'connection.linked', message: 'The connection is linked. Its data is being fetched.' },
  Unlinked: { type: 'connection.unlinked', message: 'The connection was unlinked.' },
  Deauthorized: {
    type: 'connection.deauthorized',
    message: "The platform no longer accepts the credentials. The company's owner must authorize the connection again.",
  },
  Deleted: { type: 'connection.deleted', message: 'The connection was deleted.' },
} as const;

/** Emits the event for clients, then calls the next callback. */
export function emitConnectionChanged(emit: Emit, next: ConnectionChanged): ConnectionChanged {
  return async (tx, change) => {
    const { companyId, connectionId, platformKey, to } = change;
    await emit(tx, [{ ...tellings[to], companyId, connectionId, data: { platformKey, status: to } }]);
    await next(tx, change);
  };
}
