import type { Clock } from '../../base/clock.ts';
import type { ConnectionChanged } from '../../connections/connection-changed.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { requestFirstSyncs } from '../request-sync.ts';
import { cancelUnfinished } from '../store.ts';
import { refreshSchedules } from './refresh-schedules.ts';

/** Starts first syncs when a connection is linked, cancels syncs when it is unlinked, and updates the schedules. */
export function followConnection(ctx: { clock: Clock; jobs: Jobs; registry: Registry }): ConnectionChanged {
  return async (tx, change) => {
    if (change.to === 'Linked') await requestFirstSyncs(ctx, tx, change);
    // After `Deauthorized` (the platform rejected the credentials), syncs are not cancelled. Each running sync ends
    // with an AuthError.
    else if (change.to !== 'Deauthorized') await cancelUnfinished(tx, change, ctx.clock.now());
    await refreshSchedules(ctx, tx, change);
  };
}
