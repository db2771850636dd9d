import { bodySchema } from '../../events/event-body.ts';
import { type EventName, eventNames, patternsFor } from '../../events/event-types.ts';
import { type FieldKind, kindOf } from '../../lists/fields.ts';

/** A field of an event's body. The kind of a list of texts is that of its elements. */
export type EventField = { kind: FieldKind; choices?: readonly string[] };

type Schema = Parameters<typeof kindOf>[0];

/** The event types that a consumer subscribes to. */
export function subscribedTypes(patterns: readonly string[]): EventName[] {
  return eventNames.filter((name) => patternsFor(name).some((pattern) => patterns.includes(pattern)));
}

/**
 * The fields of the bodies of these event types, by their dotted paths. A path has the same kind in all event types
 * (test/webhooks/content.fields.test.ts).
 */
export function eventFields(types: readonly EventName[]): ReadonlyMap<string, EventField> {
  const fields = new Map<string, EventField>();
  for (const type of types) addFields(fields, bodySchema(type) as Schema, '');
  // The only field whose values differ from one event type to the next in its schema.
  fields.set('RuleType', { kind: 'choice', choices: types });
  return fields;
}

function addFields(fields: Map<string, EventField>, { properties = {} }: Schema, prefix: string): void {
  for (const [name, schema] of Object.entries(properties)) {
    const path = `${prefix}${name}`;
    fields.set(path, { kind: kindOf(schema.items ?? schema) });
    addFields(fields, schema, `${path}.`);
  }
}
