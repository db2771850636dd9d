import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import './chart.css';

const DrawnBarRows = lazy(() =>
  import('./DrawnBarRows.tsx').then(({ DrawnBarRows: component }) => ({ default: component })),
);

export type BarRow = { name: string; size: number; text: string };
export type BarRowsProps = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly BarRow[];
  /** Wraps a row, for example in a link. */
  renderRow?: (place: number, bar: ReactNode) => ReactNode;
};

/** A list of names and values with a bar for each, the longest for the largest value. */
export function BarRows(props: BarRowsProps) {
  return (
    <Suspense fallback={<Skeleton height={props.rows.length * 26} radius="sm" />}>
      <DrawnBarRows {...props} />
    </Suspense>
  );
}
