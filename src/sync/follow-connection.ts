import type { Clock } from '../clock.ts';
import type { ConnectionChanged } from '../connections/connection-changed.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { refreshSchedules } from './refresh-schedules.ts';
import { requestFirstSyncs } from './request-sync.ts';
import { cancelUnfinished } from './store.ts';

/** A linked connection is fetched from at once and on schedule; one that is gone, no longer. */
export function followConnection(ctx: { clock: Clock; jobs: Jobs; registry: Registry }): ConnectionChanged {
  return async (tx, change) => {
    if (change.to === 'Linked') await requestFirstSyncs(ctx, tx, change);
    // Where the provider has refused us, each run ends by itself and says so.
    else if (change.to !== 'Deauthorized') await cancelUnfinished(tx, change, ctx.clock.now());
    await refreshSchedules(ctx, tx, change);
  };
}
