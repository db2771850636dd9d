import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { ApiError } from '../../src/base/errors.ts';
import { validatorFor } from '../../src/http/validate.ts';
import { apiRoutes } from '../../src/routes.ts';

/** The error for a wrong value lists the allowed values. */
type Schema = {
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  const?: unknown;
};

const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);

function valuesOf(schema: Schema): unknown[] | undefined {
  if (schema.enum) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  if (schema.items) return valuesOf(schema.items);
  return schema.anyOf?.map(valuesOf).find((values) => values !== undefined);
}

test('A-15: every enumeration of a query or a body rejects other values and lists the allowed ones', () => {
  let asked = 0;
  for (const route of routes) {
    for (const part of ['query', 'body'] as const) {
      const schema = route[part] as (TSchema & Schema) | undefined;
      for (const [name, field] of Object.entries(schema?.properties ?? {})) {
        const values = valuesOf(field);
        if (!schema || !values) continue;
        asked++;
        const given = { [name]: field.items ? ['no-such-value'] : 'no-such-value' };
        assert.throws(
          () => validatorFor(schema, part)(given),
          (refusal: unknown) => {
            assert.ok(refusal instanceof ApiError && refusal.statusCode === 400);
            const texts = (refusal.parts.validation ?? []).filter(({ itemId }) => itemId?.startsWith(name));
            for (const value of values)
              assert.ok(
                texts.some(({ message }) => message.includes(String(value))),
                `${route.operationId} ${name}: ${texts.map(({ message }) => message)}`,
              );
            return true;
          },
        );
      }
    }
  }
  assert.ok(asked >= 8, `${asked} enumerations`);
});
