import { median } from '../../bench/report.ts';

/** One measured value over time; `at` is in milliseconds since the start. */
export type Curve = { name: string; points: { at: number; value: number }[] };
/** A curve may rise by this share of its first half, and by this much besides. */
export type Tolerance = { ratio: number; absolute: number };
export type Flatness = { first: number; last: number; end: number; isFlat: boolean };

const pointsLeast = 6;

/**
 * Judges a curve after `warmUpMs`: the median of its last half against the median of its first half. Falling is flat.
 * Undefined if there are too few points after the warm-up.
 */
export function judgeCurve(
  { points }: Curve,
  options: { warmUpMs: number; tolerance: Tolerance },
): Flatness | undefined {
  const { warmUpMs, tolerance } = options;
  const values = points.filter(({ at }) => at >= warmUpMs).map(({ value }) => value);
  if (values.length < pointsLeast) return undefined;
  const middle = Math.floor(values.length / 2);
  const [first, last] = [median(values.slice(0, middle)), median(values.slice(-middle))];
  const isFlat = last <= first * (1 + tolerance.ratio) + tolerance.absolute;
  return { first, last, end: values.at(-1) as number, isFlat };
}
