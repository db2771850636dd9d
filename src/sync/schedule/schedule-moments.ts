import { hash } from 'node:crypto';
import { dayMs, secondMs } from '../../base/durations.ts';
import type { Row } from '../../db/tables.ts';

/**
 * How often a schedule is due. A hash of company id and data type gives each schedule its own fixed time within the
 * period, so that a million companies do not all start at midnight.
 */
export type Period = Row<'sync_schedule'>['schedule'];

const lengthMs = { hourly: 3600 * secondMs, daily: dayMs, weekly: 7 * dayMs };
/** The shortest month has this many days. */
const monthDays = 28;

/** The first time after `afterMs` at which a new schedule is due. */
export function firstMoment(
  period: Period,
  { companyId, dataType }: { companyId: string; dataType: string },
  afterMs: number,
): number {
  const share = shareOf(`${companyId} ${dataType}`);
  if (period !== 'monthly') {
    const seconds = Math.floor(share * (lengthMs[period] / secondMs));
    return nextMoment(period, seconds * secondMs, afterMs);
  }
  // All data types of a company run on the same day of the month.
  const day = Math.floor(shareOf(companyId) * monthDays);
  return nextMoment(period, day * dayMs + Math.floor(share * (dayMs / secondMs)) * secondMs, afterMs);
}

/** Returns the first time after `afterMs` that is one or more whole periods after `earlierMs`. Skips missed times. */
export function nextMoment(period: Period, earlierMs: number, afterMs: number): number {
  if (period === 'monthly') return nextMonthly(earlierMs, afterMs);
  const length = lengthMs[period];
  const periods = Math.floor((afterMs - earlierMs) / length) + 1;
  return earlierMs + Math.max(1, periods) * length;
}

function nextMonthly(earlierMs: number, afterMs: number): number {
  const day = Math.min(new Date(earlierMs).getUTCDate(), monthDays);
  const timeMs = ((earlierMs % dayMs) + dayMs) % dayMs;
  const from = new Date(Math.max(earlierMs, afterMs));
  for (let month = from.getUTCMonth(); ; month++) {
    const moment = Date.UTC(from.getUTCFullYear(), month, day) + timeMs;
    if (moment > from.getTime()) return moment;
  }
}

/** Maps a text to a uniformly distributed number, at least 0 and below 1. */
function shareOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 12), 16) / 2 ** 48;
}
