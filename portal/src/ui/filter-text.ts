/** Builds expressions in the filter language of the service (docs: filtering). */

/** All parts must match. Empty parts are left out. */
export function allOf(...parts: (string | undefined)[]): string | undefined {
  const given = parts.filter((part): part is string => part !== undefined && part.trim() !== '');
  if (given.length <= 1) return given[0];
  return given.map((part) => (/\|\|/.test(part) ? `{${part}}` : part)).join(' && ');
}

export function anyOf(...parts: string[]): string {
  return parts.join(' || ');
}

/** Limits of a search, so that a search over three fields fits into one query. */
const searched = { words: 4, letters: 20 };

/** The field contains every word. The service ignores case and accents. */
export function hasWords(field: string, text: string): string {
  const words = text
    .trim()
    .split(/\s+/)
    .slice(0, searched.words)
    .map((word) => [...word].slice(0, searched.letters).join(''));
  return allOf(...words.map((word) => `${field}~${quoted(word)}`)) ?? '';
}

/** A value in quotes, so that nothing in it is read as an operator. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
