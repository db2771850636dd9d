import type { TSchema } from 'typebox';
import type { CustomField, CustomFieldType } from '../../connectors/custom-fields.ts';
import { type FieldKind, kindOf } from '../../lists/fields.ts';
import { member } from '../read/custom-record-fields.ts';
import { snakeCase } from './record-columns.ts';

/** A column of a Parquet file. All columns can be null. */
export type ParquetColumn = { name: string; kind: 'text' | 'decimal' | 'boolean' | 'time' };

/**
 * The exact text of values that do not fit their column, as a JSON object by column name. Null in nearly every row. So
 * no value is ever rounded or lost.
 */
export const unfitColumn = 'unfit_values';

/** Digits of a DECIMAL, and how many of them are decimals. 38 is the largest precision that all readers know. */
export const precision = 38;
export const scale = 18;

const kinds: Record<FieldKind, ParquetColumn['kind']> = {
  ...{ text: 'text', choice: 'text', uuid: 'text', number: 'decimal', time: 'time', boolean: 'boolean' },
  // Lists are JSON texts.
  structure: 'text',
};

export function parquetColumns(
  schema: TSchema,
  paths: readonly string[],
  custom: readonly CustomField[] = [],
): ParquetColumn[] {
  const typeOf = (path: string) => custom.find(({ name }) => path === `${member}.${name}`)?.type;
  return paths.map((path) => {
    const type = typeOf(path);
    const kind = type ? customKinds[type] : kinds[kindOf(schemaAt(schema, path.split('.')))];
    return { name: path.split('.').map(snakeCase).join('_'), kind };
  });
}

/** A date is a text: a column of times would give it an hour. */
const customKinds: Record<CustomFieldType, ParquetColumn['kind']> = {
  ...{ text: 'text', number: 'decimal', date: 'text', dateTime: 'time', boolean: 'boolean' },
};

function schemaAt(schema: TSchema, path: readonly string[]): TSchema {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  return schemaAt(properties[name] ?? ({} as TSchema), rest);
}

export type ParquetValue = string | bigint | boolean | null;

/** Returns undefined if the text does not fit the column. */
export function readValue(kind: ParquetColumn['kind'], text: string | null): ParquetValue | undefined {
  if (text === null || kind === 'text') return text;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return kind === 'decimal' ? decimalOf(text) : microsecondsOf(text);
}

/** The number without its decimal point, in units of 10^-scale. PostgreSQL writes numbers without exponents. */
function decimalOf(text: string): bigint | undefined {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const used = decimals.length > scale ? decimals.replace(/0+$/, '') : decimals;
  if (whole === '' || used.length > scale || whole.length > precision - scale) return undefined;
  const units = BigInt(whole + used.padEnd(scale, '0'));
  return sign === '-' ? -units : units;
}

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*?0*)?(Z|[+-]\d\d:\d\d)$/;

/** Microseconds since 1970. A time without a zone, or with more than 6 decimals, does not fit. */
function microsecondsOf(text: string): bigint | undefined {
  const [, second, decimals = '', zone] = timePattern.exec(text) ?? [];
  if (second === undefined || zone === undefined) return undefined;
  const written = text.slice(second.length + 1, text.length - zone.length).replace(/0+$/, '');
  const ms = Date.parse(`${second}${zone}`);
  if (Number.isNaN(ms) || written.length > 6) return undefined;
  return BigInt(ms) * 1000n + BigInt(decimals.padEnd(6, '0') || '0');
}
