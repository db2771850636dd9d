import { plain } from '../money/decimal.ts';
import type { Sheet, SheetCell } from './sheet.ts';

/**
 * Writes a table as CSV (RFC 4180) with a byte order mark, by which Excel recognizes UTF-8. Spreadsheets run texts that
 * begin with = + - @ as formulas, so such texts get an apostrophe in front. Numbers are written as they are.
 */
export function csvText({ head, rows }: Sheet): string {
  const lines = [head.map((text) => field(safe(text))), ...rows.map(({ cells }) => cells.map(cellText))];
  return `\u{FEFF}${lines.map((line) => `${line.join(',')}\r\n`).join('')}`;
}

function cellText(cell: SheetCell): string {
  if (cell === undefined) return '';
  return 'number' in cell ? plain(cell.number) : field(safe(cell.text));
}

const safe = (text: string) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
