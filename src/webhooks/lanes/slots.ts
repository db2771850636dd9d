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
/**
 * Beside fresh traffic, lanes with a backlog are held to a rate that keeps the process this busy at most. Slots alone do
 * not hold them back: to a receiver nearby, four of them send 9,000 a second, and fresh p99 goes from 27 to 200 ms.
 */
const busyMax = 0.35;
const backlogBeside = 192;
const rateLeast = 50;
const rateFirst = 500;
const rateMost = 50_000;
/** What was not used is kept for so long. */
const burstSeconds = 0.02;
const freshForMs = 1000;

export function createSlots(): Slots {
  const inFlight: Record<SlotKind, number> = { fresh: 0, backlog: 0, slow: 0 };
  let rate = rateFirst;
  let tokens = 0;
  let filledAt = performance.now();
  let freshAt = Number.NEGATIVE_INFINITY;
  let before = performance.eventLoopUtilization();

  const isFreshAround = () => performance.now() - freshAt < freshForMs;

  function isBacklogAllowed(): boolean {
    if (!isFreshAround()) return true;
    const now = performance.now();
    tokens = Math.min(Math.max(1, rate * burstSeconds), tokens + ((now - filledAt) / 1000) * rate);
    filledAt = now;
    return tokens >= 1 && inFlight.backlog < backlogBeside;
  }

  return {
    isFree(kind) {
      if (kind === 'slow') return inFlight.slow < slowMax;
      if (inFlight.fresh + inFlight.backlog >= commonMax) return false;
      return kind === 'fresh' || isBacklogAllowed();
    },
    take(kind) {
      inFlight[kind]++;
      if (kind === 'backlog') tokens--;
      if (kind !== 'fresh') return;
      // What is in flight ends by itself; the rest begins small and grows as long as there is time.
      if (!isFreshAround()) rate = rateFirst;
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
      if (utilization > busyMax) rate = Math.max(rateLeast, rate * 0.7);
      else if (inFlight.backlog > 0) rate = Math.min(rateMost, rate * 1.1);
    },
    inFlight: () => inFlight,
  };
}
