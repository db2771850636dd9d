import { dateLocale } from '../../../messages/catalogue.ts';
import { dateText } from '../../../ui/date-words.ts';

const month = new Intl.DateTimeFormat(dateLocale(), { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** How many whole months have passed since the last day of a period. */
export function monthsSince(until: string, nowMs: number): number {
  const [last, now] = [new Date(Date.parse(until) + 86_400_000), new Date(nowMs)];
  const months = (now.getUTCFullYear() - last.getUTCFullYear()) * 12 + now.getUTCMonth() - last.getUTCMonth();
  return Math.max(0, now.getUTCDate() < last.getUTCDate() ? months - 1 : months);
}

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
