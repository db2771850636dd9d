/** Builds expressions in the filter language of the service. */

/** Joins filters so that all of them must match. Empty filters are left out. */
export function allOf(...parts: (string | undefined)[]): string | undefined {
  const given = parts.filter((part): part is string => part !== undefined && part.trim() !== '');
  if (given.length <= 1) return given[0];
  return given.map((part) => (/\|\|/.test(part) ? `{${part}}` : part)).join(' && ');
}

export function anyOf(...parts: string[]): string {
  return parts.join(' || ');
}

/**
 * Maximum number of words in a search and of letters in a word. A search over three fields then stays within the
 * service's limits for a filter.
 */
const searched = { words: 4, letters: 20 };

/** Returns a filter for records whose field contains every word of the text. The service ignores case and accents. */
export function hasWords(field: string, text: string): string {
  const words = text
    .trim()
    .split(/\s+/)
    .slice(0, searched.words)
    .map((word) => [...word].slice(0, searched.letters).join(''));
  return allOf(...words.map((word) => `${field}~${quoted(word)}`)) ?? '';
}

/** Puts a value in quotes, so that the service does not read parts of the value as operators. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
