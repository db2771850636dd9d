import { amountText } from '../books/amounts.ts';

/**
 * A JSON number that is kept as text (`JSON.rawJSON`), so that no digit is lost. The sandbox and its connector have
 * separate parsers. If they shared one, testing the connector against the sandbox would prove nothing.
 */
export type RawNumber = { readonly rawJSON: string };

type RawJson = {
  parse(text: string, reviver: (name: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): RawNumber;
};

// TypeScript's library for es2024 does not declare these functions yet.
const json = JSON as unknown as RawJson;

export function parseValues(text: string): unknown {
  return json.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  );
}

export function isRawNumber(value: unknown): value is RawNumber {
  return typeof value === 'object' && value !== null && 'rawJSON' in value && typeof value.rawJSON === 'string';
}

/** A decimal number: `units` divided by 10 to the power of `scale`. */
export type Decimal = { units: bigint; scale: number };

export const zero: Decimal = { units: 0n, scale: 0 };
export const digitsMax = 30;

/** Returns undefined if the number has more than `digitsMax` digits or more than `digitsMax` decimal places. */
export function toDecimal({ rawJSON }: RawNumber): Decimal | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(rawJSON) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '');
  const scale = fraction.length - Number(power);
  if (!whole || digits.length > digitsMax || Math.abs(scale) > digitsMax) return undefined;
  const units = BigInt(digits) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  return { units: sign ? -units : units, scale: Math.max(0, scale) };
}

export function toRaw({ units, scale }: Decimal): RawNumber {
  return json.rawJSON(amountText(units, scale));
}

export function plus(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
}

export function minus(left: Decimal, right: Decimal): Decimal {
  return plus(left, { units: -right.units, scale: right.scale });
}

export function times(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** Returns a percentage of an amount, rounded to `scale` decimal places. Halves are rounded away from zero. */
export function percentOf(amount: Decimal, percent: Decimal, scale: number): Decimal {
  const exact = times(amount, percent);
  const places = exact.scale + 2;
  if (places <= scale) return { units: exact.units * 10n ** BigInt(scale - places), scale };
  const step = 10n ** BigInt(places - scale);
  const size = exact.units < 0n ? -exact.units : exact.units;
  const rounded = (size * 2n + step) / (step * 2n);
  return { units: exact.units < 0n ? -rounded : rounded, scale };
}

/** Returns -1, 0 or 1 if the first number is less than, equal to or greater than the second number. */
export function compare(left: Decimal, right: Decimal): number {
  const { units } = minus(left, right);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}
