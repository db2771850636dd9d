/** The fields to read. The value of a relation lists the fields of its records; `{}` reads the value itself. */
export type Specification = { readonly [field: string]: { fields?: Specification } };

/** Builds a specification: names of fields, and relations with their own fields. */
export function fields(...parts: (string | Specification)[]): Specification {
  return Object.assign({}, ...parts.map((part) => (typeof part === 'string' ? { [part]: {} } : part)));
}

/** The fields of a related record. */
export const related = (field: string, ...parts: (string | Specification)[]): Specification => ({
  [field]: { fields: fields(...parts) },
});
