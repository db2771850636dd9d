import type { Clock } from '../../base/clock.ts';
import type { Lane } from './lane.ts';
import type { LaneConnection } from './lane-connection.ts';
import { findDueLanes, unlockLanes } from './lane-store.ts';

/** Unlocks idle lanes and then checks them again for due deliveries, in case a notification came in between. */
export type Ender = { add(lane: Lane): void; clear(): void };

/** Idle lanes are collected for this time and unlocked in one batch. A lane that is woken before that stays locked. */
const everyMs = 20;

export function createEnder(
  ctx: { clock: Clock },
  parts: {
    lanes: Map<number, Lane>;
    session: () => LaneConnection | undefined;
    isIdle: (lane: Lane) => boolean;
    wake: (lane: number) => void;
    onBroken: (session: LaneConnection, error: Error) => void;
  },
): Ender {
  const waiting = new Set<Lane>();
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    timer = undefined;
    const session = parts.session();
    const ending = [...waiting].filter((lane) => lane.isOwned && !lane.isBusy && parts.isIdle(lane));
    waiting.clear();
    if (!session || ending.length === 0) return;
    for (const lane of ending) lane.isBusy = true;
    const numbers = ending.map(({ lane }) => lane);
    try {
      await unlockLanes(session, numbers);
      if (parts.session() !== session) return;
      for (const lane of ending) {
        lane.isOwned = false;
        lane.isBusy = false;
        parts.lanes.delete(lane.lane);
        if (lane.isWoken) parts.wake(lane.lane);
      }
      // Lanes without an enabled consumer are skipped. Their deliveries stay due, so such lanes would be woken forever.
      const looked = ending.filter((lane) => lane.consumer !== undefined && !parts.lanes.has(lane.lane));
      if (looked.length === 0) return;
      const due = await findDueLanes(session, { lanes: looked.map(({ lane }) => lane), nowMs: ctx.clock.nowMs() });
      for (const lane of due) parts.wake(lane);
    } catch (error) {
      if (parts.session() === session) parts.onBroken(session, error as Error);
    }
  }

  return {
    add(lane) {
      waiting.add(lane);
      if (!timer) timer = setTimeout(run, everyMs);
    },
    clear: () => waiting.clear(),
  };
}
