import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../tidy/read-source.ts';
import { breaks } from './breaks.ts';
import { copyRepository } from './copy-repository.ts';
import { tryBreaksOn } from './try-breaks.ts';

/** Keeps the list of breaks up to date, so that `npm run breaks` can always apply them. */
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the text that a break replaces occurs exactly once in its file', () => {
  const wrong = breaks
    .map(({ id, what, file, from }) => ({ id, what, file, times: read(file).split(from).length - 1 }))
    .filter(({ times }) => times !== 1);
  assert.deepEqual(wrong, []);
});

test('a break changes something, and each of its test files has a test of its id', () => {
  for (const { id, what, from, to, tests } of breaks) {
    assert.notEqual(from, to, what);
    assert.ok(tests.length > 0, what);
    for (const path of tests) assert.match(read(path), new RegExp(`['"\`].*\\b${id}\\b`), `${id} in ${path}`);
  }
  const keys = breaks.map(({ id, what }) => `${id} ${what}`);
  assert.equal(new Set(keys).size, keys.length, 'each break has its own description');
});

test('every number of the audit has a break', () => {
  const numbers = Array.from({ length: 30 }, (_, index) => `A-${index + 1}`);
  assert.deepEqual(
    numbers.filter((id) => !breaks.some((entry) => entry.id === id)),
    [],
  );
});

test('a break counts only if a test of its id ran and failed', async () => {
  const entry = breaks.find(({ file }) => file === 'portal/src/ui/time-words.ts') ?? assert.fail();
  const cases = [
    entry,
    { ...entry, what: 'nothing is broken', to: entry.from.replace('>', ' >') },
    { ...entry, what: 'the file cannot be loaded', to: '}}' },
  ];
  const folder = await copyRepository();
  try {
    // The tests of this entry use no database.
    const [seen, unseen, unloaded] = await tryBreaksOn([{ folder, serverUrl: '' }], cases, () => {});
    assert.equal(seen?.failed?.title, 'A-17: a past retry time is not shown as upcoming');
    assert.match(seen.failed.message, /strictly equal: .*true.*false/);
    assert.deepEqual([unseen?.failed, unseen?.problem], [undefined, 'all tests of the id passed']);
    assert.equal(unloaded?.failed, undefined);
    assert.match(unloaded?.problem ?? '', /^0 of \d+ tests ran/);
    assert.equal(readFileSync(join(folder, entry.file), 'utf8'), read(entry.file), 'the file is restored');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
