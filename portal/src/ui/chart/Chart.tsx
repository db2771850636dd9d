import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ChartProps } from './chart-data.ts';
import { whenIdle } from './when-idle.ts';
import './chart.css';

/** The drawing library is loaded soon after the first chart is shown. */
const DrawnChart = lazy(async () => {
  await whenIdle();
  return { default: (await import('./DrawnChart.tsx')).DrawnChart };
});

export const chartHeight = 220;

/**
 * A chart of the kept library. It keeps its height while it is loading. Its numbers must also be in a table, because a
 * screen reader reads only its summary.
 */
export function Chart({ height = chartHeight, ...props }: ChartProps) {
  return (
    <figure className="drawn-chart" style={{ height }} role="img" aria-label={props.summary}>
      <Suspense fallback={<Skeleton height={height} radius="sm" />}>
        <DrawnChart {...props} height={height} />
      </Suspense>
    </figure>
  );
}
