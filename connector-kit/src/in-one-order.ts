/**
 * Sorts the fields of each object, so that equal records have equal text. Some platforms send the fields in another
 * order after each restart.
 */
export function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, inner]) => [name, inOneOrder(inner)]));
}
