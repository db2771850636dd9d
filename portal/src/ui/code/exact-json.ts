/** A number that JavaScript would round. It is stored as a `JSON.rawJSON` value, which keeps every digit. */
type RawJson = { rawJSON: string };
type ExactJson = typeof JSON & {
  rawJSON?: (text: string) => RawJson;
  isRawJSON?: (value: unknown) => value is RawJson;
};
const json = JSON as ExactJson;

/** Parses JSON and keeps every digit of its numbers. Browsers without `JSON.rawJSON` round numbers as usual. */
export function parseExact(text: string): unknown {
  const { rawJSON } = json;
  if (!rawJSON) return JSON.parse(text);
  const revive = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? rawJSON(context.source)
      : value;
  return JSON.parse(text, revive);
}

export function isExactNumber(value: unknown): value is RawJson {
  return json.isRawJSON?.(value) ?? false;
}

/** Returns the digits of a number as the service sent them. */
export function digitsOf(value: unknown): string | undefined {
  if (isExactNumber(value)) return value.rawJSON;
  return typeof value === 'number' ? String(value) : undefined;
}
