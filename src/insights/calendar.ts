/** Months in UTC. The times of records without a time of day are midnight UTC. */
export const monthText = (ms: number) => new Date(ms).toISOString().slice(0, 7);

/** The start of the month that is `by` months after the month of `ms`. */
export function monthStart(ms: number, by = 0): number {
  const day = new Date(ms);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + by, 1);
}

/** The starts of the last `count` months, oldest first; the last one is the month of `ms`. */
export const lastMonths = (ms: number, count: number) =>
  Array.from({ length: count }, (_, at) => monthStart(ms, at - count + 1));
