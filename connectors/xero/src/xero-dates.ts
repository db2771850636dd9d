/**
 * Converts a time from Xero to ISO 8601. Xero writes times as `/Date(1573755038314+0000)/`, and sometimes as an ISO
 * date in UTC without a time zone.
 */
export function readMoment(text: string): string {
  const [, ms] = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text) ?? [];
  const moment = ms === undefined ? new Date(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`) : new Date(Number(ms));
  return moment.toISOString();
}

/** Reads a date. Its time of day has no meaning. */
export const readDay = (text: string) => `${readMoment(text).slice(0, 10)}T00:00:00Z`;
export const readOptionalDay = (text: string | null | undefined) => (text ? readDay(text) : undefined);
