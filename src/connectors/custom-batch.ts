import { type CustomField, readCustomFields } from './custom-fields.ts';

/** Stored sources whose custom fields are only shown, not stored. */
export type CustomBatch = { sources: readonly string[]; fields: readonly CustomField[] };

/** For each source: the values as JSON text, which keeps every digit, and the names of the unreadable ones. */
export type CustomResult = { values: string; unreadable: string[] };

export function readCustomBatch({ sources, fields }: CustomBatch): CustomResult[] {
  return sources.map((source) => {
    const { values, unreadable } = readCustomFields(source, fields);
    return { values: JSON.stringify(values), unreadable };
  });
}
