import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRandom, draw, readTexts, sourceFiles } from '../../dev/draw-texts.ts';
import { root } from './read-source.ts';

test('comments and texts are found in code, screens, SQL and a message catalogue', () => {
  const code = `/** Counts the requests of one address. */
const limit = 1; // biome-ignore lint: this is not for a person
const text = 'The key has no access to this.';
const statement = 'select name from company where id = 1 and old is null';
`;
  assert.deepEqual(readTexts('src/a.ts', code), {
    comments: [{ place: 'src/a.ts:1', text: 'Counts the requests of one address.' }],
    texts: [{ place: 'src/a.ts:3', text: 'The key has no access to this.' }],
  });
  const texts = (file: string, source: string) => readTexts(file, source).texts.map(({ text }) => text);
  assert.deepEqual(texts('portal/src/a.tsx', '<Text>Pick a field from the suggestions</Text>'), [
    'Pick a field from the suggestions',
  ]);
  assert.deepEqual(texts('portal/src/en.json', '{ "a key of four words": "No results. Clear the filters" }'), [
    'No results. Clear the filters',
  ]);
  const sql = '-- Rows of the account\n-- that are kept.\ncreate table t ();\n';
  assert.deepEqual(readTexts('schema/a.sql', sql).comments, [
    { place: 'schema/a.sql:1', text: 'Rows of the account that are kept.' },
  ]);
});

test('a string with the characters that start a comment is no comment', () => {
  const code = `const url = '/portal/*';
const text = 'The page of this path is missing.';
const all = "**/*.ts";
/** Counts the pages of one account. */
`;
  assert.deepEqual(readTexts('src/a.ts', code), {
    comments: [{ place: 'src/a.ts:4', text: 'Counts the pages of one account.' }],
    texts: [{ place: 'src/a.ts:2', text: 'The page of this path is missing.' }],
  });
});

test('every folder with texts is drawn from, without generated files and tests', () => {
  const files = sourceFiles(root);
  for (const folder of [
    'src/',
    'connector-kit/',
    'connectors/',
    'sandbox/',
    'portal/src/',
    'sdk/src/',
    'examples/',
    'schema/',
  ])
    assert.ok(
      files.some((file) => file.startsWith(folder)),
      folder,
    );
  assert.deepEqual(
    files.filter((file) => /\.gen\.ts$|\/test\//.test(file)),
    [],
  );
  const all = files.flatMap((file) => readTexts(file, readFileSync(join(root, file), 'utf8')).texts);
  assert.ok(all.length > 1000, `only ${all.length} texts were found`);
});

test('the same seed draws the same texts, and none twice', () => {
  const all = Array.from({ length: 500 }, (_, at) => at);
  const drawn = draw(all, 100, createRandom(7));
  assert.deepEqual(draw(all, 100, createRandom(7)), drawn);
  assert.notDeepEqual(draw(all, 100, createRandom(8)), drawn);
  assert.equal(new Set(drawn).size, 100);
});
