import type { Log } from '../../base/log.ts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import { createDueStarter, type ScheduleContext } from './start-due-syncs.ts';
import { wakeSyncs } from './wake-syncs.ts';

/** Loops of every worker process: one starts due syncs, the other resumes syncs that were waiting or whose process has died. */
export function startSyncLoops(ctx: ScheduleContext & { log: Log }, { isPaused }: { isPaused: () => boolean }): Loop[] {
  const startDue = createDueStarter(ctx);
  return [
    startLoop(ctx, { name: 'schedules', everyMs: 2000, isPaused }, async (isOver) => {
      const started = await startDue(isOver);
      if (started > 0) ctx.log.info({ started }, 'started due syncs');
    }),
    startLoop(ctx, { name: 'waiting syncs', everyMs: 1000, isPaused }, async () => {
      const woken = await wakeSyncs(ctx);
      if (woken > 0) ctx.log.info({ woken }, 'resumed syncs that were waiting or whose process had died');
    }),
  ];
}
