import type { TableRow } from '../file-content.ts';
import { plain } from './choice-words.ts';

const totalWords =
  /^(?:(?:grand |sub ?)?totals?|sum|sums|summe|gesamt|gesamtsumme|zwischensumme|endsumme|totaal|totale|totaux|total general|suma|razem|soma|balance|saldo)(?: [a-z]{3})?$/;

/** A row that begins with a word such as "Total". */
export function isTotal({ cells }: TableRow): boolean {
  const first = cells.find((cell) => cell.trim()) ?? '';
  return totalWords.test(plain(first));
}
