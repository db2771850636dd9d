/** Values of made rows: always the same for the same number, and spread as if they were random. */

/** A number from 0 to 2^32 - 1. */
export function spread(n: number): number {
  let h = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** A UUID of version 4. */
export function spreadUuid(n: number): string {
  const [a, b, c, d] = [spread(n), spread(n + 0x1000_0000), spread(n + 0x2000_0000), spread(n + 0x3000_0000)];
  return `${hex(a, 8)}-${hex(b >>> 16, 4)}-4${hex(b & 0xfff, 3)}-8${hex(c >>> 20, 3)}-${hex(c & 0xffff, 4)}${hex(d, 8)}`;
}

/** A UUID of version 7, as the program makes them: it begins with the time. */
export function timedUuid(ms: number, n: number): string {
  const time = hex(Math.floor(ms), 12);
  const [a, b] = [spread(n), spread(n + 0x1000_0000)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a & 0xfff, 3)}-8${hex(a >>> 20, 3)}-${hex(b & 0xffff, 4)}${hex(n, 8)}`;
}

/** A line of COPY; null becomes \N. The values must not contain tabs, line ends or backslashes. */
export function copyLine(values: readonly (string | number | boolean | null)[]): string {
  return values.map((value) => (value === null ? '\\N' : String(value))).join('\t');
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
