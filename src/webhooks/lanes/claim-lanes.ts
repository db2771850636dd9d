import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Sender } from '../sending/send-deliveries.ts';
import { slowLaneMax } from './claim-quotas.ts';
import {
  beginClaim,
  beginLock,
  endClaim,
  handBack,
  isOnHold,
  type Lane,
  refuseLock,
  startClaim,
  takeLock,
} from './lane.ts';
import type { LaneBoard, Picked } from './lane-board.ts';
import type { LaneConsumer, LaneConsumers } from './lane-consumer.ts';
import { Pace } from './pace.ts';
import type { LaneConnection } from './store/lane-connection.ts';
import { type ClaimedLane, claimDue, lockLanes } from './store/lane-store.ts';

type ClaimParts = {
  board: LaneBoard;
  consumers: LaneConsumers;
  sender: Sender;
  session: () => LaneConnection | undefined;
  isPaused: () => boolean;
  /** Called if a statement failed. The session may then hold locks that this process does not know of. */
  onBroken: (session: LaneConnection, error: Error) => void;
  /** Called for a lane with deliveries that are not to be sent. */
  clear: (lane: Lane, claimed: ClaimedLane) => void;
};

/** How often lanes are claimed if none has a backlog. Under load, one claim handles several notifications. */
const freshPace = { everyMs: 8, burst: 12 };
/**
 * A claim continues where the last claim of the lane ended. At least this often, a claim starts at the beginning of the
 * lane instead, to find deliveries that were inserted before that position.
 */
const headEveryMs = 1000;

/**
 * Claims due deliveries. A claim reads the due deliveries of many lanes with one statement and passes them to the
 * sender.
 */
export class LaneClaims {
  readonly #ctx: { clock: Clock; log: Log };
  readonly #parts: ClaimParts;
  #isRunning = false;
  #isScheduled = false;
  readonly #pace = new Pace(freshPace);
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: { clock: Clock; log: Log }, parts: ClaimParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /**
   * Starts a claim of the lanes that wait for one. Call it when a lane starts to wait, or when the process may claim
   * again.
   */
  schedule(): void {
    if (this.#isScheduled || this.#isRunning || this.#timer) return;
    this.#isScheduled = true;
    setImmediate(() => this.#run());
  }

  async #run(): Promise<void> {
    this.#isScheduled = false;
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { board, session, isPaused } = this.#parts;
    try {
      for (let now = session(); now && !isPaused(); now = session()) {
        if (this.#rests()) return;
        const picked = board.pickRound();
        if (picked.length === 0) return;
        this.#pace.take(performance.now());
        await this.#claimRound(now, picked);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** True if the next claim has to wait. A timer then starts it. */
  #rests(): boolean {
    const { board } = this.#parts;
    const restMs = this.#pace.waitMs(performance.now());
    if (restMs === 0 || board.hasBacklogWants() || !board.hasWants()) return false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, restMs);
    return true;
  }

  async #claimRound(session: LaneConnection, picked: Picked[]): Promise<void> {
    for (const { lane, isOwned } of picked) (isOwned ? beginClaim : beginLock)(lane);
    try {
      const unowned = picked.filter(({ isOwned }) => !isOwned).map(({ lane }) => lane);
      if (unowned.length > 0) await this.#lock(session, unowned);
      const locked = picked.filter(({ lane }) => lane.phase === 'claiming');
      if (this.#isLost(session) || locked.length === 0) return;
      await this.#claim(session, locked);
    } catch (error) {
      if (!this.#isLost(session)) this.#parts.onBroken(session, error as Error);
    }
  }

  async #lock(session: LaneConnection, lanes: Lane[]): Promise<void> {
    const numbers = lanes.map(({ number }) => number);
    const got = new Set(await lockLanes(session, numbers));
    if (this.#isLost(session)) return;
    for (const lane of lanes) {
      if (got.has(lane.number)) takeLock(lane);
      else {
        refuseLock(lane);
        this.#parts.board.settle(lane);
      }
    }
  }

  async #claim(session: LaneConnection, picked: Picked[]): Promise<void> {
    const at = performance.now();
    // Keep the known consumers until the claim ends: it returns no row for them, and the consumers of other lanes in the
    // same claim may evict them from the cache.
    const known = new Map(picked.map(({ lane }) => [lane, this.#parts.consumers.get(lane.number)]));
    const claims = picked.map(({ lane, limit }) => ({
      lane: lane.number,
      limit,
      ...startClaim(lane, { at, headEveryMs }),
      knownVersion: known.get(lane)?.version,
    }));
    const claimed = await claimDue(session, { claims, nowMs: this.#ctx.clock.nowMs() });
    if (this.#isLost(session)) return;
    const found = new Map(claimed.map((one) => [one.lane, one]));
    for (const one of picked) this.#take(one, found.get(one.lane.number), known.get(one.lane));
    this.#parts.sender.pump();
  }

  #take({ lane, limit, isSlow }: Picked, claimed: ClaimedLane | undefined, known: LaneConsumer | undefined): void {
    if (!claimed) throw new Error(`the claim returned nothing for lane ${lane.number}`);
    this.#openConsumer(lane, claimed, known);
    endClaim(lane, claimed, { limit, isSlow });
    const isFull = lane.slow > 0 && lane.inFlight >= slowLaneMax;
    if (isOnHold(lane, this.#ctx.clock.nowMs()) || isFull || lane.waitsForOutcome) handBack(lane);
    if (!claimed.consumer?.isEnabled || claimed.orphans.length > 0) this.#parts.clear(lane, claimed);
    else {
      this.#parts.sender.offer(lane);
      this.#parts.board.settle(lane);
    }
  }

  #openConsumer(lane: Lane, { consumer, deliveries }: ClaimedLane, known: LaneConsumer | undefined): void {
    const { consumers } = this.#parts;
    let opened = known;
    if (consumer?.row) {
      try {
        opened = consumers.open(lane.number, consumer.row);
      } catch (error) {
        const { log } = this.#ctx;
        log.error({ err: error, lane: lane.number }, 'a consumer could not be read; its deliveries stay pending');
        consumers.forget(lane.number);
        opened = undefined;
        deliveries.length = 0;
      }
    }
    lane.consumer = consumer?.isEnabled ? opened : undefined;
    lane.failingSinceMs = consumer?.failingSinceMs ?? lane.failingSinceMs;
    lane.holdUntilMs ??= consumer?.holdUntilMs;
  }

  #isLost(session: LaneConnection): boolean {
    return this.#parts.session() !== session;
  }
}
