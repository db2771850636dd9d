import { locale } from '../../messages/catalogue.ts';
/** Returns a round number that is not below the highest value, for the top of the axis. */
export function niceMax(highest: number): number {
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  // With these multiples, half of the result is a whole number. That half is the label at the middle of the axis.
  const step = [1, 2, 4, 6, 8, 10].find((candidate) => candidate * power >= highest) ?? 10;
  return step * power;
}

/** Returns the indexes of the points that get a label below the axis: at most `count` points, evenly spaced. */
export function labelPlaces(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, place) => place);
  const step = Math.ceil(length / count);
  return Array.from({ length: Math.ceil(length / step) }, (_, place) => place * step);
}

export function shortNumber(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

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
