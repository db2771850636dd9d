import type { PushableFields } from '@daybook/connector-kit';

/**
 * Maps the sandbox's field names to Daybook's field names, so that an error can name the client's field. A star stands
 * for a list index. The n-th star in both names stands for the same index.
 */
export type FieldNames = Readonly<Record<string, string>>;

/** Fields that a company adds to the sandbox's records. */
export const ownFields: PushableFields = {
  pattern: 'x_[a-z][a-z0-9_]{0,50}',
  types: ['text', 'number', 'date', 'dateTime', 'boolean'],
  description: 'fields whose names begin with x_, such as x_project',
};

/** Translates a sandbox field to Daybook's name. An unrecognised field keeps the sandbox's name. */
export function ourField(fields: FieldNames, theirs: string): string {
  const places = theirs.split('.').filter((part) => /^\d+$/.test(part));
  const starred = theirs.replace(/(^|\.)\d+(?=\.|$)/g, '$1*');
  const ours = Object.hasOwn(fields, starred) ? (fields[starred] as string) : undefined;
  return ours === undefined ? theirs : ours.replaceAll('*', () => places.shift() ?? '*');
}
