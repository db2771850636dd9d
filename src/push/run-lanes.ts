import { type Loop, startLoop } from '../jobs/loop.ts';
import { messengerMs, type PushLaneData } from './push-lane-job.ts';
import { type LaneContext, runLane } from './run-lane.ts';
import { takeDueLanes } from './store.ts';

/** A worker process's part in pushes: lines of connections, many at once, each alone with its platform. */
export type PushLanes = {
  /** Runs the line as soon as there is room; one that runs already is looked at once more when it has ended. */
  start(platformKey: string, lane: PushLaneData): void;
  /** Looks for what is due at once, as the loop does every moment: for tests, whose clock jumps. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
};

/** Lines at once for a platform: one that hangs on every call holds only its own. An account gets at most half of them. */
const atOnceMax = 50;
const everyMs = 1000;
const dueAtOnce = 500;
const finishWithinMs = 10_000;

type Line = { running: Map<string, PushLaneData>; waiting: Map<string, PushLaneData> };

export function startPushLanes(
  ctx: LaneContext,
  { isPaused, atOncePerPlatform = atOnceMax }: { isPaused: () => boolean; atOncePerPlatform?: number },
): PushLanes {
  const platforms = new Map<string, Line>();
  const all = new Set<Promise<void>>();
  let isStopping = false;
  const isOver = () => isStopping || isPaused();

  /** As with syncs: a line that hangs cannot be taken back, so that an account never gets the second half. */
  function hasRoom({ running }: Line, { accountId, connectionId }: PushLaneData): boolean {
    if (running.has(connectionId) || running.size >= atOncePerPlatform) return false;
    const own = [...running.values()].filter((other) => other.accountId === accountId).length;
    return own < Math.max(1, Math.floor(atOncePerPlatform / 2));
  }

  function start(platformKey: string, lane: PushLaneData): void {
    const line = platforms.get(platformKey) ?? { running: new Map(), waiting: new Map() };
    platforms.set(platformKey, line);
    if (isOver()) return;
    if (!hasRoom(line, lane)) {
      line.waiting.set(lane.connectionId, lane);
      return;
    }
    line.running.set(lane.connectionId, lane);
    const run = runLane(ctx, lane, isOver)
      .catch((error) => ctx.log.error({ err: error, ...lane }, 'a line of pushes met an error; it is tried again'))
      .finally(() => {
        all.delete(run);
        line.running.delete(lane.connectionId);
        const next = [...line.waiting.values()].find((waiting) => hasRoom(line, waiting));
        if (!next) return;
        line.waiting.delete(next.connectionId);
        start(platformKey, next);
      });
    all.add(run);
  }

  async function sweep(): Promise<void> {
    const now = ctx.clock.now();
    const putOffTo = new Date(now.getTime() + messengerMs);
    const due = await takeDueLanes(ctx.db.system, { now, putOffTo, limit: dueAtOnce });
    for (const { platformKey, ...lane } of due) start(platformKey, lane);
  }

  const loop: Loop = startLoop(ctx, { name: 'due pushes', everyMs, isPaused }, sweep);
  return {
    start,
    sweep,
    async stop() {
      isStopping = true;
      await loop.stop();
      // What is still in flight then is found out by whoever comes next: its intent is written down.
      const late = new Promise<void>((resolve) => setTimeout(resolve, finishWithinMs).unref());
      await Promise.race([Promise.all(all), late]);
    },
  };
}
