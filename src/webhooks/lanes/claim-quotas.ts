/** How many deliveries a lane may claim, and which lanes are claimed together. Pure functions. */

/**
 * The current load, which limits claims: the numbers of lanes without and with a backlog, and whether lanes without a
 * backlog are sending.
 */
export type ClaimLoad = { freshLanes: number; backlogLanes: number; isFreshAround: boolean };

/** What a claim needs to know of a lane. */
export type QuotaLane = {
  isSlow: boolean;
  isBacklog: boolean;
  inFlight: number;
  unsent: number;
  ratePerSecond: number | undefined;
};

const lanesInOneClaim = 200;
/**
 * Maximum number of lanes that a process owns. More locks could fill up the lock table of a PostgreSQL server with
 * default settings.
 */
const ownedMax = 2000;
const slowOwnedMax = 1000;
/**
 * Maximum number of deliveries that a process has claimed but not sent, over all lanes. Other processes can claim the
 * rest.
 */
const unsentMax = 8192;
const firstLimit = 16;
const limitMax = 1000;
const limitLeast = 4;
/**
 * Maximum number of rows of one claim. New deliveries wait until the claim ends: 1,000 rows take 30 ms, and 8,000 rows
 * take a third of a second.
 */
const roundRows = 1000;
/** If many lanes were woken together, each of them gets an equal share of about this many rows in its first claim. */
const firstRows = 400;
/**
 * While lanes without a backlog are also sending, lanes with a backlog get at most this many rows per claim. A larger
 * claim would take longer and delay the lanes without a backlog.
 */
const besideRows = 64;
/** A slow lane has at most this many sends in flight. */
export const slowLaneMax = 2;

/** Maximum number of rows that the next claim reads for the lane. */
export function claimLimit(lane: QuotaLane, load: ClaimLoad): number {
  if (lane.isSlow) return Math.max(1, slowLaneMax - lane.inFlight);
  const limit = Math.min(shareOf(lane, load), rateShareOf(lane));
  return Math.max(limitLeast, Math.min(limitMax, Math.floor(limit)));
}

/**
 * Lanes with a backlog share the `unsentMax` deliveries that a process may have claimed but not sent. Lanes without a
 * backlog get few rows, so that their claim ends soon.
 */
function shareOf({ isBacklog }: QuotaLane, { freshLanes, backlogLanes, isFreshAround }: ClaimLoad): number {
  if (!isBacklog) return Math.min(firstLimit, firstRows / Math.max(1, freshLanes));
  return Math.min(unsentMax / Math.max(8, backlogLanes), isFreshAround ? besideRows / 4 : unsentMax);
}

function rateShareOf({ ratePerSecond }: QuotaLane): number {
  return ratePerSecond ? Math.max(2, ratePerSecond) : Number.POSITIVE_INFINITY;
}

/** Whether the lane has so few unsent deliveries that it should claim more. */
export function isRunningOut(lane: QuotaLane, load: ClaimLoad): boolean {
  if (lane.isSlow) return lane.inFlight < slowLaneMax && lane.unsent === 0;
  return lane.unsent <= claimLimit(lane, load) / 2;
}

export type Candidate = { isOwned: boolean; isSlow: boolean; limit: number };
/** Number of owned lanes, of owned lanes that are slow, and of claimed but unsent deliveries in all lanes. */
export type Totals = { owned: number; slowOwned: number; unsent: number };

/** Picks lanes without a backlog (`fresh`) first. Lanes with a backlog share the remaining rows. */
export function planRound<T extends Candidate>(
  wants: { fresh: Iterable<T>; backlog: Iterable<T> },
  { isFreshAround, ...totals }: Totals & { isFreshAround: boolean },
): T[] {
  const picked: T[] = [];
  let { owned, slowOwned } = totals;
  let rows = Math.min(unsentMax - totals.unsent, roundRows);
  function pickFrom(candidates: Iterable<T>, rowsMax: number): void {
    let left = rowsMax;
    for (const one of candidates) {
      if (picked.length >= lanesInOneClaim || rows <= 0 || left <= 0) return;
      if (!one.isOwned && (owned >= ownedMax || (one.isSlow && slowOwned >= slowOwnedMax))) continue;
      if (!one.isOwned) owned++;
      if (!one.isOwned && one.isSlow) slowOwned++;
      rows -= one.limit;
      left -= one.limit;
      picked.push(one);
    }
  }
  pickFrom(wants.fresh, rows);
  pickFrom(wants.backlog, isFreshAround ? besideRows : rows);
  return picked;
}
