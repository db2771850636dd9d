/** Xero writes a moment as `/Date(1573755038314+0000)/`, and now and then as an ISO date without a zone, which is UTC. */
export function readMoment(text: string): string {
  const [, ms] = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text) ?? [];
  const moment = ms === undefined ? new Date(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`) : new Date(Number(ms));
  return moment.toISOString();
}

/** A day; its time says nothing. */
export const readDay = (text: string) => `${readMoment(text).slice(0, 10)}T00:00:00Z`;
export const readOptionalDay = (text: string | null | undefined) => (text ? readDay(text) : undefined);
