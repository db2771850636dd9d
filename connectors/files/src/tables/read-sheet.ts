import type { FileLimits } from '../file-refused.ts';
import { FileRefused } from '../file-refused.ts';
import { decodeText } from '../text/decode-text.ts';
import { readXml } from '../text/read-xml.ts';
import type { CellStyle } from './cell-styles.ts';
import { cellText, type RawCell } from './cell-text.ts';
import type { RawRow } from './raw-row.ts';

export type Workbook = { strings: readonly string[]; styles: readonly CellStyle[]; is1904: boolean };

/** Reads the rows of one sheet. Empty cells count for nothing, wherever they are. */
export function readSheet(bytes: Uint8Array, workbook: Workbook, limits: FileLimits): RawRow[] {
  const rows: RawRow[] = [];
  let row: RawRow | undefined;
  let cell: (RawCell & { column: number }) | undefined;
  let reads: 'value' | 'inline' | undefined;
  let isPhonetic = false;
  readXml(decodeText(bytes), {
    open(name, attributes) {
      if (name === 'row') {
        row = { number: Number(attributes.r ?? (rows.at(-1)?.number ?? 0) + 1), cells: [], numbers: [] };
      } else if (name === 'c') {
        const style = workbook.styles[Number(attributes.s ?? 0)] ?? 'number';
        const column = attributes.r ? columnOf(attributes.r) : (row?.cells.length ?? 0);
        cell = { column, type: attributes.t ?? 'n', value: undefined, inline: '', isFormula: false, style };
      } else if (name === 'f' && cell) cell.isFormula = true;
      else if (name === 'v') reads = 'value';
      else if (name === 't') reads = 'inline';
      else if (name === 'rPh') isPhonetic = true;
    },
    text(text) {
      if (!cell || !reads || isPhonetic) return;
      if (reads === 'value') cell.value = (cell.value ?? '') + text;
      else cell.inline += text;
    },
    close(name) {
      if (name === 'v' || name === 't') reads = undefined;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c' && row && cell) {
        addCell({ row, cell, workbook, limits });
        cell = undefined;
      }
      if (name === 'row' && row) {
        if (row.cells.length > 0 || row.unreadable) rows.push(row);
        row = undefined;
        if (rows.length > limits.rowsMax)
          throw new FileRefused('tooManyRows', `A sheet has more than ${limits.rowsMax} rows. Split the file.`);
      }
    },
  });
  return rows;
}

type Added = { row: RawRow; cell: RawCell & { column: number }; workbook: Workbook; limits: FileLimits };

function addCell({ row, cell, workbook, limits }: Added): void {
  const { text, isNumber, unreadable } = cellText(cell, workbook);
  if (unreadable) row.unreadable ??= unreadable;
  if (text === '') return;
  if (cell.column >= limits.columnsMax || cell.column < 0)
    throw new FileRefused('tooManyColumns', `A sheet has more than ${limits.columnsMax} columns.`);
  if (text.length > limits.cellMax) row.unreadable ??= `A cell has more than ${limits.cellMax} characters.`;
  while (row.cells.length < cell.column) row.cells.push('');
  if (row.cells[cell.column] !== undefined) row.unreadable ??= 'A cell occurs twice.';
  row.cells[cell.column] = text.slice(0, limits.cellMax);
  if (isNumber) row.numbers?.push(cell.column);
}

/** The position of a cell such as `AB12`; -1 if it has another form. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1] ?? '';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
