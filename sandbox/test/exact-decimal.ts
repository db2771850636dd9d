/** Decimals as integers in units of 10^-20, for exact sums. */
const places = 20;

export function toExact(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!whole || fraction.length > places) throw new Error(`not a decimal: ${text}`);
  const value = BigInt(whole + fraction.padEnd(places, '0'));
  return sign ? -value : value;
}

/**
 * The value of an amount, as text or as a number. A number is as exact as its text, if it has 15 digits at most; most
 * have at most six decimals, and are converted without it.
 */
export function exactOf(amount: string | number): bigint {
  if (typeof amount === 'string') return toExact(amount);
  const millionths = Math.round(amount * 1e6);
  const isSame = Number.isSafeInteger(millionths) && millionths / 1e6 === amount;
  return isSame ? BigInt(millionths) * 10n ** BigInt(places - 6) : toExact(String(amount));
}

export function sumExact(texts: string[]): bigint {
  return texts.reduce((sum, text) => sum + toExact(text), 0n);
}

/** Parses JSON and keeps every number as text. */
export function parseWithNumberTexts<T>(text: string): T {
  const parse = JSON.parse as unknown as (
    text: string,
    reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
  ) => T;
  return parse(text, (_name, value, { source }) => (typeof value === 'number' ? source : value));
}
