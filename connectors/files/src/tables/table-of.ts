import type { Table, TableRow } from '../file-content.ts';
import { type FileLimits, FileRefused } from '../file-refused.ts';
import { mostFrequent } from './find-separator.ts';
import { isBlank, type RawRow } from './raw-row.ts';

/** Finds the header among the first rows and makes a table of the rows below it. */
export function tableOf({ name, rows, limits }: { name: string; rows: readonly RawRow[]; limits: FileLimits }): {
  table?: Table;
  notes: string[];
} {
  const filled = rows.filter((row) => !isBlank(row));
  const at = headerAt(filled);
  const header = filled[at];
  if (!header) return { notes: [] };
  const columns = columnNames(header.cells);
  if (columns.length > limits.columnsMax)
    throw new FileRefused(
      'tooManyColumns',
      `The file has ${columns.length} columns; at most ${limits.columnsMax} can be read.`,
    );
  const notes = at > 0 ? [`Rows above the headings were left out: ${at}.`] : [];
  const repeated = columns.filter((column) => / \(\d+\)$/.test(column) && !header.cells.includes(column));
  if (repeated.length > 0) notes.push(`Headings that occur more than once were numbered: ${repeated.join(', ')}.`);
  return { table: { name, columns, rows: filled.slice(at + 1).map((row) => fit(row, columns.length)) }, notes };
}

/**
 * The header is the first of the first 30 rows that is about as wide as most rows and has only words. Bank exports have
 * the account and the period above it.
 */
function headerAt(rows: readonly RawRow[]): number {
  const usual = mostFrequent(rows.slice(0, 300).map(({ cells }) => widthOf(cells)));
  return rows.slice(0, 30).findIndex(({ cells, numbers, unreadable }) => {
    const filled = cells.filter((cell) => cell.trim());
    if (unreadable || numbers?.length || filled.length < Math.max(1, usual * 0.5)) return false;
    return widthOf(cells) >= usual * 0.7 && filled.every(isWord);
  });
}

const isWord = (cell: string) => /\p{L}/u.test(cell) && cell.length <= 200 && !/^\d{1,4}[-./]\d{1,2}[-./]/.test(cell);

/** Number of cells without empty ones at the end. */
const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim()) + 1;

function columnNames(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.slice(0, widthOf(cells)).map((cell, at) => {
    const heading = cell.replace(/\s+/g, ' ').trim().slice(0, 200) || `Column ${at + 1}`;
    let name = heading;
    for (let count = 2; taken.has(name); count += 1) name = `${heading} (${count})`;
    taken.add(name);
    return name;
  });
}

/** Spreadsheets leave out empty cells at the end, so their rows are filled. A CSV row must be complete. */
function fit({ number, cells, numbers, unreadable }: RawRow, width: number): TableRow {
  const isSheet = numbers !== undefined;
  const fitted = Array.from({ length: width }, (_, at) => cells[at] ?? '');
  const row: TableRow = { number, cells: fitted };
  const positions = numbers?.filter((position) => position < width) ?? [];
  if (positions.length > 0) row.numbers = positions;
  const reason = unreadable ?? unevenness({ cells, width, isSheet });
  if (reason !== undefined) row.unreadable = reason;
  return row;
}

function unevenness({ cells, width, isSheet }: { cells: readonly string[]; width: number; isSheet: boolean }) {
  if (widthOf(cells) > width) return `The row has ${widthOf(cells)} cells, but there are ${width} headings.`;
  if (!isSheet && cells.length < width) return `The row has ${cells.length} cells, but there are ${width} headings.`;
  return undefined;
}
