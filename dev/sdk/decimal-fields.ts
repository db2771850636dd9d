import type { Model, Schema } from './document.ts';

/**
 * Names of the fields that hold decimal numbers, such as amounts, quantities and rates. A client that reads a response
 * knows the name of a number, but not its schema, which depends on the operation. So a name counts only if it is a
 * decimal wherever it is a number. Durations in milliseconds are measurements, for which doubles are exact enough.
 */
export function decimalFields({ schemas, operations }: Model): string[] {
  const decimals = new Set<string>();
  const others = new Set<string>();
  function look(schema: Schema, name?: string): void {
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    if (name !== undefined && types.includes('number') && !name.endsWith('Ms')) decimals.add(name);
    if (name !== undefined && types.includes('integer')) others.add(name);
    for (const [key, value] of Object.entries(schema.properties ?? {})) look(value, key);
    // A number in a list or in a map has no name of its own.
    const inner = [schema.items, schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})];
    for (const one of inner) if (typeof one === 'object') look(one);
    for (const one of schema.anyOf ?? []) look(one, name);
  }
  for (const [, schema] of schemas) look(schema);
  for (const { answers, body } of operations) for (const one of [...answers, body?.schema]) if (one) look(one);
  return [...decimals].filter((name) => !others.has(name)).sort();
}
