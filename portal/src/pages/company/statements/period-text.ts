import { dateLocale } from '../../../messages/catalogue.ts';
import { dateText } from '../../../ui/date-words.ts';

const month = new Intl.DateTimeFormat(dateLocale(), { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Names a period: "30 Jun 2024" for a day, "Jun 2024" for a whole month, otherwise its first and last day. */
export function periodText(from: string | undefined, until: string): string {
  if (from === undefined) return dateText(until);
  const [first, last] = [new Date(from), new Date(until)];
  const dayAfter = new Date(last.getTime() + 86_400_000);
  const isMonth =
    first.getUTCDate() === 1 &&
    dayAfter.getUTCDate() === 1 &&
    first.getUTCMonth() === last.getUTCMonth() &&
    first.getUTCFullYear() === last.getUTCFullYear();
  return isMonth ? month.format(first) : `${dateText(from)} – ${dateText(until)}`;
}
