import type { Source } from '../source.ts';

/** The values of one record as Odoo imports them: a column is a path of fields, such as `partner_id/.id`. */
export type Row = Readonly<Record<string, string | undefined>>;

/** What Odoo's method `load` takes: names of columns, and rows of texts. */
export type Table = { fields: string[]; data: string[][] };

/**
 * Builds the table of one record. `lists` are its lines, by field; a line needs a row of its own. A column that is
 * undefined everywhere is left out, so that Odoo uses its default. An empty text means that the field stays empty.
 */
export function tableOf(head: Row, lists: Readonly<Record<string, readonly Row[]>> = {}): Table {
  const own = Object.keys(head).filter((name) => head[name] !== undefined);
  const inner = Object.entries(lists).flatMap(([field, lines]) =>
    [...new Set(lines.flatMap((line) => Object.keys(line).filter((name) => line[name] !== undefined)))].map((name) => ({
      ...{ field, name },
      lines,
    })),
  );
  const rows = Math.max(1, ...Object.values(lists).map(({ length }) => length));
  const data = Array.from({ length: rows }, (_, at) => [
    ...own.map((name) => (at === 0 ? (head[name] ?? '') : '')),
    ...inner.map(({ lines, name }) => lines[at]?.[name] ?? ''),
  ]);
  return { fields: [...own, ...inner.map(({ field, name }) => `${field}/${name}`)], data };
}

/** The text of a number with every digit, also of a number of more than 15 digits. */
export const numberText = (value: number) => JSON.stringify(value);

/** A yes or no as Odoo imports it. */
export const flagText = (value: boolean | undefined) => (value === undefined ? undefined : value ? '1' : '0');

export type Model = Pick<Source, 'model' | 'company'>;
