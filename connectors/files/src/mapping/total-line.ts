import type { TableRow } from '../file-content.ts';
import { parseAmount } from '../values/parse-amount.ts';
import { plain } from './choice-words.ts';

const totalWords =
  /^(?:(?:grand |sub ?)?totals?|sum|sums|summe|gesamt|gesamtsumme|zwischensumme|endsumme|totaal|totale|totaux|total general|suma|razem|soma|balance|saldo)(?: [a-z]{3})?$/;

/** A row that begins with a word such as "Total". */
export function isTotal({ cells }: TableRow): boolean {
  const first = cells.find((cell) => cell.trim()) ?? '';
  return totalWords.test(plain(first));
}

/** A row with such a word and amounts, and nothing else. At the end of a table, it is no record. */
export function isOnlyTotal(row: TableRow): boolean {
  const [, ...others] = row.cells.filter((cell) => cell.trim());
  const isAmount = (cell: string) => parseAmount(cell, '.') !== undefined || parseAmount(cell, ',') !== undefined;
  return isTotal(row) && others.length > 0 && others.every(isAmount);
}
