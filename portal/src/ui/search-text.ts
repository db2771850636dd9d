/** Parses query parameters as plain strings: without quotes, and without conversion to numbers. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const texts = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') texts.set(name, String(value));
  return texts.size > 0 ? `?${texts}` : '';
}
