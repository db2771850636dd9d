import { valueAt } from '../browse/record-fields.ts';

/** The latest day among records, each with the field that has its day: "2026-11-14". */
export function newestDay(records: readonly (readonly [record: unknown, field: string])[]): string | undefined {
  return records
    .map(([record, field]) => valueAt(record, field))
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, 10))
    .sort()
    .at(-1);
}
