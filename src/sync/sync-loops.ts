import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Log } from '../log.ts';
import { createDueStarter, type ScheduleContext } from './start-due-syncs.ts';
import { wakeSyncs } from './wake-syncs.ts';

/** In every worker process: syncs that are due are started, and those that have waited long enough are woken. */
export function startSyncLoops(ctx: ScheduleContext & { log: Log }, { isPaused }: { isPaused: () => boolean }): Loop[] {
  const startDue = createDueStarter(ctx);
  return [
    startLoop(ctx, { name: 'schedules', everyMs: 2000, isPaused }, async (isOver) => {
      const started = await startDue(isOver);
      if (started > 0) ctx.log.info({ started }, 'started the syncs that were due');
    }),
    startLoop(ctx, { name: 'waiting syncs', everyMs: 1000, isPaused }, async () => {
      const woken = await wakeSyncs(ctx);
      if (woken > 0) ctx.log.info({ woken }, 'woke syncs that had waited, or that nobody worked on');
    }),
  ];
}
