type Schema = Record<string, unknown>;
type Spec = { components: { schemas: Record<string, Schema> } };

/**
 * Returns the JSON Schemas of Stripe's objects from its OpenAPI document. OpenAPI 3.0 writes `nullable: true` where JSON
 * Schema needs another alternative.
 */
export function definitionsOf({ components }: Spec): Record<string, unknown> {
  return Object.fromEntries(Object.entries(components.schemas).map(([name, schema]) => [name, converted(schema)]));
}

function converted(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(converted);
  if (typeof given !== 'object' || given === null) return given;
  const { nullable, ...rest } = given as Schema;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([member, value]) => [
      member,
      member === '$ref' ? String(value).replace('#/components/schemas/', '#/definitions/') : converted(value),
    ]),
  );
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
