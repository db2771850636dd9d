import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { currentDocuments } from '../../bench/publish/publish-documents.ts';
import { root } from './read-source.ts';

for (const [path, text] of Object.entries(currentDocuments())) {
  test(`${path} is what the command writes from the runs in bench/results`, () => {
    assert.ok(readFileSync(join(root, path), 'utf8') === text, `${path} is stale: run "npm run bench -- publish"`);
  });
}
