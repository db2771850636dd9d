/** Exact decimals as whole numbers of 10^-14, without floating point. Independent of the code under test. */
const scale = 14;
const one = 10n ** BigInt(scale);

export function readDecimal(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`${text} is not a plain decimal.`);
  if (fraction.length > scale) throw new Error(`${text} has more than ${scale} decimals.`);
  const value = BigInt(whole) * one + BigInt(fraction.padEnd(scale, '0'));
  return sign === '-' ? -value : value;
}

/** The shortest text of the value, as responses have it. */
export function writeDecimal(value: bigint): string {
  const size = value < 0n ? -value : value;
  const fraction = String(size % one)
    .padStart(scale, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / one}${fraction ? `.${fraction}` : ''}`;
}

/** The quotient of two values, rounded half away from zero to 6 decimals. */
export function writeShare(part: bigint, total: bigint): string | undefined {
  if (total <= 0n) return undefined;
  const size = (part < 0n ? -part : part) * 10n ** 6n;
  const rounded = (2n * size + total) / (2n * total);
  return writeDecimal((part < 0n ? -rounded : rounded) * 10n ** BigInt(scale - 6));
}

/** Parses JSON with every number as its own text, so that no digit is lost. */
export function parseTexts(text: string): unknown {
  const parse = JSON.parse as (
    text: string,
    reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
  return parse(text, (_name, value, { source }) => (typeof value === 'number' ? source : value));
}

/** A number for a record, with all its digits. */
export const rawNumber = (text: string): number => (JSON as unknown as { rawJSON(text: string): number }).rawJSON(text);
