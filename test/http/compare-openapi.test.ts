import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareOpenapi } from '../../dev/compare-openapi.ts';

const schema = (more: object) => ({ components: { schemas: { Company: { type: 'object', ...more } } } });

test('two OpenAPI documents that differ only in texts are equal', () => {
  const before = schema({
    title: 'A company',
    description: 'One',
    properties: { name: { description: 'Its name', type: 'string' } },
  });
  const after = schema({ description: 'Two', properties: { name: { type: 'string', example: 'Acme' } } });
  assert.deepEqual(compareOpenapi(before, after), []);
});

test('a difference between OpenAPI documents is reported with its path and both values', () => {
  const before = schema({ properties: { title: { type: 'string' }, name: {} }, required: ['name'] });
  const after = schema({ properties: { name: {} }, required: ['name', 'title'], additionalProperties: false });
  assert.deepEqual(compareOpenapi(before, after), [
    '/components/schemas/Company/properties/title: {"type":"string"} → (nothing)',
    '/components/schemas/Company/required: ["name"] → ["name","title"]',
    '/components/schemas/Company/additionalProperties: (nothing) → false',
  ]);
  assert.deepEqual(compareOpenapi({ '/a': 1 }, { '/a': 2 }), ['/~1a: 1 → 2']);
});
