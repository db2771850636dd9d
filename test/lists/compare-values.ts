/** The values of the filter language in plain JavaScript: exact decimals, instants, text compared by code points. */

/** A JSON number as text: a JavaScript number would round it. */
export class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Json = null | boolean | string | Decimal | Json[] | { [name: string]: Json };

export function writeJson(value: Json): string {
  if (value instanceof Decimal) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${writeJson(inner)}`)
    .join(',')}}`;
}

/** units × 10^-scale. */
export type ExactNumber = { units: bigint; scale: number };

export function readDecimal(text: string): ExactNumber | undefined {
  const [mantissa = '', exponentText = '0', ...more] = text.split(/e/i);
  const [whole = '', fraction = '', ...dots] = mantissa.replace(/^[+-]/, '').split('.');
  if (more.length > 0 || dots.length > 0 || whole + fraction === '') return undefined;
  if (!/^[0-9]*$/.test(whole + fraction) || !/^[+-]?[0-9]{1,6}$/.test(exponentText)) return undefined;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > 1000) return undefined;
  const digits = BigInt(whole + fraction);
  return { units: mantissa.startsWith('-') ? -digits : digits, scale: fraction.length - exponent };
}

export function compareDecimals(left: ExactNumber, right: ExactNumber): number {
  const scale = Math.max(left.scale, right.scale);
  const raise = ({ units, scale: own }: ExactNumber) => units * 10n ** BigInt(scale - own);
  const difference = raise(left) - raise(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Microseconds since 1970 in UTC. A date without a time means midnight UTC; a time without an offset is UTC. */
export function readInstant(text: string): bigint | undefined {
  const [, date = '', rest = ''] = /^(.{10})(.*)$/s.exec(text) ?? [];
  const days = readDay(date);
  if (days === undefined) return undefined;
  if (rest === '') return days * 86_400_000_000n;
  const found = /^[Tt ]([0-9:.]+)([Zz]|[+ -][0-9]{2}:[0-9]{2})?$/.exec(rest);
  const clock = found?.[1] && readClock(found[1]);
  const offset = readOffset(found?.[2] ?? 'Z');
  if (!clock || offset === undefined) return undefined;
  return days * 86_400_000_000n + clock.microseconds - offset * 60_000_000n;
}

function readDay(text: string): bigint | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const before = year - 1;
  let days = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  for (let earlier = 1; earlier < month; earlier++) days += daysInMonth(year, earlier);
  // There are 719,162 days between 0001-01-01 and 1970-01-01.
  return BigInt(days + day - 1 - 719_162);
}

export function daysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function readClock(text: string): { microseconds: bigint } | undefined {
  const found = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6}))?)?$/.exec(text);
  if (!found) return undefined;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const whole = BigInt((hour * 60 + minute) * 60 + second) * 1_000_000n;
  return { microseconds: whole + BigInt((found[4] ?? '').padEnd(6, '0')) };
}

/** In minutes. */
function readOffset(text: string): bigint | undefined {
  if (/^z$/i.test(text)) return 0n;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 14 || minutes > 59) return undefined;
  return BigInt((hours * 60 + minutes) * (text.startsWith('-') ? -1 : 1));
}

/** Compares code points: JavaScript's "<" compares UTF-16 units and puts U+1F600 before U+FFFD. */
export function compareTexts(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i]?.codePointAt(0) ?? 0) - (b[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}

const unlike: Record<string, string> = { ς: 'σ', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' };

/** Removes case and accents. */
export function foldText(text: string): string {
  const bare = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  // One letter at a time: for a sigma, toLowerCase depends on the letters around it.
  const lower = [...bare].map((letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  );
  return lower.map((letter) => unlike[letter] ?? letter).join('');
}

export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}
