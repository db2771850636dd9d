import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import './chart.css';
import type { BarRowsProps } from './bar-rows.ts';

const DrawnBarRows = lazy(() =>
  import('./DrawnBarRows.tsx').then(({ DrawnBarRows: component }) => ({ default: component })),
);

/** A list of names and values with a bar for each, the longest for the largest value. */
export function BarRows(props: BarRowsProps) {
  return (
    <Suspense fallback={<Skeleton height={props.rows.length * 26} radius="sm" />}>
      <DrawnBarRows {...props} />
    </Suspense>
  );
}
