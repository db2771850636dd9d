import { CompositeChart } from '@mantine/charts';
import { ReferenceArea } from 'recharts';
import '@mantine/charts/styles.css';
import { axisWidthOf } from './axis-width.ts';
import type { ChartPoint, ChartProps, ChartSeries } from './chart-data.ts';
import { useDragPlaces } from './drag-places.ts';

/** Draws bars, lines and areas. Only `Chart` imports this file, and only when a chart is shown. */
export function DrawnChart(props: ChartProps) {
  const {
    points,
    series,
    axisText,
    height = 220,
    isStacked = false,
    isZoomed = false,
    ticks,
    onPick,
    onSelect,
  } = props;
  const { places, handlers } = useDragPlaces(points.length, onSelect);
  // Several points can have the same label, so the axis counts places.
  const data = points.map((point, place) => ({
    place,
    ...Object.fromEntries(series.map(({ name }) => [name, point.values[name]?.size ?? null])),
  }));
  const isStill = { isAnimationActive: false };
  return (
    <div className={onSelect ? 'chart-select' : undefined} {...handlers}>
      <CompositeChart
        aria-hidden="true"
        h={height}
        data={data}
        dataKey="place"
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
        barProps={{ ...isStill, ...pickBar(onPick), radius: isStacked ? 0 : 2, ...(isStacked && { stackId: 'all' }) }}
        lineProps={isStill}
        areaProps={isStill}
        yAxisProps={{
          width: axisWidthOf(props),
          tickCount: 5,
          allowDecimals: !isStacked,
          ...(isZoomed && { domain: ['auto', 'auto'] }),
        }}
        xAxisProps={{
          interval: ticks ? 'equidistantPreserveStart' : 'preserveStartEnd',
          ...(ticks && { ticks: [...ticks] }),
          minTickGap: 12,
          tickFormatter: (place: number) => points[place]?.label ?? '',
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
      >
        {places && (
          <ReferenceArea
            x1={places.from}
            x2={places.to}
            fill="var(--mantine-color-anchor)"
            fillOpacity={0.16}
            ifOverflow="extendDomain"
          />
        )}
      </CompositeChart>
    </div>
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
