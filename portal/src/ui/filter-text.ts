/** Parts of the filter language, as they are written for the service (docs: filtering). */

/** Everything must hold. Empty parts are left out. */
export function allOf(...parts: (string | undefined)[]): string | undefined {
  const given = parts.filter((part): part is string => part !== undefined && part.trim() !== '');
  if (given.length <= 1) return given[0];
  return given.map((part) => (/\|\|/.test(part) ? `{${part}}` : part)).join(' && ');
}

export function anyOf(...parts: string[]): string {
  return parts.join(' || ');
}

/** Enough to find by, and three fields of it fit into a query. */
const searched = { words: 4, letters: 20 };

/** Every word occurs in the field. The service ignores case and accents. */
export function hasWords(field: string, text: string): string {
  const words = text
    .trim()
    .split(/\s+/)
    .slice(0, searched.words)
    .map((word) => [...word].slice(0, searched.letters).join(''));
  return allOf(...words.map((word) => `${field}~${quoted(word)}`)) ?? '';
}

/** A value with quotes, so that nothing in it is taken for an operator. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
