import type { Clock } from '../../base/clock.ts';
import { beginRelease, endRelease, type Lane } from './lane.ts';
import type { LaneBoard } from './lane-board.ts';
import type { LaneConnection } from './store/lane-connection.ts';
import { findDueLanes, notifyLanes, unlockLanes } from './store/lane-store.ts';

type ReleaseParts = {
  board: LaneBoard;
  session: () => LaneConnection | undefined;
  onBroken: (session: LaneConnection, error: Error) => void;
};

/** Unused lanes are collected for this time and unlocked in one batch. */
const everyMs = 20;

/** Unlocks unused lanes and then checks them again for due deliveries, in case a notification came in between. */
export class LaneReleases {
  readonly #clock: Clock;
  readonly #parts: ReleaseParts;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(ctx: { clock: Clock }, parts: ReleaseParts) {
    this.#clock = ctx.clock;
    this.#parts = parts;
  }

  schedule(): void {
    if (!this.#isStopped) this.#timer ??= setTimeout(() => this.#run(), everyMs);
  }

  /** Stops releasing lanes. Lanes that are still owned are released when the session ends. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const { board, session, onBroken } = this.#parts;
    const now = session();
    const lanes = now ? board.pickUnused() : [];
    try {
      if (now && lanes.length > 0) await this.#release(now, lanes);
    } catch (error) {
      if (now && session() === now) onBroken(now, error as Error);
    } finally {
      this.#timer = undefined;
      if (board.hasUnused()) this.schedule();
    }
  }

  async #release(session: LaneConnection, lanes: Lane[]): Promise<void> {
    const { board } = this.#parts;
    for (const lane of lanes) beginRelease(lane);
    await unlockLanes(
      session,
      lanes.map(({ number }) => number),
    );
    if (this.#parts.session() !== session) return;
    for (const lane of lanes) {
      endRelease(lane);
      board.afterRelease(lane);
    }
    const left = lanes.filter(({ isLeaving }) => isLeaving);
    if (left.length > 0)
      await notifyLanes(
        session,
        left.map(({ number }) => number),
      );
    // Skip lanes whose consumer is disabled, deleted or unreadable. Their deliveries stay due, so every release would
    // wake these lanes again.
    const looked = lanes.filter(
      ({ consumer, isLeaving, number }) => consumer !== undefined && !isLeaving && !board.lanes.has(number),
    );
    if (looked.length === 0) return;
    const numbers = looked.map(({ number }) => number);
    for (const number of await findDueLanes(session, { lanes: numbers, nowMs: this.#clock.nowMs() }))
      board.wake(number);
  }
}
