import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Packages of the workspace have their own tests. */
const testFiles = '{test,connector-kit/test,connectors/*/test,sandbox/test}/**/*.test.ts';

/** The test files in the given files and folders, or all. A name that matches nothing is an error. */
export function findTestFiles(places: string[], options: { isInOrder?: boolean } = {}): string[] {
  if (places.length === 0) return globSync(testFiles).sort();
  const found = places.map((place) => globSync(place.endsWith('.ts') ? place : `${place}/**/*.test.ts`));
  const unknown = places.filter((_, at) => found[at]?.length === 0);
  const files = [...new Set(found.flat())];
  if (unknown.length === 0) return options.isInOrder ? files : files.sort();
  console.error(
    `No test file matches ${unknown.join(', ')}. Name a file or a folder, as in "npm test -- test/companies".`,
  );
  process.exit(1);
}

/**
 * About programs, platforms, people and pages: what these send to the database, others send too. They take a third of the
 * time, so they run on one version of PostgreSQL.
 */
const onOneVersion = [
  ...['connectors/', 'sandbox/', 'test/breaks/', 'test/cells/', 'test/cli/', 'test/connections/', 'test/connectors/'],
  ...['test/examples/', 'test/links/', 'test/live/', 'test/load/', 'test/logs/', 'test/mcp/', 'test/notices/'],
  ...['test/pass-through/', 'test/people/', 'test/portal/', 'test/runner/', 'test/sdk/', 'test/ship/', 'test/tracing/'],
];

/** Whether a second version of PostgreSQL can show something that the first one did not. */
export const concernsDatabase = (file: string) =>
  !onOneVersion.some((folder) => file.startsWith(folder)) && usesDatabase(file);

/** A test that imports one of these files uses a database. */
const databaseFiles = ['test/harness.ts', 'test/template.ts', 'dev/embedded-postgres.ts'].map((file) => resolve(file));

export function usesDatabase(file: string, seen = new Set<string>()): boolean {
  const path = resolve(file);
  if (databaseFiles.includes(path)) return true;
  if (seen.has(path)) return false;
  seen.add(path);
  return importsOf(path).some((imported) => usesDatabase(imported, seen));
}

function importsOf(path: string): string[] {
  if (!existsSync(path)) return []; // The test that imports it fails and says so.
  const imports = readFileSync(path, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g);
  return [...imports].map(([, from = '']) => join(dirname(path), from));
}
