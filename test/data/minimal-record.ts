import type { TSchema } from 'typebox';

type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  pattern?: string;
  required?: string[];
  properties?: Record<string, JsonSchema>;
};

/** A record with only the fields that its schema requires. */
export function minimalRecord(schema: TSchema): object {
  return minimal(schema as JsonSchema) as object;
}

function minimal(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'string') return schema.format ? '2026-01-31T00:00:00Z' : schema.pattern ? 'EUR' : 'text';
  if (schema.type === 'number') return 1.5;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [];
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(required.map((name) => [name, minimal(properties[name] ?? {})]));
}
