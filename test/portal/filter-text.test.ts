import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasWords } from '../../portal/src/ui/filter-text.ts';
import { parseFilter } from '../../src/lists/parse-filter.ts';

test('a search looks for every word once: the service ignores case and accents', () => {
  assert.equal(hasWords('name', 'gmbh'), 'name~"gmbh"');
  assert.equal(hasWords('name', ' elm  5 '), 'name~"elm" && name~"5"');
  assert.equal(hasWords('name', 'a"b'), 'name~"a\\"b"');
});

test('whatever is searched is a filter that the service reads, of at most 2,048 characters for three fields', () => {
  for (const text of ['"', '\\', 'a || b', '{x} && y=1', 'ß', '😀'.repeat(30), 'Gesellschaft '.repeat(30)]) {
    const filter = hasWords('subject.name', text);
    assert.ok(filter.length * 3 < 2048, text);
    parseFilter(filter);
  }
});
