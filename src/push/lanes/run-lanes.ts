import type { DueWork } from '../../jobs/due-work.ts';
import { isAnyLaneDue, takeDueLanes } from '../store.ts';
import { jobLostAfterMs, type PushLaneData } from './push-lane-job.ts';
import { type LaneContext, runLane } from './run-lane.ts';

/** Runs push lanes in a worker process, many at once. A lane is the queue of one connection's pushes. */
export type PushLanes = {
  /**
   * Runs the lane as soon as the number of running lanes allows it (`atOnceMax`). A lane that is already running is run
   * again when it has ended. During a pause, no lane is started; the lane runs when the pause is over.
   */
  start(platformKey: string, lane: PushLaneData): void;
  /** Starts due lanes, as `due` does every second. Tests need this after they set the clock. */
  sweep(): Promise<void>;
  due: DueWork;
  stop(): Promise<void>;
};

/**
 * Maximum number of lanes that run at once for one platform, so that a hanging platform blocks only its own lanes. An
 * account gets at most half of them.
 */
const atOnceMax = 50;
const dueAtOnce = 500;
/** How often lanes that were started during a pause are checked, to see whether the pause is over. */
const pausedEveryMs = 200;
const finishWithinMs = 10_000;

type PlatformLanes = { running: Map<string, PushLaneData>; waiting: Map<string, PushLaneData> };

export function startPushLanes(
  ctx: LaneContext,
  { isPaused, atOncePerPlatform = atOnceMax }: { isPaused: () => boolean; atOncePerPlatform?: number },
): PushLanes {
  const platforms = new Map<string, PlatformLanes>();
  const all = new Set<Promise<void>>();
  let isStopping = false;
  let resumeTimer: NodeJS.Timeout | undefined;
  const isOver = () => isStopping || isPaused();

  /** As with syncs, one account gets at most half of the slots, because a hanging lane cannot be interrupted. */
  function hasRoom({ running }: PlatformLanes, { accountId, connectionId }: PushLaneData): boolean {
    if (running.has(connectionId) || running.size >= atOncePerPlatform) return false;
    const own = [...running.values()].filter((other) => other.accountId === accountId).length;
    return own < Math.max(1, Math.floor(atOncePerPlatform / 2));
  }

  function start(platformKey: string, lane: PushLaneData): void {
    const platform = platforms.get(platformKey) ?? { running: new Map(), waiting: new Map() };
    platforms.set(platformKey, platform);
    if (isStopping) return;
    if (isPaused() || !hasRoom(platform, lane)) {
      platform.waiting.set(lane.connectionId, lane);
      if (isPaused()) resumeLater();
      return;
    }
    platform.running.set(lane.connectionId, lane);
    const run = runLane(ctx, lane, isOver)
      .catch((error) => ctx.log.error({ err: error, ...lane }, 'push lane failed; it will be retried'))
      .finally(() => {
        all.delete(run);
        platform.running.delete(lane.connectionId);
        // The pause has interrupted the lane, or the lane has failed for the same reason.
        if (isPaused()) platform.waiting.set(lane.connectionId, lane);
        startNext(platformKey, platform);
      });
    all.add(run);
  }

  function startNext(platformKey: string, platform: PlatformLanes): boolean {
    const next = [...platform.waiting.values()].find((waiting) => hasRoom(platform, waiting));
    if (!next) return false;
    platform.waiting.delete(next.connectionId);
    start(platformKey, next);
    return true;
  }

  /** Without this, a lane that was started during a pause would only be found by a sweep after `jobLostAfterMs`. */
  function resumeLater(): void {
    resumeTimer ??= setTimeout(() => {
      resumeTimer = undefined;
      if (isStopping) return;
      if (isPaused()) resumeLater();
      else for (const [key, platform] of platforms) while (!isPaused() && startNext(key, platform));
    }, pausedEveryMs);
  }

  async function sweep(): Promise<void> {
    const now = ctx.clock.now();
    const putOffTo = new Date(now.getTime() + jobLostAfterMs);
    const due = await takeDueLanes(ctx.db.system, { now, putOffTo, limit: dueAtOnce });
    for (const { platformKey, ...lane } of due) start(platformKey, lane);
  }

  return {
    start,
    sweep,
    due: {
      name: 'due pushes',
      isDue: isAnyLaneDue,
      run: async () => {
        if (!isOver()) await sweep();
      },
    },
    async stop() {
      isStopping = true;
      clearTimeout(resumeTimer);
      // Requests may still be in flight after this time. Their pushes are stored as sent, so the next runner looks up
      // the outcomes.
      const late = new Promise<void>((resolve) => setTimeout(resolve, finishWithinMs).unref());
      await Promise.race([Promise.all(all), late]);
    },
  };
}
