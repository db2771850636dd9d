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

/** A value with quotes, so that nothing in it is taken for an operator. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
