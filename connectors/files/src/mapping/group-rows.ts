import type { FileMapping, Problem, Table, TableRow } from '../file-content.ts';
import { isTotal } from './total-line.ts';

type Grouping = { table: Table; mapping: FileMapping; problems: Problem[] };

/**
 * Puts together the rows of each record. A group with an unreadable row is left out whole. Lines of totals are left out
 * where a name alone would make a record of them.
 */
export function groupRows({ table, mapping, problems }: Grouping): TableRow[][] {
  const { lines, idColumns, groupColumns = idColumns } = mapping;
  const positions = (lines === 'none' ? [] : groupColumns).map((column) => table.columns.indexOf(column));
  const keyOf = ({ cells }: TableRow) => JSON.stringify(positions.map((position) => cells[position]?.trim() ?? ''));
  const empty = JSON.stringify(positions.map(() => ''));
  const groups = new Map<string, TableRow[]>();
  let last: string | undefined;
  for (const row of table.rows) {
    const isEmpty = lines !== 'none' && keyOf(row) === empty;
    if (
      !row.unreadable &&
      isTotal(row) &&
      (lines === 'none' ? countOf(row) * 2 <= table.columns.length + 1 : isEmpty)
    ) {
      problems.push({ row: row.number, message: 'This looks like a line of totals. It is left out.' });
      continue;
    }
    if (isEmpty && (lines === 'same-id' || last === undefined)) {
      problems.push({ row: row.number, message: 'The columns that its record has in common are empty.' });
      continue;
    }
    const key = isEmpty && last !== undefined ? last : lines === 'same-id' ? keyOf(row) : String(row.number);
    last = key;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].filter((rows) => {
    const broken = rows.filter(({ unreadable }) => unreadable);
    for (const { number, unreadable = '' } of broken) problems.push({ row: number, message: unreadable });
    return broken.length === 0;
  });
}

const countOf = ({ cells }: TableRow) => cells.filter((cell) => cell.trim()).length;
