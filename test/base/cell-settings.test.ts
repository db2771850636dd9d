import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, describeConfig, readConfig } from '../../src/config/config.ts';
import { testSecretKeys } from '../harness.ts';

const key = Buffer.alloc(32, 7);
const env = {
  DAYBOOK_DATABASE_URL: 'postgres://me:hunter2@db:5432/daybook',
  DAYBOOK_SECRET_KEYS: testSecretKeys,
  DAYBOOK_CELL: 'eu1',
};
const cells = {
  DAYBOOK_CELLS: 'eu1=http://10.0.1.10:8080/, eu2=https://eu2.internal/daybook',
  DAYBOOK_CELLS_KEY: key.toString('base64'),
};

test('an installation has one cell unless DAYBOOK_CELLS lists others', () => {
  const config = readConfig(env);
  assert.deepEqual([config.cells, config.cellsKey], [[], undefined]);
});

test('cells are names and URLs without a trailing slash, and the key is 32 bytes', () => {
  const config = readConfig({ ...env, ...cells });
  assert.deepEqual(config.cells, [
    { name: 'eu1', url: 'http://10.0.1.10:8080' },
    { name: 'eu2', url: 'https://eu2.internal/daybook' },
  ]);
  assert.deepEqual(config.cellsKey, key);
});

test('the key of the cells is masked when the settings are printed', () => {
  const given = { ...env, ...cells };
  const shown = describeConfig(readConfig(given), given);
  assert.equal(shown.find(({ variable }) => variable === 'DAYBOOK_CELLS_KEY')?.value, '****');
  assert.ok(!JSON.stringify(shown).includes(cells.DAYBOOK_CELLS_KEY));
});

const wrong: [string, Record<string, string>, RegExp][] = [
  ['cells without a key', { DAYBOOK_CELLS: cells.DAYBOOK_CELLS }, /DAYBOOK_CELLS_KEY is missing/],
  ['a key that is too short', { ...cells, DAYBOOK_CELLS_KEY: 'c2hvcnQ=' }, /DAYBOOK_CELLS_KEY must be 32 bytes/],
  ['a list without this cell', { ...cells, DAYBOOK_CELLS: 'eu2=http://b' }, /must also contain this cell, "eu1"/],
  ['a cell twice', { ...cells, DAYBOOK_CELLS: 'eu1=http://a,eu1=http://b' }, /the cell "eu1" twice/],
  ['a URL that is not HTTP', { ...cells, DAYBOOK_CELLS: 'eu1=ftp://a' }, /must be "name=URL" pairs/],
  ['a name that no key could carry', { ...cells, DAYBOOK_CELLS: 'eu1=http://a,EU_2=http://b' }, /"name=URL" pairs/],
  ['a password in a URL', { ...cells, DAYBOOK_CELLS: 'eu1=http://me:hunter3@a' }, /a user or password in the URL/],
];

for (const [title, given, expected] of wrong) {
  test(`${title} is a problem of the settings, which repeats no secret`, () => {
    assert.throws(
      () => readConfig({ ...env, ...given }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, expected);
        assert.doesNotMatch(error.message, /hunter|c2hvcnQ/);
        return true;
      },
    );
  });
}
