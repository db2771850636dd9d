import { CsvError, parse } from 'csv-parse/sync';
import type { TableFile } from '../file-content.ts';
import { type FileLimits, FileRefused, malformed } from '../file-refused.ts';
import { findSeparator } from './find-separator.ts';
import type { RawRow } from './raw-row.ts';
import { tableOf } from './table-of.ts';

/** Reads a CSV text. The separator is found by the content; a first line such as `sep=;`, as Excel writes it, counts. */
export function readCsv({ text, limits }: { text: string; limits: FileLimits }): TableFile {
  const [named = '', declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(named.length);
  const separator = declared ?? findSeparator(body) ?? ',';
  const rows = readRows({ body, separator, limits, skippedLines: named ? 1 : 0 });
  const { table, notes } = tableOf({ name: '', rows, limits });
  if (!table) throw malformed('No line with headings of columns was found.');
  if (!/[\r\n]$/.test(body))
    notes.push('The file does not end with a line break. Check that its last row is complete.');
  return { kind: 'table', format: 'csv', sheets: [table], notes };
}

type Input = { body: string; separator: string; limits: FileLimits; skippedLines: number };
type Read = { record: string[]; info: { lines: number } };

function readRows({ body, separator, limits, skippedLines }: Input): RawRow[] {
  const rows: RawRow[] = [];
  let line = 1 + skippedLines;
  try {
    parse(body, {
      delimiter: separator,
      info: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 1_000_000,
      onRecord(read: unknown) {
        const { record, info } = read as Read;
        rows.push(rowOf({ number: line, cells: record, limits }));
        line = info.lines + 1 + skippedLines;
        if (rows.length > limits.rowsMax)
          throw new FileRefused('tooManyRows', `The file has more than ${limits.rowsMax} rows. Split it.`);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    if (error instanceof CsvError) throw malformed(textOf(error));
    throw error;
  }
  return rows;
}

function rowOf({ number, cells, limits }: { number: number; cells: string[]; limits: FileLimits }): RawRow {
  if (cells.length > limits.columnsMax * 2)
    throw new FileRefused('tooManyColumns', `Line ${number} has more than ${limits.columnsMax} columns.`);
  const isLong = cells.some((cell) => cell.length > limits.cellMax);
  if (!isLong) return { number, cells };
  const unreadable = `A cell has more than ${limits.cellMax} characters.`;
  return { number, cells: cells.map((cell) => cell.slice(0, 100)), unreadable };
}

function textOf({ code, lines }: CsvError & { lines?: unknown }): string {
  const where = typeof lines === 'number' ? ` near line ${lines}` : '';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quote is opened${where} and never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `A row${where} is longer than a million characters.`;
  return `A quote stands in the middle of a value${where}.`;
}
