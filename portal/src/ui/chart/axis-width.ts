import type { ChartProps } from './chart-data.ts';

/** Width of a character of a label, and the space between the labels and the chart, in pixels. */
const characterWidth = 8;
const gap = 16;
const widthMin = 44;

/** Parts of the largest and the smallest value at which the axis may have a label. */
const parts = [0.25, 0.3, 0.5, 0.6, 0.75, 0.9, 1, 1.25];

/** The width that the labels of the axis on the left need, from the longest label that it may have. */
export function axisWidthOf({ points, series, axisText, isStacked }: ChartProps): number {
  const heights = points.flatMap(({ values }) => {
    const sizes = series.map(({ name }) => values[name]?.size ?? 0);
    return isStacked ? [sizes.reduce((sum, size) => sum + size, 0)] : sizes;
  });
  const ends = [Math.min(0, ...heights), Math.max(0, ...heights)];
  // Between large values, labels have as many digits as the values themselves.
  const possible = [...heights, ...ends.flatMap((end) => parts.map((part) => end * part))];
  const labels = possible.map(axisText);
  return Math.max(widthMin, gap + characterWidth * Math.max(...labels.map(({ length }) => length)));
}
