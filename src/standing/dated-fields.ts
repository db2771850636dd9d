import type { DataType } from '@daybook/connector-kit';

/** The dates of a data type that have a column with an index, and so can be compared with the current day. */
export function datedFields({ columns: { date1, date2 } }: DataType): { field: string; column: 'date1' | 'date2' }[] {
  return [
    ...(date1 ? [{ field: date1, column: 'date1' as const }] : []),
    ...(date2 ? [{ field: date2, column: 'date2' as const }] : []),
  ];
}
