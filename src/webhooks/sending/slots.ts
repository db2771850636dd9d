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
  /** Adapts the number of slots for lanes with a backlog to the load of the process. Call it several times a second. */
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
/**
 * While there are `fresh` sends, `adapt` changes the number of slots for backlogs to keep the event loop utilization at
 * this value.
 */
const busyMax = 0.5;
const backlogLeast = 4;
const backlogBeside = 192;
const freshForMs = 1000;

export function createSlots(): SendSlots {
  const inFlight: Record<SlotKind, number> = { fresh: 0, backlog: 0, slow: 0 };
  /** Current limit of concurrent sends from lanes with a backlog. */
  let backlogMax = backlogMost;
  let freshAt = Number.NEGATIVE_INFINITY;
  let before = performance.eventLoopUtilization();

  const isFreshAround = () => performance.now() - freshAt < freshForMs;

  return {
    isFree(kind) {
      if (kind === 'slow') return inFlight.slow < slowMax;
      if (inFlight.fresh + inFlight.backlog >= commonMax) return false;
      return kind === 'fresh' || inFlight.backlog < backlogMax;
    },
    take(kind) {
      inFlight[kind]++;
      if (kind !== 'fresh') return;
      // The first `fresh` send after a pause lowers the limit for new sends from lanes with a backlog. Those in flight
      // continue. `adapt` raises the limit again while there is CPU time.
      if (!isFreshAround()) backlogMax = Math.min(backlogMax, 4 * backlogLeast);
      freshAt = performance.now();
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
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      if (!isFreshAround()) {
        backlogMax =
          utilization > saturated
            ? Math.max(backlogBusy, Math.floor(backlogMax * 0.9))
            : Math.min(backlogMost, Math.max(backlogBusy, Math.ceil(backlogMax * 1.25)));
      } else if (utilization > busyMax) backlogMax = Math.max(backlogLeast, Math.floor(backlogMax * 0.7));
      else backlogMax = Math.min(backlogBeside, backlogMax + 1 + (backlogMax >> 4));
    },
    inFlight: () => inFlight,
  };
}
