import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { exampleBody } from '../../src/events/event-body.ts';
import { eventNames } from '../../src/events/event-types.ts';

type Schema = {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
};
type Media = { content?: Record<string, { schema?: Schema }> };
type Operation = {
  operationId: string;
  summary?: string;
  parameters?: { name: string; description?: string }[];
  requestBody?: Media;
  responses: Record<string, Media>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
};

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;
const operations = [
  ...Object.values(document.paths).flatMap((item) => Object.values(item)),
  ...Object.values(document.webhooks).map(({ post }) => post),
];

test('every field of a request, a response and an event has a description', () => {
  const missing = [
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => undescribed(schema, name)),
    ...operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema }) => (schema ? undescribed(schema, operationId) : [])),
      ),
    ),
  ];
  assert.deepEqual(missing, [], 'describe the field in its schema, or in src/reference/fields if many objects have it');
});

test('every parameter has a description', () => {
  const missing = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('the example of an event has a message that is not its description', () => {
  for (const name of eventNames) {
    const { Message: message } = exampleBody(name);
    assert.ok(typeof message === 'string' && message.length > 10, name);
    assert.notEqual(message, document.webhooks[name]?.post.summary, name);
  }
});

/** A reference to a named object says what it is by the name of the field and of the object. */
function undescribed(schema: Schema, path: string): string[] {
  const { properties = {}, items, additionalProperties, patternProperties = {} } = schema;
  const inside = [items, additionalProperties, ...Object.values(patternProperties)].filter(
    (one) => one !== null && typeof one === 'object',
  );
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description || field.$ref ? [] : [`${path}.${name}`]),
      ...undescribed(field, `${path}.${name}`),
    ]),
    ...[...inside, ...variants].flatMap((one) => undescribed(one, path)),
  ];
}
