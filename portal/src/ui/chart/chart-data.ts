/** What a chart draws. Numbers are only for the drawing; people read the texts, which have every digit. */
export type ChartSeries = {
  name: string;
  label: string;
  kind: 'bar' | 'line' | 'area';
  /** A CSS colour, such as `var(--chart-main)`. */
  color: string;
};
export type ChartPoint = {
  /** Text below the axis. */
  label: string;
  /** First line of the tooltip. */
  title: string;
  /** By name of the series. A missing value is drawn as a gap. */
  values: Record<string, { size: number; text: string } | undefined>;
};
export type ChartProps = {
  /** One sentence that describes the chart, for screen readers. */
  summary: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Formats a value of the axis. */
  axisText: (value: number) => string;
  height?: number;
  /** The axis begins near the smallest value instead of at 0. Only for lines: bars and areas would mislead. */
  isZoomed?: boolean;
  /** Draws the bars of all series on one another instead of side by side. */
  isStacked?: boolean;
  /** Places that may get a label below the axis. Without them, any place may. */
  ticks?: readonly number[];
  /** Called with the place of the point that a person clicks. */
  onPick?: (place: number) => void;
  /** Called with the places of the bar that a person clicks, or of those that they drag over. */
  onSelect?: (places: { from: number; to: number }) => void;
};
