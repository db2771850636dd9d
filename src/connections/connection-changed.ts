import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { Place } from './store.ts';

/** Told in the transaction of the change. Whoever follows connections stands above them: this is the way up. */
export type ConnectionChanged = (
  tx: Tx,
  change: Place & { platformKey: string; to: 'Linked' | 'Unlinked' | 'Deauthorized' | 'Deleted' },
) => Promise<void>;

const tellings = {
  Linked: { type: 'connection.linked', message: 'The connection is linked: its data is being fetched.' },
  Unlinked: { type: 'connection.unlinked', message: 'The connection was unlinked.' },
  Deauthorized: {
    type: 'connection.deauthorized',
    message: 'The platform no longer accepts the credentials. Its owner has to authorize the connection again.',
  },
  Deleted: { type: 'connection.deleted', message: 'The connection was deleted.' },
} as const;

/** Tells the clients, and then whoever follows. */
export function tellConnectionChanged(emit: Emit, next: ConnectionChanged): ConnectionChanged {
  return async (tx, change) => {
    const { companyId, connectionId, platformKey, to } = change;
    await emit(tx, [{ ...tellings[to], companyId, connectionId, data: { platformKey, status: to } }]);
    await next(tx, change);
  };
}
