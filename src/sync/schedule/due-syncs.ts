import type { Log } from '../../base/log.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import { demandedSyncs } from '../demand/start-demanded-syncs.ts';
import { dueSchedules, type ScheduleContext } from './start-due-syncs.ts';
import { ownDueSchedules } from './start-own-due-syncs.ts';
import { isAnySyncDue, wakeSyncs } from './wake-syncs.ts';

/** Every worker process starts due syncs, and resumes those that were waiting or whose process has died. */
export function dueSyncs(ctx: ScheduleContext & { log: Log }): DueWork[] {
  return [
    dueSchedules(ctx, (started) => ctx.log.info({ started }, 'started due syncs')),
    ownDueSchedules(ctx, (started) => ctx.log.info({ started }, 'started due syncs of connections')),
    demandedSyncs(ctx, (started) => ctx.log.info({ started }, 'started syncs by demand')),
    {
      name: 'waiting syncs',
      isDue: isAnySyncDue,
      async run() {
        const woken = await wakeSyncs(ctx);
        if (woken > 0) ctx.log.info({ woken }, 'resumed syncs that were waiting or whose process had died');
      },
    },
  ];
}
