/**
 * Limits the number of sends in flight. Each send takes one slot. Sends of lanes without a backlog (`fresh`) and of
 * lanes with a backlog share the common slots. A send that takes more than a second moves to a slow slot, so that
 * hanging consumers cannot use up the common slots.
 */
export type SlotKind = 'fresh' | 'backlog' | 'slow';

export type SendSlots = {
  isFree(kind: SlotKind): boolean;
  take(kind: SlotKind): void;
  release(kind: SlotKind): void;
  /** Moves a send that turned out to be slow to a slow slot. Returns false if no slow slot is free. */
  moveToSlow(kind: SlotKind): boolean;
  /** Whether a `fresh` send started within the last second. */
  isFreshAround(): boolean;
  /** Adapts slots and rate of lanes with a backlog to the load of the process. Call it several times a second. */
  adapt(): void;
  inFlight(): Readonly<Record<SlotKind, number>>;
};

const commonMax = 320;
/**
 * Maximum number of common slots for lanes with a backlog. The other slots are reserved for lanes without a backlog.
 */
const backlogMost = 256;
/**
 * If the process has no CPU time left, more sends in flight only wait longer for each other and use more memory. Then
 * `adapt` lowers the number of slots for backlogs to no less than this.
 */
const backlogBusy = 64;
const saturated = 0.95;
const slowMax = 4000;
/** While there are `fresh` sends, this many common slots are for lanes with a backlog. */
const backlogBeside = 192;
/**
 * While there are `fresh` sends, `adapt` changes the rate of sends from lanes with a backlog to keep the event loop
 * utilization at this value. A number of slots cannot do that: consumers that respond within a millisecond get thousands
 * of sends a second through four slots.
 */
const busyMax = 0.5;
/** Sends a second from lanes with a backlog while there are `fresh` sends: least, first and most. */
const rate = { least: 100, first: 500, most: 20_000 } as const;
/** Unused sends are kept for this time. */
const creditMs = 20;
const freshForMs = 1000;

/** `at`: the time in ms; `utilization`: how busy the event loop was since the last call, from 0 to 1. */
type Measures = { at(): number; utilization(): number };

function measureProcess(): Measures {
  let before = performance.eventLoopUtilization();
  return {
    at: () => performance.now(),
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}

export function createSlots(measures: Measures = measureProcess()): SendSlots {
  const inFlight: Record<SlotKind, number> = { fresh: 0, backlog: 0, slow: 0 };
  /** Current limit of concurrent sends from lanes with a backlog. */
  let backlogMax = backlogMost;
  let freshAt = Number.NEGATIVE_INFINITY;
  let perSecond: number = rate.first;
  /** How many sends from lanes with a backlog may start now, as of `creditAt`, while there are `fresh` sends. */
  let credit = 0;
  let creditAt = 0;
  /** Whether the rate has delayed a send since the last `adapt`. If not, a higher rate would change nothing. */
  let wasLimited = false;

  const isFreshAround = () => measures.at() - freshAt < freshForMs;
  function hasCredit(): boolean {
    const at = measures.at();
    credit = Math.min(credit + ((at - creditAt) * perSecond) / 1000, Math.max(1, (perSecond * creditMs) / 1000));
    creditAt = at;
    if (credit < 1) wasLimited = true;
    return credit >= 1;
  }
  function isBacklogFree(): boolean {
    if (!isFreshAround()) return inFlight.backlog < backlogMax;
    return inFlight.backlog < backlogBeside && hasCredit();
  }

  return {
    isFree(kind) {
      if (kind === 'slow') return inFlight.slow < slowMax;
      if (inFlight.fresh + inFlight.backlog >= commonMax) return false;
      return kind === 'fresh' || isBacklogFree();
    },
    take(kind) {
      inFlight[kind]++;
      if (kind === 'backlog') credit--;
      if (kind !== 'fresh') return;
      // The first `fresh` send after a pause lowers the rate of lanes with a backlog. Sends in flight continue.
      if (!isFreshAround()) {
        perSecond = Math.min(perSecond, rate.first);
        credit = 0;
      }
      freshAt = measures.at();
    },
    release(kind) {
      inFlight[kind]--;
    },
    moveToSlow(kind) {
      if (kind === 'slow' || inFlight.slow >= slowMax) return false;
      inFlight[kind]--;
      inFlight.slow++;
      return true;
    },
    isFreshAround,
    adapt() {
      const utilization = measures.utilization();
      if (!isFreshAround())
        backlogMax =
          utilization > saturated
            ? Math.max(backlogBusy, Math.floor(backlogMax * 0.9))
            : Math.min(backlogMost, Math.max(backlogBusy, Math.ceil(backlogMax * 1.25)));
      else if (utilization > busyMax) perSecond = Math.max(rate.least, perSecond * 0.8);
      else if (wasLimited) perSecond = Math.min(rate.most, perSecond * 1.05 + 10);
      wasLimited = false;
    },
    inFlight: () => inFlight,
  };
}
