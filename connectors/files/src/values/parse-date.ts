export type DateOrder = 'ymd' | 'dmy' | 'mdy';

/** A date of the calendar as 2026-01-31. Undefined if the day does not exist, or is before 1900 or after 2199. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  if (!(year >= 1900 && year < 2200 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Two digits mean 1970 to 2069. */
const fullYear = (text: string) =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900);

/** Reads a date, perhaps with a time after it, which is left out. Returns undefined for everything else. */
export function parseDate(given: string, order: DateOrder): string | undefined {
  const text = given
    .trim()
    .replace(/(?:T|,? +)\d{1,2}:\d{2}(:\d{2}(\.\d{1,9})?)?( ?[AP]M)?( ?(Z|[+-]\d{2}:?\d{2}))?$/i, '');
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return calendarDate(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const [, first = '', , second = '', third = ''] = /^(\d{1,4})([-./ ])\s?(\d{1,2})\2\s?(\d{1,4})$/.exec(text) ?? [];
  if (first.length === 4) return calendarDate(Number(first), Number(second), Number(third));
  if (first && order !== 'ymd' && /^(\d{2}|\d{4})$/.test(third)) {
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    return calendarDate(fullYear(third), Number(month), Number(day));
  }
  if (first && order === 'ymd' && /^\d{2}$/.test(first) && third.length <= 2)
    return calendarDate(fullYear(first), Number(second), Number(third));
  return namedMonth(text);
}

function namedMonth(text: string): string | undefined {
  const [, day, name = '', year = ''] = /^(\d{1,2})[- .]{1,2}([A-Za-z]{3})[a-z]*[- ,.]{1,2}(\d{4})$/.exec(text) ?? [];
  const [, other = '', otherDay, otherYear = ''] = /^([A-Za-z]{3})[a-z]* (\d{1,2}),? (\d{4})$/.exec(text) ?? [];
  const month = months.indexOf((name || other).toLowerCase()) + 1;
  return calendarDate(Number(year || otherYear), month, Number(day ?? otherDay));
}
