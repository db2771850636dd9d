import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findBreaking } from '../../dev/api-diff/find-breaking.ts';
import { breaksSinceRelease, breaksWithoutEntry } from '../../dev/api-diff.ts';

const schemas = {
  Company: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } },
};

function document(change: { parameters?: object[]; body?: object; response?: object; paths?: object } = {}) {
  const get = {
    parameters: change.parameters ?? [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
    requestBody: {
      content: {
        'application/json': { schema: change.body ?? { type: 'object', properties: { name: { type: 'string' } } } },
      },
    },
    responses: {
      200: { content: { 'application/json': { schema: change.response ?? { $ref: '#/components/schemas/Company' } } } },
    },
  };
  return { paths: change.paths ?? { '/companies': { get } }, components: { schemas } } as Parameters<
    typeof findBreaking
  >[0];
}

const breaks = (change: Parameters<typeof document>[0]) =>
  findBreaking(document(), document(change)).map(({ kind, what }) => `${kind}: ${what}`);

test('what clients can go on doing breaks nothing', () => {
  assert.deepEqual(breaks({}), []);
  const wider = [
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500 } },
    { name: 'new', in: 'query', schema: { type: 'string' } },
  ];
  assert.deepEqual(breaks({ parameters: wider }), []);
  const { Company } = schemas;
  const more = {
    ...Company,
    required: ['id', 'name', 'more'],
    properties: { ...Company.properties, more: { type: 'string' } },
  };
  assert.deepEqual(breaks({ response: more }), []);
});

test('a field that can only be null may be written in two ways', () => {
  const before = document({ body: { type: 'object', properties: { ended: { type: 'null' } } } });
  const after = document({ body: { type: 'object', properties: { ended: { enum: [null] } } } });
  assert.deepEqual(findBreaking(before, after), []);
  assert.deepEqual(findBreaking(after, before), []);
});

test('removed operations, parameters and fields, narrower values and new requirements are found', () => {
  assert.deepEqual(breaks({ paths: {} }), ['removed: the operation']);
  assert.deepEqual(breaks({ parameters: [] }), ['removed: parameter limit']);
  const narrower = [
    { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 50, minimum: 1 } },
  ];
  assert.deepEqual(breaks({ parameters: narrower }), [
    'required: parameter limit',
    'narrowed: parameter limit (minimum none → 1)',
    'narrowed: parameter limit (maximum 100 → 50)',
  ]);
  const body = { type: 'object', required: ['name'], properties: { name: { type: 'string', enum: ['a'] } } };
  assert.deepEqual(breaks({ body }), ['narrowed: body.name (only a)', 'required: body.name']);
  assert.deepEqual(breaks({ body: { type: 'object', properties: {} } }), ['removed: body.name']);
  const only = { type: 'object', properties: { name: { type: 'string', const: 'a' } } };
  assert.deepEqual(breaks({ body: only }), ['narrowed: body.name (only a)']);
  const of = (name: object) => document({ body: { type: 'object', properties: { name } } });
  const [constant, choice] = [of({ type: 'string', const: 'a' }), of({ type: 'string', enum: ['a', 'b'] })];
  assert.deepEqual(findBreaking(constant, choice), [], 'a constant may become a choice');
  assert.equal(findBreaking(choice, constant)[0]?.what, 'body.name (no longer b)');
  const response = { type: 'object', properties: { id: { type: ['string', 'null'] } } };
  assert.deepEqual(breaks({ response }), [
    'narrowed: 200 body.id (string → string|null)',
    'narrowed: 200 body.id (may now be absent)',
    'removed: 200 body.name',
  ]);
});

test('a change that breaks clients needs an entry in the changelog', () => {
  const broken = [{ operation: 'GET /companies', kind: 'removed' as const, what: 'the operation' }];
  const changelog = (entry: string) =>
    `## [Unreleased]\n\n### Changed\n\n${entry}\n\n## [1.0.0]\n- \`GET /companies\`\n`;
  assert.equal(breaksWithoutEntry(broken, changelog('- `GET /companies` is faster.')).length, 1);
  assert.equal(breaksWithoutEntry(broken, changelog('- Breaks clients: `GET /companies` is gone.')).length, 0);
});

test('every change since the last release that breaks clients is in the changelog', () => {
  assert.deepEqual(breaksWithoutEntry(breaksSinceRelease(), readFileSync('CHANGELOG.md', 'utf8')), []);
});

test('a deprecated operation says since when, until when and what replaces it', () => {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const deprecated = Object.values(paths).flatMap((methods) => Object.values(methods).filter((one) => one.deprecated));
  assert.ok(deprecated.length > 0);
  for (const { operationId, responses } of deprecated) {
    const headers = Object.keys(responses[200]?.headers ?? {});
    for (const name of ['Deprecation', 'Sunset', 'Link']) assert.ok(headers.includes(name), `${operationId}: ${name}`);
  }
});
type Operation = { operationId: string; deprecated?: boolean; responses: Record<number, { headers?: object }> };
