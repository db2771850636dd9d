/** Decimals as integers in units of 10^-20, for exact sums. */
const places = 20;

export function toExact(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!whole || fraction.length > places) throw new Error(`not a decimal: ${text}`);
  const value = BigInt(whole + fraction.padEnd(places, '0'));
  return sign ? -value : value;
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
