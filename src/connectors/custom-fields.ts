import { type CustomFieldType, parseExact } from '@daybook/connector-kit';

/** A value of the platform's own record that Daybook also shows, under `customFields`. */
export type CustomField = {
  name: string;
  /** Where the value is in `sourceData`: names and array positions, separated by dots, such as `lines.0.project`. */
  path: string;
  type: CustomFieldType;
  /** The platform's field that a push may set. */
  pushTo?: string;
};

export type { CustomFieldType };
export const customFieldTypes = ['text', 'number', 'date', 'dateTime', 'boolean'] as const satisfies CustomFieldType[];

/** Numbers of more than 15 digits are `JSON.rawJSON` values, so that JSON.stringify writes all digits. */
export type CustomValues = Record<string, unknown>;

/**
 * Reads the custom fields from the platform's text. A value that is missing or null is left out. So is one that cannot
 * be read as its type, and it is counted: nothing is guessed.
 */
export function readCustomFields(
  source: string,
  fields: readonly CustomField[],
): { values: CustomValues; unreadable: string[] } {
  const values: CustomValues = {};
  const unreadable: string[] = [];
  const record = parsed(source);
  if (record === undefined) return { values, unreadable: fields.map(({ name }) => name) };
  for (const { name, path, type } of fields) {
    const found = valueAt(record, path);
    if (found === undefined || found === null) continue;
    const value = readers[type](found);
    if (value === undefined) unreadable.push(name);
    else values[name] = value;
  }
  return { values, unreadable };
}

/**
 * Reads a value that a client pushes. Unlike a value of a platform, it must be of the type as it is shown: a number that
 * is a text, or a date with a time, is none. Undefined: it is not of the type.
 */
export function readPushedValue(type: CustomFieldType, value: unknown): unknown {
  const isOfType =
    type === 'boolean'
      ? typeof value === 'boolean'
      : type === 'number'
        ? numberText(value) !== undefined
        : typeof value === 'string' && (type !== 'date' || value.length === 10);
  return isOfType ? readers[type](value) : undefined;
}

function parsed(source: string): unknown {
  try {
    return parseExact(source);
  } catch {
    return undefined;
  }
}

function valueAt(record: unknown, path: string): unknown {
  let at = record;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined;
    if (Array.isArray(at)) at = /^\d{1,4}$/.test(name) ? at[Number(name)] : undefined;
    else at = Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined;
  }
  return at;
}

const textMax = 4000;
const digitsMax = 100;
const exponentMax = 100;

// TypeScript's library for es2024 does not declare these functions yet.
const json = JSON as unknown as { rawJSON(text: string): unknown; isRawJSON(value: unknown): boolean };

/** The digits of a JSON number, as the platform wrote them. */
function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return undefined;
  return json.isRawJSON(value) ? (value as unknown as { rawJSON: string }).rawJSON : undefined;
}

/** Returns undefined if the value is not of the type. */
const readers: Record<CustomFieldType, (value: unknown) => unknown> = {
  text(value) {
    const text = typeof value === 'boolean' ? String(value) : (numberText(value) ?? value);
    return typeof text === 'string' && text.length <= textMax ? text : undefined;
  },
  number(value) {
    const text = numberText(value) ?? (typeof value === 'string' ? value.trim() : '');
    const [, sign = '', whole, fraction = '', exponent = '0'] =
      /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? [];
    if (whole === undefined || whole.length + fraction.length > digitsMax) return undefined;
    const by = Number(exponent);
    if (Math.abs(by) > exponentMax) return undefined;
    const plain = shifted(whole, fraction, by);
    return json.rawJSON(/[1-9]/.test(plain) ? sign + plain : plain);
  },
  date(value) {
    const [, day = ''] = (typeof value === 'string' && /^(\d{4}-\d\d-\d\d)(?:$|[T ]\d\d:\d\d)/.exec(value)) || [];
    return isDay(day) ? day : undefined;
  },
  /** A time without an offset could be any zone's. All times are written in UTC, so that they can be compared. */
  dateTime(value) {
    const pattern = /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
    const [text, day = ''] = (typeof value === 'string' && pattern.exec(value)) || [];
    if (text === undefined || !isDay(day)) return undefined;
    const ms = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
    return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
  },
  boolean: (value) =>
    typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : undefined,
};

/** The number without an exponent, as PostgreSQL stores it. */
function shifted(whole: string, fraction: string, by: number): string {
  const digits = by >= 0 ? whole + fraction.padEnd(by, '0') : whole.padStart(1 - by, '0') + fraction;
  const point = by >= 0 ? whole.length + by : Math.max(whole.length, 1 - by) + by;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return point < digits.length ? `${left}.${digits.slice(point)}` : left;
}

/** False for days such as February 30. */
function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return day !== '' && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
