import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasWords } from '../../portal/src/ui/filter-text.ts';
import { parseFilter } from '../../src/lists/parse-filter.ts';

test('a search finds each word in the usual cases', () => {
  const forms = (word: string) => hasWords('name', word).split(' || ');
  assert.deepEqual(forms('birch'), ['name~"birch"', 'name~"Birch"', 'name~"BIRCH"']);
  assert.deepEqual(forms('BIRCH'), ['name~"BIRCH"', 'name~"birch"', 'name~"Birch"']);
  assert.deepEqual(forms('GmbH'), ['name~"GmbH"', 'name~"gmbh"', 'name~"Gmbh"', 'name~"GMBH"']);
  assert.equal(hasWords('name', ' elm  5 '), '{name~"elm" || name~"Elm" || name~"ELM"} && name~"5"');
});

test('whatever is searched is a filter that the service reads, of at most 2,048 characters for three fields', () => {
  for (const text of ['"', '\\', 'a || b', '{x} && y=1', 'ß', '😀'.repeat(30), 'Gesellschaft '.repeat(30)]) {
    const filter = hasWords('subject.name', text);
    assert.ok(filter.length * 3 < 2048, text);
    parseFilter(filter);
  }
});
