import type { Tx } from '../db/db.ts';
import type { Place } from './store.ts';

/** Told in the transaction of the change. Whoever follows connections stands above them: this is the way up. */
export type ConnectionChanged = (
  tx: Tx,
  change: Place & { to: 'Linked' | 'Unlinked' | 'Deauthorized' | 'Deleted' },
) => Promise<void>;
