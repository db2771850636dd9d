import type { Clock } from '../../base/clock.ts';
import type { SendSlots } from '../sending/slots.ts';
import type { SlowLanes } from '../sending/slow-lanes.ts';
import { type ClaimLoad, claimLimit, isRunningOut, planRound, type QuotaLane } from './claim-quotas.ts';
import { isOnHold, isOwned, type Lane, leave, loseLane, newLane, restMsOf, unsentOf } from './lane.ts';
import { GivenLanes, type LaneSessions, ownShare } from './share-lanes.ts';

/**
 * The next step for a lane. `lock`: lock it, then claim it. `claim`: claim it. `release`: release its lock. `forget`:
 * remove it from the lanes of this process.
 */
export type Step = 'lock' | 'claim' | 'release' | 'forget' | 'none';

type StepFacts = {
  nowMs: number;
  /** Whether the lane has so few unsent deliveries that it should claim more. */
  needsMore: (lane: Lane) => boolean;
};

/** Decides what a lane needs next. */
export function nextStep(lane: Lane, { nowMs, needsMore }: StepFacts): Step {
  const isUnused = lane.held.size === 0;
  if (lane.phase === 'unowned') {
    if (lane.isWoken) return 'lock';
    return isUnused ? 'forget' : 'none';
  }
  if (lane.phase !== 'open') return 'none';
  if (lane.waitsForOutcome) return 'none';
  if (isOnHold(lane, nowMs) || lane.isLeaving) return isUnused ? 'release' : 'none';
  if (lane.isWoken || lane.hasMore) return needsMore(lane) ? 'claim' : 'none';
  return isUnused ? 'release' : 'none';
}

/** A lane that is picked for a claim, with the maximum number of rows. */
export type Picked = { lane: Lane; isOwned: boolean; isSlow: boolean; limit: number };

/**
 * An unused lane keeps its lock for this time, so that a consumer with several events a second needs one statement per
 * claim instead of four.
 */
const lingerMs = 200;

/** A lane with at most this many unsent deliveries is not given to another worker: it is soon finished. */
const keptMax = 16;

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** All lanes that this process handles, and which of them wait for a claim or to be released. */
export class LaneBoard {
  readonly lanes = new Map<number, Lane>();
  readonly #clock: Clock;
  readonly #slots: SendSlots;
  readonly #slowLanes: SlowLanes;
  readonly #fresh = new Set<Lane>();
  readonly #backlog = new Set<Lane>();
  /** Lanes to be released, each with the time at which it became unused (performance.now() time). */
  readonly #unused = new Map<Lane, number>();
  readonly #given = new GivenLanes();
  /** Lanes that were woken while they were left alone. They are woken again afterwards. */
  readonly #ignored = new Set<number>();
  #sessions: ReadonlySet<string> = new Set();
  /**
   * Waiting lanes without a backlog, and owned lanes with a backlog. Counted once per claim, because they change
   * slowly.
   */
  #counts = { freshLanes: 1, backlogLanes: 1 };
  #isStopping = false;
  /** Called when a lane starts to wait: for a claim, or to be released. */
  onClaimWanted: () => void = () => {};
  onReleaseWanted: () => void = () => {};

  constructor(ctx: { clock: Clock }, { slots, slowLanes }: { slots: SendSlots; slowLanes: SlowLanes }) {
    this.#clock = ctx.clock;
    this.#slots = slots;
    this.#slowLanes = slowLanes;
  }

  /** Call this when deliveries of the lane may be due. */
  wake(number: number): void {
    if (this.#isStopping) return;
    if (this.#given.isLeftAlone(number)) {
      this.#ignored.add(number);
      return;
    }
    let lane = this.lanes.get(number);
    if (!lane) {
      lane = newLane(number);
      this.lanes.set(number, lane);
    }
    lane.isWoken = true;
    this.settle(lane);
  }

  /**
   * Wakes the lane if this process owns it. Returns false if it does not: its owner, or any process, must then be
   * notified. If the lane is being released, it is looked at or given to another process afterwards.
   */
  wakeOwned(number: number): boolean {
    const lane = this.lanes.get(number);
    if (this.#isStopping || !lane || !isOwned(lane)) return false;
    this.wake(number);
    return true;
  }

  /** Call this after every change of a lane. */
  settle(lane: Lane): void {
    const step = this.#nextStep(lane);
    if (step !== 'release') this.#unused.delete(lane);
    if (step === 'lock' || step === 'claim') {
      (lane.isBacklog ? this.#backlog : this.#fresh).add(lane);
      this.onClaimWanted();
    } else if (step === 'release') {
      if (!this.#unused.has(lane)) this.#unused.set(lane, performance.now());
      this.onReleaseWanted();
    } else if (step === 'forget' && this.lanes.get(lane.number) === lane) this.lanes.delete(lane.number);
  }

  /** Gives the lanes with a backlog that are the share of other workers to them. Call it every second or two. */
  share(sessions: LaneSessions): void {
    // If a worker has joined or died, the shares have changed: a lane that was given away may now belong here.
    if (!isSame(this.#sessions, sessions.all)) this.#given.clear();
    this.#sessions = sessions.all;
    this.#given.forgetOld();
    for (const number of this.#ignored) {
      if (this.#given.isLeftAlone(number)) continue;
      this.#ignored.delete(number);
      this.wake(number);
    }
    const isOwn = ownShare(sessions);
    for (const lane of this.lanes.values()) {
      if (!isOwned(lane) || lane.isLeaving || (!lane.isBacklog && unsentOf(lane) <= keptMax)) continue;
      if (isOwn(lane.number) || !this.#given.mayGive(lane.number)) continue;
      leave(lane);
      this.settle(lane);
    }
  }

  /** Returns the lanes of the next claim and removes them from the lanes that wait for a claim. */
  pickRound(): Picked[] {
    const isFreshAround = this.#slots.isFreshAround();
    const totals = this.#tally();
    const wants = { fresh: this.#candidates(this.#fresh), backlog: this.#candidates(this.#backlog) };
    const picked = planRound(wants, { ...totals, isFreshAround });
    for (const { lane } of picked) {
      this.#fresh.delete(lane);
      this.#backlog.delete(lane);
    }
    return picked;
  }

  hasBacklogWants(): boolean {
    return this.#backlog.size > 0;
  }

  hasWants(): boolean {
    return this.#fresh.size + this.#backlog.size > 0;
  }

  hasUnused(): boolean {
    return this.#unused.size > 0;
  }

  /**
   * Returns the lanes to be released now. A lane on hold is released at once, because a request may end the hold in the
   * database. A lane with a rate limit is kept until the limit allows the next send, because another owner would not
   * know the time of the last send.
   */
  pickUnused(): Lane[] {
    const [picked, at, nowMs] = [[] as Lane[], performance.now(), this.#clock.nowMs()];
    for (const [lane, since] of this.#unused) {
      const isKept = at - since < lingerMs && !isOnHold(lane, nowMs) && !lane.isLeaving;
      if (isKept || restMsOf(lane) > 0) continue;
      this.#unused.delete(lane);
      if (this.#nextStep(lane) === 'release') picked.push(lane);
      else this.settle(lane);
    }
    return picked;
  }

  /**
   * A lane was released. If it was woken meanwhile, it is locked again, as a new object. The old one must not wait for a
   * claim any more: the session could lock both, and both would send the same deliveries.
   */
  afterRelease(lane: Lane): void {
    this.#fresh.delete(lane);
    this.#backlog.delete(lane);
    this.lanes.delete(lane.number);
    if (lane.isLeaving) this.#given.add(lane.number);
    else if (lane.isWoken) this.wake(lane.number);
  }

  /** The session is lost, and with it all locks. Only lanes with outcomes to record are remembered. */
  loseAll(): void {
    for (const waiting of [this.#fresh, this.#backlog, this.#unused]) waiting.clear();
    for (const lane of this.lanes.values()) {
      loseLane(lane);
      this.settle(lane);
    }
  }

  /** From now on, `wake` does nothing. */
  stop(): void {
    this.#isStopping = true;
  }

  readonly #needsMore = (lane: Lane) => isRunningOut(this.#quotaLane(lane), this.#load());

  #nextStep(lane: Lane): Step {
    return nextStep(lane, { nowMs: this.#clock.nowMs(), needsMore: this.#needsMore });
  }

  #quotaLane(lane: Lane): QuotaLane {
    const { isBacklog, inFlight, consumer } = lane;
    const isSlow = this.#slowLanes.isSlow(lane);
    return { isSlow, isBacklog, inFlight, unsent: unsentOf(lane), ratePerSecond: consumer?.ratePerSecond };
  }

  #load(): ClaimLoad {
    return { ...this.#counts, isFreshAround: this.#slots.isFreshAround() };
  }

  #tally(): { owned: number; slowOwned: number; unsent: number } {
    const totals = { owned: 0, slowOwned: 0, unsent: 0 };
    this.#counts = { freshLanes: this.#fresh.size, backlogLanes: 0 };
    for (const lane of this.lanes.values()) {
      if (!isOwned(lane)) continue;
      totals.owned++;
      totals.unsent += unsentOf(lane);
      if (lane.isBacklog) this.#counts.backlogLanes++;
      if (this.#slowLanes.isSlow(lane)) totals.slowOwned++;
    }
    return totals;
  }

  *#candidates(wants: Set<Lane>): Generator<Picked> {
    const load = this.#load();
    for (const lane of wants) {
      const step = this.#nextStep(lane);
      if ((step !== 'lock' && step !== 'claim') || this.lanes.get(lane.number) !== lane) {
        wants.delete(lane);
        continue;
      }
      const quota = this.#quotaLane(lane);
      yield { lane, isOwned: step === 'claim', isSlow: quota.isSlow, limit: claimLimit(quota, load) };
    }
  }
}
