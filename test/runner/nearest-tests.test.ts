import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearestTests, type Source } from './nearest-tests.ts';

const file = (path: string, ...imports: string[]): Source => ({
  path,
  text: imports.map((from) => `import { x } from '${from}';`).join('\n'),
});
const sources = [
  file('src/app.ts', './companies/routes.ts', './lists/page.ts', './push/routes.ts'),
  file('src/lists/page.ts'),
  file('src/lists/cursor.ts'),
  file('src/companies/routes.ts', '../lists/page.ts'),
  file('src/push/routes.ts'),
  { path: 'src/push/run.ts', text: `import type { x } from '../lists/page.ts'; fork(new URL('./worker.ts', here));` },
  file('src/push/worker.ts'),
  file('test/harness.ts', '../src/app.ts'),
  file('test/tidy.test.ts'),
  file('test/lists/page.test.ts', '../../src/lists/page.ts'),
  file('test/lists/walk.test.ts', '../harness.ts'),
  file('test/companies/companies.test.ts', '../harness.ts'),
  file('test/push/run.test.ts', '../../src/push/run.ts'),
  file('test/push/pushes.test.ts', '../harness.ts'),
  { path: 'test/people/text.test.ts', text: `readFile('docs/people.md')` },
];
const nearest = (...changed: string[]) => findNearestTests(sources, changed);

test('tests are ordered by imports from the changed file, then by the features that depend on it', () => {
  assert.deepEqual(nearest('src/lists/page.ts').tests, [
    'test/tidy.test.ts',
    'test/lists/page.test.ts',
    'test/lists/walk.test.ts',
    'test/companies/companies.test.ts',
    'test/people/text.test.ts',
    'test/push/pushes.test.ts',
    'test/push/run.test.ts',
  ]);
});

test('a file that is started by its name counts as imported', () => {
  const { tests } = nearest('src/push/worker.ts');
  assert.deepEqual(tests.slice(1, 3), ['test/push/pushes.test.ts', 'test/push/run.test.ts']);
});

test('an import of a package counts as an import of its file', () => {
  const kit = { '@daybook/connector-kit': 'connector-kit/src/kit.ts' };
  const packages = [
    file('connector-kit/src/kit.ts', './decimal.ts'),
    file('connector-kit/src/decimal.ts'),
    file('connectors/acme/src/acme.ts', '@daybook/connector-kit'),
    file('connectors/acme/test/acme.test.ts', '../src/acme.ts'),
  ];
  const { tests } = findNearestTests([...packages, ...sources], ['connector-kit/src/decimal.ts'], kit);
  assert.equal(tests[1], 'connectors/acme/test/acme.test.ts');
});

test('a change of a test runs that test first, and a change of a document the tests that name it', () => {
  assert.equal(nearest('test/push/run.test.ts').tests[1], 'test/push/run.test.ts');
  assert.deepEqual(nearest('docs/people.md').tests, ['test/tidy.test.ts', 'test/people/text.test.ts']);
  assert.deepEqual(nearest().tests, ['test/tidy.test.ts']);
});

test('a change of the schema, the dependencies or the harness runs everything', () => {
  for (const path of ['schema/0001-base.sql', 'package.json', 'test/harness.ts']) {
    const { tests, because } = nearest('src/lists/page.ts', path);
    assert.equal(because, path);
    assert.equal(tests.length, 7);
  }
});
