import type { CustomFieldType } from '../../connectors/custom-fields.ts';
import type { PushableField } from './find-pushable.ts';

const schemas: Record<CustomFieldType, object> = {
  text: { type: 'string', maxLength: 4000 },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  dateTime: { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
};

/** The JSON Schema of `customFields` in the push options. */
export function showCustom(fields: readonly PushableField[]): object {
  const properties = fields.map(({ name, type, pushTo }) => [
    name,
    { ...schemas[type], description: `Sets the platform's field ${pushTo}.` },
  ]);
  return {
    type: 'object',
    additionalProperties: false,
    description: 'Custom fields that the mapping allows a push to set.',
    properties: Object.fromEntries(properties),
  };
}
