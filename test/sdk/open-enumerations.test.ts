import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Schemas } from '../../sdk/src/api.gen.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

test('an enumeration accepts other strings in the SDK where the API may add values, and only there', async () => {
  // Fails to compile if the type is closed.
  const status: Schemas['Connection']['status'] = 'AddedLater';
  assert.ok(status);
  // @ts-expect-error There are two kinds of links.
  const kind: Schemas['OpenedLink']['kind'] = 'AddedLater';
  assert.ok(kind);
  const types = await read('../../sdk/src/api.gen.ts');
  const document = await read('../../docs/openapi.json');
  assert.ok(document.includes('More values may be added later'), 'the generator looks for this sentence');
  assert.ok(types.split('(string & {})').length > 40);
});
