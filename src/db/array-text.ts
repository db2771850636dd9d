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

/** Without the nulls at the end: unnest gives nulls for them. */
export function shortened<T>(values: (T | null)[]): (T | null)[] {
  let { length } = values;
  while (length > 0 && values[length - 1] === null) length--;
  return length === values.length ? values : values.slice(0, length);
}
