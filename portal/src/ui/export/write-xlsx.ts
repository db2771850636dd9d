import writeExcelFile, { type Cell } from 'write-excel-file/universal';
import { plain } from '../money/decimal.ts';
import type { Sheet, SheetCell } from './sheet.ts';

/** Excel keeps 15 digits of a number. */
const digitsMax = 15;

/** Writes a table as an Excel file. Texts are stored as texts, so none of them is run as a formula. */
export function writeXlsx({ name, head, rows }: Sheet): Promise<Blob> {
  const data = [
    head.map((value): Cell => ({ value, type: String, fontWeight: 'bold' })),
    ...rows.map(({ cells, isBold }) => cells.map((cell) => xlsxCell(cell, isBold ?? false))),
  ];
  const widths = head.map((text, column) => ({
    width: Math.min(60, Math.max(text.length, ...rows.map(({ cells }) => lengthOf(cells[column]))) + 3),
  }));
  return writeExcelFile(data, { sheet: sheetName(name), columns: widths, stickyRowsCount: 1 }).toBlob();
}

/** An amount becomes a number, unless Excel would round it: then it is a text with every digit. */
export function xlsxCell(cell: SheetCell, isBold: boolean): Cell {
  if (cell === undefined) return null;
  const style = isBold ? { fontWeight: 'bold' as const } : {};
  if ('text' in cell) return { value: cell.text, type: String, ...style };
  const digits = plain(cell.number);
  const places = Math.max(2, digits.split('.')[1]?.length ?? 0);
  if (digits.replaceAll(/\D/g, '').replace(/^0+/, '').length > digitsMax)
    return { value: digits, type: String, align: 'right', ...style };
  return { value: Number(digits), type: Number, format: `#,##0.${'0'.repeat(places)}`, ...style };
}

function lengthOf(cell: SheetCell): number {
  if (cell === undefined) return 0;
  return 'text' in cell ? cell.text.length : cell.number.length + 4;
}

/** Excel rejects some characters in names of sheets, and names of more than 31 characters. */
const sheetName = (name: string) => name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31);
