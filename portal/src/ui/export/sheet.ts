/** A table to export. Numbers are decimal strings, so that a CSV file keeps every digit. */
export type SheetCell = { text: string } | { number: string } | undefined;
export type SheetRow = { cells: SheetCell[]; isBold?: boolean };
export type Sheet = { name: string; head: string[]; rows: SheetRow[] };
