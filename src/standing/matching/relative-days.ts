import { dayOf } from '../../base/days.ts';
import { dayMs } from '../../base/durations.ts';
import type { FieldKind } from '../../lists/fields.ts';
import type { Comparison } from '../../lists/filter/parse-filter.ts';

/** A day in UTC, such as `2026-11-03`. */
export type Day = string;

/** `today`, `today-30` or `today+7`. Text in double quotes is always literal. */
const relative = /^today(?:\s*([+-])\s*(\d{1,3}))?$/i;

/** How many days after the current day the value of a comparison is. Undefined if it does not depend on the day. */
export function daysFromToday(kind: FieldKind, { value, quoted }: Comparison): number | undefined {
  if (kind !== 'time' || quoted) return undefined;
  const [whole, sign, days = '0'] = relative.exec(value) ?? [];
  if (whole === undefined) return undefined;
  return sign === '-' ? -Number(days) : Number(days);
}

/** The comparison as it is on a day. */
export function onDay(kind: FieldKind, comparison: Comparison, day: Day): Comparison {
  const days = daysFromToday(kind, comparison);
  return days === undefined ? comparison : { ...comparison, value: addDays(day, days) };
}

export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * dayMs);
