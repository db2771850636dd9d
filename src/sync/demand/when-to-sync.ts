import { dayMs, hourMs, minuteMs } from '../../base/durations.ts';

/** What readers of a data set have asked for lately. */
export type Demand = {
  /** The smallest age that a reader has accepted lately. */
  maxAgeMs: number;
  /** The last read. */
  readMs: number;
  /** For each hour of the day (UTC), the number of the last day on which it was read; 0 if never. */
  readDays: readonly number[];
};

/** What may be requested from the platform for a connection, as a bucket that fills by one request every `everyMs`. */
export type BudgetLeft = { left: number; burst: number; everyMs: number };

export type SyncNeed = {
  nowMs: number;
  /** When the last complete read of the platform began. */
  provenMs: number;
  demand: Demand | undefined;
  /** When the platform last reported a change. */
  notifiedMs?: number | undefined;
  budgets: readonly BudgetLeft[];
  /** Requests that the sync probably takes. */
  cost: number;
  /** At least 0 and below 1, fixed for the data set: spreads those that are read in the same hour. */
  share: number;
};

/** An hour of the day in which a data set was read is expected to be read again for this many days. */
export const rememberedDays = 3;
/** Who has read expects to read again within this time. */
const sessionMs = hourMs;
/** Of the budget, this part is left to syncs that somebody requests, and to pushes. */
const reservedPart = 1 / 4;
const spreadMs = 15 * minuteMs;

/**
 * Decides when a data set is synced because of its readers: as late as possible, but so that it is never older than they
 * accept in an hour in which they are expected, and only from what the budget has left beside the reserve. Infinity if no
 * reader is expected. The scheduler (start-demanded-syncs.ts) and the simulation (`npm run bench -- freshness`) both
 * call this function, and nothing else decides.
 */
export function whenToSync(need: SyncNeed): number {
  const wantedMs = whenWanted(need);
  if (wantedMs === Number.POSITIVE_INFINITY) return wantedMs;
  return Math.max(need.nowMs, wantedMs, ...need.budgets.map((budget) => whenAffordable(need, budget)));
}

/** When the budget has the requests of the sync, and the reserve is still full after it. */
export function whenAffordable({ nowMs, cost }: Pick<SyncNeed, 'nowMs' | 'cost'>, budget: BudgetLeft): number {
  const reserve = Math.floor(budget.burst * reservedPart);
  // A sync that takes more than the bucket holds may start when the bucket is full; the rest of it waits for its turn.
  const missing = Math.min(budget.burst, reserve + cost) - budget.left;
  return missing <= 0 ? nowMs : nowMs + Math.ceil(missing * budget.everyMs);
}

function whenWanted({ nowMs, provenMs, demand, notifiedMs, share }: SyncNeed): number {
  if (!demand) return Number.POSITIVE_INFINITY;
  const lead = leadOf(demand.maxAgeMs);
  // With a known change, the data is old from then on, and the next reader wants it read again.
  const isChanged = notifiedMs !== undefined && notifiedMs > provenMs;
  const oldMs = isChanged ? nowMs : provenMs + demand.maxAgeMs - lead;
  const from = Math.max(nowMs, oldMs);
  const expectedMs = nextExpected(demand, from + lead);
  if (expectedMs <= from + lead) return from;
  // Readers are expected only later. If the data is old by then, sync shortly before.
  const spread = Math.min(spreadMs, demand.maxAgeMs / 2) * share;
  return Math.max(from, expectedMs - lead - spread);
}

/** A sync begins so much earlier, because it takes time and may have to wait for a worker. */
export function leadOf(maxAgeMs: number): number {
  return Math.min(2 * minuteMs, maxAgeMs / 10);
}

/** The first time, not before `fromMs`, at which a reader is expected. */
function nextExpected({ readMs, readDays }: Demand, fromMs: number): number {
  if (fromMs <= readMs + sessionMs) return fromMs;
  const first = Math.floor(fromMs / hourMs);
  for (let hour = first; hour < first + rememberedDays * 24; hour++) {
    const day = Math.floor((hour * hourMs) / dayMs);
    const lastDay = readDays[hour % 24] ?? 0;
    if (lastDay > 0 && day - lastDay <= rememberedDays) return Math.max(fromMs, hour * hourMs);
  }
  return Number.POSITIVE_INFINITY;
}

/** The demand after a read. The smallest age counts until nobody has asked for it for `rememberedDays`. */
export function afterRead(
  before: (Demand & { maxAgeAtMs: number }) | undefined,
  read: { atMs: number; maxAgeMs: number },
): Demand & { maxAgeAtMs: number } {
  const { atMs, maxAgeMs } = read;
  const day = Math.floor(atMs / dayMs);
  const readDays = Array.from({ length: 24 }, (_, hour) => before?.readDays[hour] ?? 0);
  readDays[Math.floor(atMs / hourMs) % 24] = day;
  const isKept =
    before !== undefined && before.maxAgeMs < maxAgeMs && before.maxAgeAtMs > atMs - rememberedDays * dayMs;
  const age = isKept ? before : { maxAgeMs, maxAgeAtMs: atMs };
  return { maxAgeMs: age.maxAgeMs, maxAgeAtMs: age.maxAgeAtMs, readMs: atMs, readDays };
}
