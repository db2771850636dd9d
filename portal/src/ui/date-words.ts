import { dateLocale } from '../messages/catalogue.ts';
import { formatTime } from './zone/time-zone.ts';

const isDay = /^\d{4}-\d{2}-\d{2}(T00:00:00(\.0+)?(Z|\+00:00)?)?$/;
const day = new Intl.DateTimeFormat(dateLocale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/**
 * Formats a date of the books as a date, "31 Jan 2026", and a point in time with its time of day. Midnight UTC is how
 * the API writes a date: it must not become the day before in a time zone west of Greenwich.
 */
export function dateText(text: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return text;
  return isDay.test(text) ? day.format(at) : momentText(text);
}

/** Formats a point in time to the minute: "16 Nov 2026, 09:14". */
export const momentText = (at: string): string =>
  formatTime(at, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

const month = new Intl.DateTimeFormat(dateLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month such as `2026-09`. */
export const monthText = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`));
