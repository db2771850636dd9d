/**
 * The books of every company cover the same 1,200 days. Dates come from a table, because formatting dates took most of
 * the time needed to write a record.
 */
export const firstDay = '2023-07-01';
export const dayCount = 1200;

const dayMs = 86_400_000;
const firstMs = Date.parse(`${firstDay}T00:00:00Z`);
// The table has 400 more days, because due dates can be later than the last day of the books.
const dayTexts = Array.from({ length: dayCount + 400 }, (_, day) =>
  new Date(firstMs + day * dayMs).toISOString().slice(0, 10),
);

export function dayText(day: number): string {
  return dayTexts[day] ?? new Date(firstMs + day * dayMs).toISOString().slice(0, 10);
}

/**
 * Returns the time `second` seconds after the start of the day. Whole days in `second` are ignored, so any number
 * works.
 */
export function timeText(day: number, second: number): string {
  const at = second % 86_400;
  const hour = Math.floor(at / 3600);
  const minute = Math.floor(at / 60) % 60;
  return `${dayText(day)}T${two(hour)}:${two(minute)}:${two(at % 60)}Z`;
}

/**
 * Returns the time of a change. Changes are one second apart and start on the day after the last day of the books, so
 * their times are the same in every run.
 */
export function changeTimeText(position: number): string {
  return timeText(dayCount + Math.floor(position / 86_400), position);
}

/** First and last day of a month; month 0 is the first month of the books. */
export function monthOf(month: number): { from: string; to: string } {
  const start = new Date(firstMs);
  const year = start.getUTCFullYear();
  const from = Date.UTC(year, start.getUTCMonth() + month, 1);
  const to = Date.UTC(year, start.getUTCMonth() + month + 1, 0);
  return { from: new Date(from).toISOString().slice(0, 10), to: new Date(to).toISOString().slice(0, 10) };
}

/** The months that are wholly inside the books. Each has its reports. */
export const wholeMonths = countMonths();

function countMonths(): number {
  let months = 0;
  while (monthOf(months).to <= dayText(dayCount - 1)) months++;
  return months;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
