/**
 * How many sends may be in flight. A lane holds no slot by itself; a send that has waited a second leaves the common
 * count, so that consumers which hang hold only what is set aside for them.
 */
export type SlotKind = 'fresh' | 'backlog' | 'slow';

export type Slots = {
  isFree(kind: SlotKind): boolean;
  take(kind: SlotKind): void;
  release(kind: SlotKind): void;
  /** Of a send that turned out to be slow. False where the slow ones have no room left. */
  moveToSlow(kind: SlotKind): boolean;
  /** Fresh traffic within the last second. */
  isFreshAround(): boolean;
  /** Several times a second. */
  adapt(): void;
  inFlight(): Readonly<Record<SlotKind, number>>;
};

const commonMax = 256;
const slowMax = 4000;
/** Beside fresh traffic, lanes with a backlog get as many slots as leave this much of the process idle. */
const busyMax = 0.5;
const backlogLeast = 4;
const backlogBeside = 192;
const freshForMs = 1000;

export function createSlots(): Slots {
  const inFlight: Record<SlotKind, number> = { fresh: 0, backlog: 0, slow: 0 };
  /** How many of those that wait in lanes with a backlog may be sent at a time. */
  let backlogMax = commonMax;
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
      // What is in flight ends by itself; the rest begins small and grows as long as there is time.
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
      if (!isFreshAround()) backlogMax = commonMax;
      else if (utilization > busyMax) backlogMax = Math.max(backlogLeast, Math.floor(backlogMax * 0.7));
      else backlogMax = Math.min(backlogBeside, backlogMax + 1 + (backlogMax >> 4));
    },
    inFlight: () => inFlight,
  };
}
