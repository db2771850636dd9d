import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasWords } from '../../portal/src/ui/filter/filter-text.ts';
import { parseFilter } from '../../src/lists/filter/parse-filter.ts';

test('a search becomes one condition for each word: the service ignores case and accents', () => {
  assert.equal(hasWords('name', 'gmbh'), 'name~"gmbh"');
  assert.equal(hasWords('name', ' elm  5 '), 'name~"elm" && name~"5"');
  assert.equal(hasWords('name', 'a"b'), 'name~"a\\"b"');
});

test('any search text becomes a valid filter of at most 2,048 characters for three fields', () => {
  for (const text of ['"', '\\', 'a || b', '{x} && y=1', 'ß', '😀'.repeat(30), 'Gesellschaft '.repeat(30)]) {
    const filter = hasWords('subject.name', text);
    assert.ok(filter.length * 3 < 2048, text);
    parseFilter(filter);
  }
});
