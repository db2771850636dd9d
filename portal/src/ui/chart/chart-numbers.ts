import { locale } from '../../messages/catalogue.ts';

/** For an axis: "1.2K". */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** With all digits: "1,234". */
export const countText = (value: number): string => new Intl.NumberFormat(locale()).format(value);

/**
 * Combines each group of `size` adjacent points into one point. Numbers are added up. The time is that of the first
 * point.
 */
export function joinPoints<P extends { at: string }>(points: readonly P[], size: number): P[] {
  const joined: P[] = [];
  for (let from = 0; from < points.length; from += size) {
    const group = points.slice(from, from + size) as (P & Record<string, unknown>)[];
    const sums = Object.keys(group[0] ?? {}).map((key) => {
      const isNumber = typeof group[0]?.[key] === 'number';
      return [key, isNumber ? group.reduce((sum, point) => sum + Number(point[key]), 0) : group[0]?.[key]];
    });
    joined.push(Object.fromEntries(sums) as P);
  }
  return joined;
}
