import type { ReactNode } from 'react';
import { t } from '../../messages/ui.ts';
import type { Tone } from '../state-words.ts';
import { type Column, RowTable } from '../table/RowTable.tsx';
import { Chart } from './Chart.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { countText, shortNumber } from './chart-numbers.ts';
import { axisLabel, roundPlaces, spanText } from './span-text.ts';

export type TimeSeries = { key: string; label: string; tone: Tone };
export type TimePoint = { at: string } & Record<string, number | string | undefined>;
export type Span = { since: string; until: string };

type TimeChartProps = {
  /** One sentence that describes the chart, for screen readers. */
  summary: string;
  points: readonly TimePoint[];
  series: readonly TimeSeries[];
  /** Length of the span of time that a point stands for. */
  stepMs: number;
  kind?: 'bar' | 'line';
  /** The unit of the values, for example "ms". */
  unit?: string;
  height?: number;
  /** Called with the time of the bar that a person clicks, or of those that they drag over. */
  onSelect?: (span: Span) => void;
};

/** Counts or measurements over time, with a table of the numbers. A missing value is drawn as a gap. */
export function TimeChart({
  points,
  series,
  stepMs,
  kind = 'bar',
  unit = '',
  onSelect,
  height = 200,
  ...props
}: TimeChartProps) {
  const text = (value: number) => `${countText(value)}${unit && ` ${unit}`}`;
  const spanMs = stepMs * points.length;
  const drawn = series.map(({ key, label, tone }) => ({ name: key, label, kind, color: `var(--db-${tone})` }));
  const spanOf = (from: number, to: number): Span => ({
    since: new Date(Date.parse(points[from]?.at ?? '')).toISOString(),
    until: new Date(Date.parse(points[to]?.at ?? '') + stepMs).toISOString(),
  });
  return (
    <div className="time-chart">
      <Chart
        {...props}
        height={height}
        isStacked
        axisText={shortNumber}
        ticks={roundPlaces(points, { stepMs, spanMs })}
        series={drawn}
        points={points.map((point) => ({
          label: axisLabel(point.at, { stepMs, spanMs }),
          title: spanText(point.at, stepMs),
          values: Object.fromEntries(
            series.map(({ key }) => {
              const value = point[key];
              return [key, value === undefined ? undefined : { size: Number(value), text: text(Number(value)) }];
            }),
          ),
        }))}
        {...(onSelect && {
          onSelect: ({ from, to }: { from: number; to: number }) => onSelect(spanOf(from, to)),
        })}
      />
      <div className="chart-legend">
        <ChartLegend series={drawn} />
        <details className="chart-numbers">
          <summary>{t('dataTable')}</summary>
          <RowTable
            label={props.summary}
            columns={columnsOf({
              series,
              stepMs,
              text,
              onSelect: onSelect && ((at) => onSelect(spanOf(at, at))),
              points,
            })}
            rows={points}
            rowKey={({ at }) => at}
          />
        </details>
      </div>
    </div>
  );
}

type TableParts = Pick<TimeChartProps, 'series' | 'stepMs' | 'points'> & {
  text: (value: number) => string;
  onSelect: ((place: number) => void) | undefined;
};

function columnsOf({ series, stepMs, text, onSelect, points }: TableParts): Column<TimePoint>[] {
  const timeCell = (point: TimePoint): ReactNode => {
    const words = spanText(point.at, stepMs);
    if (!onSelect) return words;
    return (
      <button type="button" className="plain-button" onClick={() => onSelect(points.indexOf(point))}>
        {words}
      </button>
    );
  };
  return [
    { id: 'at', header: t('time'), cell: timeCell },
    ...series.map(
      ({ key, label }): Column<TimePoint> => ({
        id: key,
        header: label,
        align: 'right',
        cell: (point) => (point[key] === undefined ? '–' : text(Number(point[key]))),
      }),
    ),
  ];
}
