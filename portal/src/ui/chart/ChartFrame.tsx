import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { t } from '../../messages/ui.ts';
import type { Tone } from '../state-words.ts';
import { type Column, RowTable } from '../table/RowTable.tsx';
import { labelPlaces, shortNumber } from './chart-scale.ts';

export type Series = { key: string; label: string; tone: Tone };
export type Point = { at: string } & Record<string, number | string | undefined>;
export type ChartProps = {
  /** One sentence that describes the chart, for screen readers. */
  summary: string;
  points: Point[];
  series: Series[];
  /** The unit of the values, for example "deliveries" or "ms". */
  unit?: string;
  /** Formats a time for the axis and the data table. */
  timeLabel: (at: string) => string;
};

export const chart = { height: 200, left: 44, right: 8, top: 8, bottom: 24 };
export const innerHeight = chart.height - chart.top - chart.bottom;
/** Width reserved for one time label, in pixels, so that labels do not touch. */
const labelWidth = 92;
const ticks = [0, 0.5, 1];

/** The parts that all charts share: axis, legend, and a table of the numbers for people who cannot see the chart. */
export function ChartFrame(props: ChartProps & { max: number; children: (width: number) => ReactNode }) {
  const { summary, points, series, unit = '', timeLabel, max, children } = props;
  const id = useId();
  const { ref, width: measured } = useElementSize();
  const whole = Math.max(240, measured || 720);
  const width = whole - chart.left - chart.right;
  const columns: Column<Point>[] = [
    { id: 'at', header: t('time'), cell: ({ at }) => timeLabel(at) },
    ...series.map(({ key, label }) => ({
      id: key,
      header: label,
      cell: (point: Point) => (
        <Text size="sm" component="span">
          {point[key] ?? '–'} {point[key] !== undefined && unit}
        </Text>
      ),
    })),
  ];
  return (
    <figure className="chart" aria-labelledby={id} ref={ref}>
      <svg width={whole} height={chart.height} role="img" aria-labelledby={id}>
        <title id={id}>{summary}</title>
        {ticks.map((tick) => {
          const y = chart.top + innerHeight * (1 - tick);
          return (
            <g key={tick}>
              <line x1={chart.left} x2={whole - chart.right} y1={y} y2={y} className="chart-grid" />
              <text x={chart.left - 6} y={y + 4} textAnchor="end" className="chart-text">
                {shortNumber(max * tick)}
              </text>
            </g>
          );
        })}
        {labelPlaces(points.length, Math.max(2, Math.floor(width / labelWidth))).map((place) => (
          <text
            key={points[place]?.at}
            x={chart.left + (width * (place + 0.5)) / points.length}
            y={chart.height - 6}
            textAnchor="middle"
            className="chart-text"
          >
            {timeLabel(points[place]?.at ?? '')}
          </text>
        ))}
        {children(width)}
      </svg>
      <figcaption className="chart-legend">
        {series.map(({ key, label, tone }) => (
          <span key={key} className="chart-key">
            <span className={`chart-swatch fill-${tone}`} aria-hidden="true" />
            {label}
          </span>
        ))}
        <details className="chart-numbers">
          <summary>{t('dataTable')}</summary>
          <RowTable label={summary} columns={columns} rows={points} rowKey={({ at }) => at} />
        </details>
      </figcaption>
    </figure>
  );
}
