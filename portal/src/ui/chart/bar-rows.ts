import type { ReactNode } from 'react';

export type BarRow = { name: string; size: number; text: string };
export type BarRowsProps = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly BarRow[];
  /** Wraps a row, for example in a link. */
  renderRow?: (place: number, bar: ReactNode) => ReactNode;
};
