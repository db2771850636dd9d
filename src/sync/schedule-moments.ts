import { hash } from 'node:crypto';
import type { SyncScheduleTable } from '../db/tables.ts';

/**
 * When a schedule is due. Every company has its own moment within the period, the same each time, by a hash of its id
 * and the data type: a million companies do not begin at midnight.
 */
export type Period = SyncScheduleTable['schedule'];

const secondMs = 1000;
const dayMs = 24 * 3600 * secondMs;
const lengthMs = { hourly: 3600 * secondMs, daily: dayMs, weekly: 7 * dayMs };
/** The days that every month has. */
const monthDays = 28;

/** The first moment of a new schedule after a time. */
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
  // All data types of a company on one day of the month.
  const day = Math.floor(shareOf(companyId) * monthDays);
  return nextMoment(period, day * dayMs + Math.floor(share * (dayMs / secondMs)) * secondMs, afterMs);
}

/** The next moment after a time, whole periods away from an earlier one: what was missed meanwhile is not made up for. */
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

/** Evenly from 0 up to, but not including, 1. */
function shareOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 12), 16) / 2 ** 48;
}
