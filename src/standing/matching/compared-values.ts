import type { FieldKind } from '../../lists/fields.ts';

/**
 * Values as the filters of lists compare them, with the results of PostgreSQL: numbers to the last digit, instants in
 * microseconds, texts by code points. `folded` is a text without case and accents, for the operator `~`.
 */
export type ComparedKind = FieldKind | 'folded';
export type Value = string | bigint | Decimal;

/** sign × 0.digits × 10^exponent. The digits neither begin nor end with 0, so equal numbers have equal parts. */
export type Decimal = { sign: number; exponent: number; digits: string };

export function readDecimal(text: string): Decimal {
  const [, minus, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  if (all === '') throw new Error('A record has no number where its schema says so.');
  const from = all.search(/[1-9]/);
  if (from < 0) return { sign: 0, exponent: 0, digits: '' };
  const digits = all.slice(from).replace(/0+$/, '');
  return { sign: minus === '-' ? -1 : 1, exponent: whole.length - from + Number(power), digits };
}

function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.sign * (a.exponent - b.exponent);
  return a.digits === b.digits ? 0 : a.sign * (a.digits < b.digits ? -1 : 1);
}

const instant = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?)?$/i;

/** Microseconds since 1970. Without a time: midnight UTC. Further digits are rounded as PostgreSQL rounds them. */
export function readInstant(text: string): bigint {
  const found = instant.exec(text);
  if (!found) throw new Error('A record has no time where its schema says so.');
  const number = (at: number) => Number(found[at] ?? 0);
  const day = new Date(0);
  // Not Date.UTC, which takes the year 99 for 1999.
  day.setUTCFullYear(number(1), number(2) - 1, number(3));
  const offset = (found[9] === '-' ? -1 : 1) * (number(10) * 60 + number(11));
  const seconds = day.getTime() / 1000 + number(4) * 3600 + (number(5) - offset) * 60 + number(6);
  return BigInt(seconds) * 1_000_000n + BigInt(roundToEven(Number(`0.${found[7] ?? 0}`) * 1e6));
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** JavaScript compares UTF-16 units, which puts characters beyond U+FFFF before U+E000. */
export function compareTexts(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
  }
  return a.length - b.length;
}

const rank = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

export const lowerAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Without regard to the form in which the id was written, as PostgreSQL's type uuid. */
const plainUuid = (text: string) => text.replace(/[{}-]/g, '').toLowerCase();

/** Reads the text of a value. `fold` gives folded texts. */
export function readValue(kind: ComparedKind, text: string, fold: (text: string) => string): Value {
  switch (kind) {
    case 'number':
      return readDecimal(text);
    case 'time':
      return readInstant(text);
    case 'uuid':
      return plainUuid(text);
    case 'choice':
      return lowerAscii(text);
    case 'folded':
      return fold(text);
    default:
      return text;
  }
}

export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string') return a === b ? 0 : compareTexts(a, b as string);
  if (typeof a === 'bigint') return a === b ? 0 : a < (b as bigint) ? -1 : 1;
  return compareDecimals(a, b as Decimal);
}

/** Equal values of one kind have equal keys, and other values other ones. */
export const keyOf = (value: Value): string =>
  typeof value === 'object' ? `${value.sign}e${value.exponent}d${value.digits}` : String(value);
