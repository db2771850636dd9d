/**
 * Maps the sandbox's field names to Daybook's field names, so that an error can name the client's field. A star stands
 * for a list index. The n-th star in both names stands for the same index.
 */
export type FieldNames = Readonly<Record<string, string>>;

/** Translates a sandbox field to Daybook's name. An unrecognised field keeps the sandbox's name. */
export function ourField(fields: FieldNames, theirs: string): string {
  const places = theirs.split('.').filter((part) => /^\d+$/.test(part));
  const starred = theirs.replace(/(^|\.)\d+(?=\.|$)/g, '$1*');
  const ours = Object.hasOwn(fields, starred) ? (fields[starred] as string) : undefined;
  return ours === undefined ? theirs : ours.replaceAll('*', () => places.shift() ?? '*');
}
