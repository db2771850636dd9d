import { parseExact } from './exact-json.ts';

/**
 * A decimal number with the value mantissa / 10^places. It is used for exact arithmetic, because a double would lose
 * cents. Providers write decimals as 12.50, -0 or 1E+2.
 */
type Decimal = { mantissa: bigint; places: number };

/**
 * Maximum number of digits of a number that is written without an exponent. Before this limit existed, 117 bytes of
 * input with large exponents became database rows of 50 MB.
 */
export const digitsMax = 1000;

function read(text: string): Decimal {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (!whole) throw new SyntaxError('This is not a decimal number.');
  if (whole.length + fraction.length + Math.abs(Number(power)) > digitsMax)
    throw new SyntaxError(`This number has more than ${digitsMax} digits when it is written out.`);
  const mantissa = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const places = fraction.length - Number(power);
  return places < 0 ? { mantissa: mantissa * 10n ** BigInt(-places), places: 0 } : { mantissa, places };
}

function write({ mantissa, places }: Decimal): string {
  const digits = String(mantissa < 0n ? -mantissa : mantissa).padStart(places + 1, '0');
  const fraction = digits.slice(digits.length - places);
  return `${mantissa < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${places > 0 ? `.${fraction}` : ''}`;
}

const atPlaces = ({ mantissa, places }: Decimal, wanted: number) => mantissa * 10n ** BigInt(wanted - places);

export function sum(texts: readonly string[]): string {
  const all = texts.map(read);
  const places = Math.max(0, ...all.map((one) => one.places));
  return write({ mantissa: all.reduce((total, one) => total + atPlaces(one, places), 0n), places });
}

export function negate(text: string): string {
  const { mantissa, places } = read(text);
  return write({ mantissa: -mantissa, places });
}

export const subtract = (from: string, text: string) => sum([from, negate(text)]);

/** Returns the sign of a number: -1, 0 or 1. */
export function signOf(text: string): number {
  const { mantissa } = read(text);
  return mantissa === 0n ? 0 : mantissa < 0n ? -1 : 1;
}

/** Multiplies by a power of ten: 0.20 shifted by two places is 20. */
export function shift(text: string, places: number): string {
  return write(read(`${write(read(text))}e${places}`));
}

/** Builds a decimal from a mantissa and its number of decimal places. Some providers send numbers in this form. */
export const decimalOf = (mantissa: number | bigint | string, places: number) => shift(String(mantissa), -places);

/** Whether a JSON number has at most `digitsMax` digits when it is written without an exponent. */
export function isShort(text: string): boolean {
  const [digits = '', power = '0'] = text.split(/[eE]/);
  return digits.replace(/[-.]/g, '').length + Math.abs(Number(power)) <= digitsMax;
}

/** Writes the number without an exponent. */
export const plainText = (text: string) => write(read(text));

/** Converts the text to a JSON number that keeps every digit. The result is raw JSON if a double would lose digits. */
export const amountOf = (text: string) => parseExact(plainText(text)) as number;
