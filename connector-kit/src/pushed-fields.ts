/** The types of custom fields. */
export type CustomFieldType = 'text' | 'number' | 'date' | 'dateTime' | 'boolean';

/** A value that a push sets in a field of the platform that no data type has. */
export type PushedField = {
  /** The client's name of the value. Errors name it as `customFields.` and this name. */
  name: string;
  /** The platform's field. It matches the pattern of `PushableFields`. */
  field: string;
  type: CustomFieldType;
  /** A number of more than 15 digits is a `JSON.rawJSON` value. A date is a text such as 2026-01-31, a dateTime a text in UTC. */
  value: unknown;
};

/**
 * Which fields of the platform clients may set with a push, in addition to those of the data type. `pattern` is the
 * complete list: it must match no field that the push itself sets, that identifies the record or the push, or that
 * changes what the push does, such as a status or a request to send an e-mail.
 */
export type PushableFields = {
  /** A regular expression for the whole name of a field. */
  pattern: string;
  types: readonly CustomFieldType[];
  /** What the fields are, for people: continues a sentence such as "A push can set …". */
  description: string;
  /** An update to one of these statuses changes nothing else, so it cannot set any of the fields. Default: `Void`. */
  statusOnly?: readonly string[];
};

/**
 * Adds fields to the body of a request. A name with dots is a path of members. Throws if the body has the field: a
 * connector must not allow clients to set what the push itself sets.
 */
export function addPushedFields(body: object, fields: readonly PushedField[] = []): object {
  const whole: Record<string, unknown> = { ...body };
  const made = new Set<unknown>();
  for (const { field, value } of fields) {
    const path = field.split('.');
    const last = path.pop() ?? '';
    let at = whole;
    for (const name of path) {
      if (at[name] !== undefined && !made.has(at[name])) throw new Error(`The push itself sets ${name}.`);
      at[name] ??= {};
      made.add(at[name]);
      at = at[name] as Record<string, unknown>;
    }
    if (at[last] !== undefined) throw new Error(`The push itself sets ${field}.`);
    at[last] = value;
  }
  return whole;
}
