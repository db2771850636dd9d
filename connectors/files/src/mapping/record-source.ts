import type { FileMapping, TableRow } from '../file-content.ts';

/** What a record of a table is computed from. It is stored as the record's source. */
export type TableSource = {
  mapping: Pick<FileMapping, 'dataType' | 'constants' | 'decimalMark' | 'dateOrder'>;
  /** The mapped cells of each row, by field, and the fields whose cells a spreadsheet stores as numbers. */
  rows: SourceRow[];
};

export type SourceRow = { fields: Record<string, string>; numbers?: string[] };

/** Takes the mapped cells of a row. Empty cells are left out. */
export function sourceRow({ row, positions }: { row: TableRow; positions: ReadonlyMap<string, number> }): SourceRow {
  const fields: Record<string, string> = {};
  const numbers: string[] = [];
  for (const [field, position] of positions) {
    const cell = row.cells[position]?.trim() ?? '';
    if (!cell) continue;
    fields[field] = cell;
    if (row.numbers?.includes(position)) numbers.push(field);
  }
  return { fields, ...(numbers.length > 0 && { numbers }) };
}
