import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { ChartPoint, ChartProps, ChartSeries } from './chart-data.ts';

/** Draws bars, lines and areas. Only `Chart` imports this file, and only when a chart is shown. */
export function DrawnChart({
  points,
  series,
  axisText,
  height = 220,
  isStacked = false,
  isZoomed = false,
  onPick,
}: ChartProps) {
  const data = points.map((point) => ({
    label: point.label,
    ...Object.fromEntries(series.map(({ name }) => [name, point.values[name]?.size ?? null])),
  }));
  const isStill = { isAnimationActive: false };
  return (
    <CompositeChart
      aria-hidden="true"
      h={height}
      data={data}
      dataKey="label"
      series={series.map(({ name, label, kind, color }) => ({ name, label, color, type: kind }))}
      valueFormatter={axisText}
      accessibilityLayer={false}
      connectNulls={false}
      curveType="linear"
      strokeDasharray="3 3"
      tickLine="none"
      maxBarWidth={36}
      dotProps={{ r: 2.5 }}
      activeDotProps={{ r: 4 }}
      barProps={{ ...isStill, ...pickBar(onPick), radius: 2, ...(isStacked && { stackId: 'all' }) }}
      lineProps={isStill}
      areaProps={isStill}
      yAxisProps={{ width: 72, tickCount: 5, ...(isZoomed && { domain: ['auto', 'auto'] }) }}
      xAxisProps={{
        interval: 'preserveStartEnd',
        minTickGap: 12,
        ...(isZoomed && { padding: { left: 8, right: 16 } }),
      }}
      tooltipProps={{
        isAnimationActive: false,
        content: ({ activeIndex, active }) => {
          const point = active ? points[Number(activeIndex)] : undefined;
          return point && <Tooltip point={point} series={series} />;
        },
      }}
      {...(onPick && {
        className: 'chart-pick',
        composedChartProps: {
          onClick: ({ activeTooltipIndex: place }) => {
            if (place !== undefined && place !== null) onPick(Number(place));
          },
        },
      })}
    />
  );
}

/**
 * A click on a bar. The chart's own handler, for clicks beside a bar, knows the place only after the pointer has moved
 * there, which a tap or a quick click does not do.
 */
function pickBar(onPick: ChartProps['onPick']) {
  if (!onPick) return {};
  return {
    onClick: (_bar: unknown, place: number, event: { stopPropagation(): void }) => {
      event.stopPropagation();
      onPick(place);
    },
  };
}

function Tooltip({ point, series }: { point: ChartPoint; series: readonly ChartSeries[] }) {
  return (
    <div className="chart-tooltip">
      <strong>{point.title}</strong>
      {series.map(({ name, label, color }) => {
        const value = point.values[name];
        if (!value) return null;
        return (
          <div key={name} className="chart-tooltip-row">
            <span className="chart-swatch" style={{ background: color }} />
            {label}
            <span className="money push-right">{value.text}</span>
          </div>
        );
      })}
    </div>
  );
}
