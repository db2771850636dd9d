import type { PushableFields, PushedField } from '@daybook/connector-kit';

/**
 * Metadata are a client's own texts on an object, which Stripe stores and returns. A key has at most 40 characters and
 * no brackets; here also no dot, which would end a name in the path of a custom field.
 */
export const ownMetadata: PushableFields = {
  pattern: 'metadata\\.[A-Za-z0-9_-]{1,40}',
  types: ['text', 'number', 'date', 'dateTime', 'boolean'],
  description:
    'metadata. with a key of up to 40 letters, digits, _ and -, such as metadata.project. Stripe stores a text of up to 500 characters; an empty one removes the key',
};

const keyOf = (field: string) => field.slice('metadata.'.length);
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The parameter `metadata`; keys that it does not name stay as they are. Nothing without any fields. */
export const metadataOf = (fields: readonly PushedField[] = []): { metadata?: Record<string, string> } =>
  fields.length === 0
    ? {}
    : { metadata: Object.fromEntries(fields.map(({ field, value }) => [keyOf(field), textOf(value)])) };

/** The client's field for a parameter such as `metadata[project]`. */
export function metadataField(parameter: string, fields: readonly PushedField[] = []): string | undefined {
  if (parameter === 'metadata') return 'customFields';
  const found = fields.find(({ field }) => `metadata[${keyOf(field)}]` === parameter);
  return found && `customFields.${found.name}`;
}
