import { dayMs, minuteMs, secondMs } from '../../src/base/durations.ts';
import { paceOf } from '../../src/connections/provider/budget-store.ts';
import { afterRead, whenToSync } from '../../src/sync/demand/when-to-sync.ts';
import { firstMoment, nextMoment, type Period } from '../../src/sync/schedule/schedule-moments.ts';
import { type Company, dataTypes, maxAgeMs } from './readers.ts';

/** How data sets are synced: by a fixed schedule, and perhaps also by demand; and whether readers send `wait=10`. */
export type Way = { schedule: Period; byDemand: boolean; waits: boolean };

/** What Xero allows for each organisation. */
export const limits = [
  { requests: 60, perMs: minuteMs },
  { requests: 5000, perMs: dayMs },
];

/** What is measured, over all companies. Ages in seconds. */
export type Tally = {
  reads: number;
  met: number;
  ages: Uint32Array;
  requests: number;
  syncs: number;
  requestsPerMinute: Uint32Array;
  /** Requests of all companies by hour of the day. */
  requestsByHour: Float64Array;
  mostOfACompanyInADay: number;
};
export const agesMax = 2 * 86_400;

type DataSet = {
  number: number;
  nextMs: number;
  dueMs: number;
  beganMs: number;
  endedMs: number;
  provenBeforeMs: number;
  fullMs: number;
  demand: ReturnType<typeof afterRead> | undefined;
  noticeMs: number | undefined;
  share: number;
};

/** A request takes about a second; a sync a second more. */
const requestMs = secondMs;
const waitMs = 10 * secondMs;

/** Runs one company from `fromMs` to `toMs`, and counts what happens from `measuredMs` on. */
export function simulateCompany(
  company: Company,
  way: Way,
  { fromMs, measuredMs, toMs, tally }: { fromMs: number; measuredMs: number; toMs: number; tally: Tally },
): void {
  const buckets = limits.map((limit) => ({ ...paceOf(limit), busyMs: 0 }));
  const leftOf = (nowMs: number) =>
    buckets.map(({ burst, everyMs, busyMs }) => ({
      burst,
      everyMs,
      left: Math.floor(burst - Math.max(0, busyMs - nowMs) / everyMs),
    }));
  const days = new Uint32Array(Math.ceil((toMs - fromMs) / dayMs) + 1);
  const sets: DataSet[] = dataTypes.map((dataType, number) => ({
    number,
    nextMs: firstMoment(way.schedule, { companyId: company.companyId, dataType }, fromMs),
    ...{ dueMs: Number.POSITIVE_INFINITY, demand: undefined, noticeMs: undefined, share: company.random() },
    // All data sets have just been read.
    ...{ beganMs: fromMs, endedMs: fromMs, provenBeforeMs: fromMs, fullMs: fromMs - company.random() * dayMs },
  }));

  /** Sends one request when all buckets have it. Returns when it was sent. */
  function request(atMs: number): number {
    let sentMs = atMs;
    for (const { burst, everyMs, busyMs } of buckets) sentMs = Math.max(sentMs, busyMs - (burst - 1) * everyMs);
    for (const bucket of buckets) bucket.busyMs = Math.max(bucket.busyMs, sentMs) + bucket.everyMs;
    const day = Math.floor((sentMs - fromMs) / dayMs);
    days[day] = (days[day] ?? 0) + 1;
    if (sentMs < measuredMs || sentMs >= toMs) return sentMs;
    tally.requests++;
    const minute = Math.floor((sentMs - measuredMs) / minuteMs);
    tally.requestsPerMinute[minute] = (tally.requestsPerMinute[minute] ?? 0) + 1;
    const hour = Math.floor((sentMs % dayMs) / (60 * minuteMs));
    tally.requestsByHour[hour] = (tally.requestsByHour[hour] ?? 0) + 1;
    return sentMs;
  }

  function sync(set: DataSet, atMs: number): void {
    // A data set is never synced twice at once.
    if (set.endedMs > atMs) return;
    const isFull = atMs - set.fullMs >= dayMs;
    const pages = isFull ? (company.fullPages[set.number] ?? 1) : company.random() < 0.97 ? 1 : 2;
    let at = request(atMs);
    set.provenBeforeMs = set.beganMs;
    set.beganMs = at;
    for (let page = 1; page < pages; page++) at = request(at + requestMs);
    set.endedMs = at + 2 * requestMs;
    if (isFull) set.fullMs = atMs;
    if (atMs >= measuredMs) tally.syncs++;
    plan(set, atMs);
  }

  function plan(set: DataSet, nowMs: number): void {
    if (!way.byDemand) return;
    const { demand, beganMs: provenMs, noticeMs: notifiedMs, share } = set;
    set.dueMs = whenToSync({ nowMs, provenMs, demand, notifiedMs, share, budgets: leftOf(nowMs), cost: 1 });
  }

  function read(set: DataSet, atMs: number): void {
    // As the server does: a read is noted at most once a minute.
    if (way.byDemand && atMs - (set.demand?.readMs ?? 0) >= minuteMs)
      set.demand = afterRead(set.demand, { atMs, maxAgeMs });
    const provenMs = () => (set.endedMs <= atMs ? set.beganMs : set.provenBeforeMs);
    const oldestMs = atMs - maxAgeMs;
    let ageMs = atMs - provenMs();
    if (ageMs > maxAgeMs && way.waits) {
      sync(set, atMs);
      if (set.beganMs >= oldestMs && set.endedMs <= atMs + waitMs) ageMs = Math.max(0, set.endedMs - set.beganMs);
    }
    plan(set, atMs);
    if (atMs < measuredMs) return;
    tally.reads++;
    if (ageMs <= maxAgeMs) tally.met++;
    const age = Math.min(agesMax - 1, Math.ceil(ageMs / secondMs));
    tally.ages[age] = (tally.ages[age] ?? 0) + 1;
  }

  let [nextRead, nextNotice] = [0, 0];
  for (;;) {
    const [reading, notice] = [company.reads[nextRead], company.notices[nextNotice]];
    let atMs = Math.min(reading?.atMs ?? Number.POSITIVE_INFINITY, notice?.atMs ?? Number.POSITIVE_INFINITY);
    let first: DataSet | undefined;
    for (const set of sets) {
      const dueMs = Math.min(set.nextMs, set.dueMs);
      if (dueMs <= atMs) [first, atMs] = [set, dueMs];
    }
    if (atMs >= toMs) break;
    if (first) {
      if (first.nextMs <= atMs) first.nextMs = nextMoment(way.schedule, first.nextMs, atMs);
      // While a sync runs, the scheduler looks again later.
      if (first.dueMs <= atMs) first.dueMs = Math.max(first.endedMs, atMs + secondMs);
      sync(first, atMs);
    } else if (reading && reading.atMs === atMs) {
      nextRead++;
      const set = sets[reading.set];
      if (set) read(set, atMs);
    } else if (notice) {
      nextNotice++;
      const set = sets[notice.set];
      if (!set) continue;
      set.noticeMs = atMs;
      sync(set, atMs);
    }
  }
  tally.mostOfACompanyInADay = Math.max(tally.mostOfACompanyInADay, ...days);
}
