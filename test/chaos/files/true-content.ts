import { camt, mt940, ofx, type Statement } from '../../../connectors/files/test/write-statements.ts';
import { type SheetCell, xlsxOf } from '../../../connectors/files/test/write-xlsx.ts';

/** Random numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export type Random = ReturnType<typeof randomOf>;
export type Invoice = { number: string; customer: string; day: number; cents: number; dueCents: number };

const customers = ['Müller & Co', 'Łódź <Spółka>', 'Smith "and" Sons', 'Groß; Söhne', 'Plain Ltd', 'Ünal'];

export function invoicesOf(random: Random): Invoice[] {
  return Array.from({ length: 5 + random(20) }, (_, at) => {
    const cents = 100 + random(10_000_000);
    return {
      ...{
        number: `INV-${1000 + at}`,
        customer: customers[random(customers.length)] ?? '',
        day: 1 + random(28),
        cents,
      },
      dueCents: random(3) === 0 ? cents : 0,
    };
  });
}

export const decimal = (cents: number, mark = '.') =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}${mark}${String(Math.abs(cents) % 100).padStart(2, '0')}`;

const dayOf = (day: number) => String(day).padStart(2, '0');

/** What a true record says. A record of the reader is written in the same form and looked up. */
export const keyOfInvoice = ({ number, customer, day, cents, dueCents }: Invoice) =>
  [number, customer, `2026-01-${dayOf(day)}`, cents / 100, dueCents / 100].join('|');

export const header = ['Invoice Number', 'Customer', 'Date', 'Total', 'Amount Due'];

/** `style` decides the separator, the decimal mark and the form of dates. */
export function cellsOf({ number, customer, day, cents, dueCents }: Invoice, style: 'german' | 'plain'): string[] {
  const isGerman = style === 'german';
  const date = isGerman ? `${dayOf(day)}.01.2026` : `2026-01-${dayOf(day)}`;
  return [number, customer, date, decimal(cents, isGerman ? ',' : '.'), decimal(dueCents, isGerman ? ',' : '.')];
}

export function csvOf(rows: readonly string[][], style: 'german' | 'plain'): string {
  const separator = style === 'german' ? ';' : ',';
  const quoted = (cell: string) => (/[",;\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [header, ...rows].map((cells) => `${cells.map(quoted).join(separator)}\r\n`).join('');
}

export function sheetOf(rows: readonly string[][]): Buffer {
  const isNumber = (cell: string) => /^-?\d+(\.\d+)?$/.test(cell);
  const cell = (text: string): SheetCell => (isNumber(text) ? { n: text } : text);
  return xlsxOf([header, ...rows.map((cells) => cells.map(cell))]);
}

export function statementOf(random: Random): Statement {
  const entries = Array.from({ length: 3 + random(15) }, (_, at) => ({
    ...{ id: `B-${at}`, date: `2026-01-${dayOf(1 + random(28))}`, amount: decimal(random(2_000_000) - 1_000_000) },
    ...{ name: 'Meyer', text: `Invoice ${at}` },
  }));
  const cents = entries.map(({ amount }) => Math.round(Number(amount) * 100));
  const closing = decimal(cents.reduce((total, one) => total + one, 12_345));
  return { account: 'DE02120300000000202051', opening: '123.45', closing, entries };
}

export const keyOfEntry = ({ date, amount }: { date: string; amount: string }) => `${date}|${Number(amount)}`;

export const statementFormats: Record<string, (statement: Statement) => string> = {
  'ofx-1': (statement) => ofx(statement, 1),
  'ofx-2': (statement) => ofx(statement, 2),
  'camt-02': (statement) => camt(statement, '02'),
  'camt-08': (statement) => camt(statement, '08'),
  mt940,
};
