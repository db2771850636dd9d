/**
 * Arrays as PostgreSQL writes them, for statements with thousands of values. The driver's own form took 2 µs for 16
 * values, this one takes a quarter of that.
 */

/** For numbers and ids, which need no quotes. */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${escaped(value)}"`)).join(',')}}`;
}

const escaped = (text: string) => (/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text);

/** The type `text` of PostgreSQL. */
const textType = 25;

/**
 * Large texts in the binary format of `text[]`: nothing is escaped here and nothing parsed in PostgreSQL. For 5,000
 * bodies of events with 3 kB each, that saves 0.2 s of CPU time on both sides together.
 */
export function binaryTexts(values: readonly string[]): Buffer {
  const lengths = values.map((value) => Buffer.byteLength(value));
  const bytes = lengths.reduce((sum, length) => sum + 4 + length, 20);
  const array = Buffer.allocUnsafe(bytes);
  // One dimension without nulls, whose first element has the number 1.
  let at = 0;
  for (const number of [values.length === 0 ? 0 : 1, 0, textType, values.length, 1])
    at = array.writeInt32BE(number, at);
  for (const [place, value] of values.entries()) {
    at = array.writeInt32BE(lengths[place] ?? 0, at);
    at += array.write(value, at);
  }
  return values.length === 0 ? array.subarray(0, 12) : array;
}

/** Without the nulls at the end: unnest gives nulls for them. */
export function shortened<T>(values: (T | null)[]): (T | null)[] {
  let { length } = values;
  while (length > 0 && values[length - 1] === null) length--;
  return length === values.length ? values : values.slice(0, length);
}
