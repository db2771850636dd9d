/**
 * Exact arithmetic with decimal numbers as the API sends them: `12.50`, `-3`, `1e2`. JavaScript numbers would lose
 * cents of large amounts.
 */
type Decimal = { mantissa: bigint; places: number };

function read(text: string): Decimal {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (!whole) throw new SyntaxError(`${text} is not a decimal number.`);
  const mantissa = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const places = fraction.length - Number(power);
  return places < 0 ? { mantissa: mantissa * 10n ** BigInt(-places), places: 0 } : { mantissa, places };
}

function write({ mantissa, places }: Decimal): string {
  const digits = String(size(mantissa)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${mantissa < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

const size = (mantissa: bigint) => (mantissa < 0n ? -mantissa : mantissa);
const atPlaces = ({ mantissa, places }: Decimal, wanted: number) => mantissa * 10n ** BigInt(wanted - places);

/** Writes a number without an exponent and without trailing zeros in the fraction. */
export const plain = (text: string): string => write(read(text));

export function sum(texts: readonly string[]): string {
  const all = texts.map(read);
  const places = Math.max(0, ...all.map((one) => one.places));
  return write({ mantissa: all.reduce((total, one) => total + atPlaces(one, places), 0n), places });
}

export function negate(text: string): string {
  const { mantissa, places } = read(text);
  return write({ mantissa: -mantissa, places });
}

export const subtract = (from: string, text: string): string => sum([from, negate(text)]);

/** Returns -1, 0 or 1. */
export function signOf(text: string): -1 | 0 | 1 {
  const { mantissa } = read(text);
  return mantissa === 0n ? 0 : mantissa < 0n ? -1 : 1;
}

/**
 * The change between two amounts in percent of the first one's size, rounded to one decimal place, halves away from
 * zero. Undefined if the first amount is zero, or if a loss becomes a profit or a profit a loss: that is no percentage.
 */
export function percentChange(from: string, to: string): string | undefined {
  const change = read(subtract(to, from));
  const base = read(from);
  if (base.mantissa === 0n || signOf(from) * signOf(to) < 0) return undefined;
  const places = Math.max(change.places, base.places);
  const [above, below] = [size(atPlaces(change, places)) * 1000n, size(atPlaces(base, places))];
  const rounded = (above * 2n + below) / (below * 2n);
  return write({ mantissa: change.mantissa < 0n ? -rounded : rounded, places: 1 });
}
