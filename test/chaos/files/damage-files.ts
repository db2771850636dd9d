import {
  cellsOf,
  csvOf,
  header,
  invoicesOf,
  keyOfEntry,
  keyOfInvoice,
  type Random,
  randomOf,
  sheetOf,
  statementFormats,
  statementOf,
} from './true-content.ts';

/** A file, and what is true in it. */
export type HostileFile = {
  name: string;
  bytes: Uint8Array;
  style: 'german' | 'plain';
  truth: ReadonlySet<string>;
  /**
   * Records that may differ, because the damaged file is a valid file in its own right: a digit of a CSV file that has
   * become another digit. Nobody can see that.
   */
  unseenMax: number;
  /** Whether all of `truth` must come out: the file is intact, or only one of its rows cannot be read. */
  isWhole?: boolean;
};

/** Intact files of every format. They must be read, or a reader that refuses everything would pass. */
export function intactFiles(): HostileFile[] {
  const random = randomOf(500);
  const invoices = invoicesOf(random);
  const statement = statementOf(random);
  const tables = (['german', 'plain'] as const).flatMap((style) => {
    const rows = invoices.map((one) => cellsOf(one, style));
    const bytes = Buffer.from(csvOf(rows, style));
    const csv = { name: `csv, intact (${style})`, bytes, style, truth: new Set(invoices.map(keyOfInvoice)) };
    return style === 'german' ? [csv] : [csv, { ...csv, name: 'xlsx, intact', bytes: sheetOf(rows) }];
  });
  const statements = Object.entries(statementFormats).map(([format, write]) => ({
    ...{ name: `${format}, intact`, bytes: Buffer.from(write(statement)), style: 'plain' as const },
    truth: new Set(statement.entries.map(keyOfEntry)),
  }));
  return [...tables, ...statements].map((file) => ({ ...file, unseenMax: 0, isWhole: true }));
}

/** Files that were cut off, in which bits changed, or into which bytes were written. */
export function damagedFiles(seeds: number): HostileFile[] {
  const files: HostileFile[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = randomOf(seed);
    const style = seed % 2 ? 'german' : 'plain';
    const invoices = invoicesOf(random);
    const truth = new Set(invoices.map(keyOfInvoice));
    const csv = Buffer.from(
      csvOf(
        invoices.map((one) => cellsOf(one, style)),
        style,
      ),
    );
    const sheet = sheetOf(invoices.map((one) => cellsOf(one, 'plain')));
    const add = (name: string, bytes: Uint8Array, unseenMax = 0, of = truth) =>
      files.push({
        name: `${name} (seed ${seed})`,
        bytes,
        style: name.startsWith('xlsx') ? 'plain' : style,
        truth: of,
        unseenMax,
      });
    add('csv, cut off', cut(csv, random), 1);
    add('csv, a bit changed', flip(csv, random, header.join().length + 10), 2);
    add('csv, bytes written over', overwrite(csv, random), 4);
    add('xlsx, cut off', cut(sheet, random));
    add('xlsx, a bit changed', flip(sheet, random));
    add('xlsx, bytes written over', overwrite(sheet, random));
    const statement = statementOf(random);
    const entries = new Set(statement.entries.map(keyOfEntry));
    for (const [format, write] of Object.entries(statementFormats)) {
      const bytes = Buffer.from(write(statement));
      add(`${format}, cut off`, cut(bytes, random, 10), 0, entries);
      add(`${format}, a bit changed`, flip(bytes, random), 1, entries);
    }
  }
  return files;
}

function cut(bytes: Uint8Array, random: Random, spared = 1): Uint8Array {
  return bytes.slice(0, 1 + random(bytes.length - 1 - spared));
}

function flip(bytes: Uint8Array, random: Random, from = 0): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = from + random(bytes.length - from);
  copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
  return copy;
}

function overwrite(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = random(bytes.length - 4);
  for (let place = at; place < at + 4; place += 1) copy[place] = random(256);
  return copy;
}

const badCells: [string, number, string][] = [
  ['an amount that is no number', 3, 'NaN'],
  ['an infinite amount', 3, 'Infinity'],
  ['an amount with an exponent', 3, '1e400'],
  ['an amount of a thousand digits', 3, '9'.repeat(1000)],
  ['an amount with two marks', 3, '1.2.3,4,5'],
  ['an amount in words', 3, 'twelve'],
  ['a date that does not exist', 2, '2026-02-30'],
  ['a date with month 13', 2, '13/13/2026'],
  ['a date of the year 0', 2, '0000-01-01'],
  ['a formula', 1, '=HYPERLINK("http://127.0.0.1/","open")'],
  ['a command', 1, "-2+3+cmd|' /C calc'!A0"],
  ['a formula after a tab', 1, '@SUM(A1:A9)'],
  ['a control character', 1, 'A\u0007B'],
  ['a huge cell', 1, 'x'.repeat(100_000)],
  ['a character that could not be written', 1, 'M\ufffdller'],
  ['no number', 0, ''],
  ['no amount', 3, ''],
];

/** Files with one row that cannot be read. All other rows are true, and this one must not become a record. */
export function filesWithBadRows(): HostileFile[] {
  return badCells.flatMap(([what, column, text], seed) =>
    (['german', 'plain'] as const).flatMap((style) => {
      const random = randomOf(seed + 1000);
      const invoices = invoicesOf(random);
      const bad = random(invoices.length);
      const rows = (as: typeof style) =>
        invoices.map((one, at) => (at === bad ? cellsOf(one, as).toSpliced(column, 1, text) : cellsOf(one, as)));
      const truth = new Set(invoices.filter((_, at) => at !== bad).map(keyOfInvoice));
      const csv = {
        name: `csv, ${what} (${style})`,
        bytes: Buffer.from(csvOf(rows(style), style)),
        style,
        truth,
        unseenMax: 0,
        isWhole: true,
      };
      const sheet = { ...csv, name: `xlsx, ${what}`, bytes: sheetOf(rows('plain')) };
      return style === 'plain' && text !== 'A\u0007B' ? [csv, sheet] : [csv];
    }),
  );
}
