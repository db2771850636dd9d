import { plainText, shift } from '@daybook/connector-kit';
import { type CellStyle, dateOfSerial } from './cell-styles.ts';

export type RawCell = { type: string; value: string | undefined; inline: string; isFormula: boolean; style: CellStyle };
export type CellText = { text: string; isNumber?: true; unreadable?: string };

/** Writes the value of a spreadsheet's cell. Of a formula, only the stored value counts; it is never computed. */
export function cellText(
  cell: RawCell,
  { strings, is1904 }: { strings: readonly string[]; is1904: boolean },
): CellText {
  const { type, value, inline, isFormula, style } = cell;
  if (type === 'inlineStr') return { text: inline };
  if (value === undefined || value === '') {
    if (!isFormula || type === 'str') return { text: '' };
    return { text: '', unreadable: 'A formula has no stored value. Open the file in a spreadsheet, and save it.' };
  }
  if (type === 's') {
    const text = /^\d+$/.test(value) ? strings[Number(value)] : undefined;
    return text === undefined ? { text: '', unreadable: 'A cell names a text that does not exist.' } : { text };
  }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE' };
  if (type === 'e') return { text: value, unreadable: `A cell contains the error ${value.slice(0, 20)}.` };
  if (type === 'str' || type === 'd') return { text: value };
  return numberText(value, style, is1904);
}

function numberText(value: string, style: CellStyle, is1904: boolean): CellText {
  const isNumber = /^[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,2})?$/.test(value);
  if (!isNumber) return { text: value.slice(0, 100), unreadable: `"${value.slice(0, 20)}" is not a number.` };
  if (style === 'date') {
    const text = dateOfSerial(Number(value), is1904);
    return text ? { text } : { text: value, unreadable: `${value.slice(0, 20)} is not a date.` };
  }
  const exact = roundedToDouble(value);
  if (style === 'percent') return { text: `${withoutZeros(shift(exact, 2))}%` };
  return { text: exact, isNumber: true };
}

/**
 * Spreadsheets compute with doubles and show 15 digits: 12.3 may be stored as 12.300000000000001. Whole numbers and
 * those with up to 15 digits are kept as they are.
 */
function roundedToDouble(value: string): string {
  const plain = plainText(value);
  const digits = plain.replace(/[-.]/g, '').replace(/^0+/, '');
  if (digits.length <= 15 || !plain.includes('.')) return withoutZeros(plain);
  return withoutZeros(plainText(String(Number(Number(value).toPrecision(15)))));
}

const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
