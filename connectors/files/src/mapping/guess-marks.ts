import type { FileMapping, Table } from '../file-content.ts';
import { parseAmount } from '../values/parse-amount.ts';
import { type DateOrder, parseDate } from '../values/parse-date.ts';
import { fieldsOf } from './fields.ts';

type Marks = Pick<FileMapping, 'decimalMark' | 'dateOrder'> & { isSure: boolean };
type Input = { table: Table; fields: Record<string, string>; dataType: string };

/**
 * Finds the decimal mark and the order of dates with which the most values can be read. `isSure` is false if two ways
 * read every value and give different results, such as 1.234 or 03/04/2026.
 */
export function guessMarks({ table, fields, dataType }: Input): Marks {
  const kinds = new Map(fieldsOf(dataType).map(({ name, kind }) => [name, kind]));
  const textsOf = (kind: string) =>
    Object.entries(fields).flatMap(([field, column]) => (kinds.get(field) === kind ? cellsOf(table, column) : []));
  const amounts = textsOf('amount');
  const dates = textsOf('date');
  const marks = rank(
    ['.', ','].map((mark) => ({
      value: mark as '.' | ',',
      reads: amounts.map((text) => parseAmount(text.replace('%', ''), mark as '.')),
    })),
  );
  const orders = rank(
    (['ymd', 'dmy', 'mdy'] as DateOrder[]).map((order) => ({
      value: order,
      reads: dates.map((text) => parseDate(text, order)),
    })),
  );
  const isGerman = dates.some((text) => /^\d{1,2}\.\d{1,2}\./.test(text));
  const decimalMark = marks.isSure ? marks.best : isGerman ? ',' : '.';
  const isDotted = orders.tied.includes('dmy') && (isGerman || decimalMark === ',');
  return {
    decimalMark,
    dateOrder: isDotted ? 'dmy' : orders.best,
    isSure: marks.isSure && (orders.isSure || isDotted),
  };
}

/** Up to 5,000 texts of a column that are not stored as numbers. */
function cellsOf({ columns, rows }: Table, column: string): string[] {
  const at = columns.indexOf(column);
  return rows
    .slice(0, 5000)
    .flatMap(({ cells, numbers }) => (cells[at]?.trim() && !numbers?.includes(at) ? [cells[at].trim()] : []));
}

type Way<T> = { value: T; reads: (string | undefined)[] };

function rank<T>(ways: Way<T>[]): { best: T; tied: T[]; isSure: boolean } {
  const counts = ways.map(({ reads }) => reads.filter((read) => read !== undefined).length);
  const most = Math.max(...counts);
  const best = ways.filter((_, at) => counts[at] === most);
  const [first] = best;
  const isSure = best.every(({ reads }) => reads.every((read, at) => read === first?.reads[at]));
  return { best: first?.value as T, tied: best.map(({ value }) => value), isSure };
}
