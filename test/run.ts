import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../dev/embedded-postgres.ts';
import { buildTemplate } from './template.ts';

/**
 * Runs the tests on a real PostgreSQL: the embedded one, or the server in DAYBOOK_TEST_DATABASE_URL (a login that may
 * create databases and roles). `npm test -- test/companies` runs a part, and starts no PostgreSQL where no file uses one;
 * `--database` leaves out the files that use none, for a second version of PostgreSQL.
 */
const databaseOnly = process.argv.includes('--database');
const wanted = process.argv.slice(2).filter((arg) => arg !== '--database');
/** A test that imports one of these files uses a database. */
const databaseFiles = ['test/harness.ts', 'test/template.ts', 'dev/embedded-postgres.ts'].map((file) => resolve(file));
const files = findFiles(wanted).filter((file) => !databaseOnly || usesDatabase(file));
const isOwn = !process.env.DAYBOOK_TEST_DATABASE_URL && files.some((file) => usesDatabase(file));
const folder = isOwn ? await mkdtemp(join(tmpdir(), 'daybook-test-')) : undefined;
const postgres = folder
  ? await startEmbeddedPostgres({
      folder,
      durable: false,
      settings: { max_connections: '400' },
    })
  : undefined;
const serverUrl = postgres?.url('postgres') ?? process.env.DAYBOOK_TEST_DATABASE_URL ?? '';

let exitCode = 1;
try {
  if (serverUrl) await buildTemplate(serverUrl);
  exitCode = await runTests(files);
} finally {
  await postgres?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
}
process.exit(exitCode);

function findFiles(places: string[]): string[] {
  if (places.length === 0) return globSync('test/**/*.test.ts').sort();
  const found = places.map((place) => globSync(place.endsWith('.ts') ? place : `${place}/**/*.test.ts`));
  const unknown = places.filter((_, at) => found[at]?.length === 0);
  if (unknown.length > 0) {
    console.error(
      `No test file matches ${unknown.join(', ')}. Name a file or a folder, as in "npm test -- test/companies".`,
    );
    process.exit(1);
  }
  return found.flat().sort();
}

function usesDatabase(file: string, seen = new Set<string>()): boolean {
  const path = resolve(file);
  if (databaseFiles.includes(path)) return true;
  if (seen.has(path)) return false;
  seen.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g);
  return [...imports].some(([, from = '']) => usesDatabase(join(dirname(path), from), seen));
}

function runTests(files: string[]): Promise<number> {
  const args = [
    '--test',
    '--test-concurrency=2',
    '--test-timeout=300000',
    ...[process.env.CI ? 'spec' : 'dot', './test/slowest-tests.ts'].flatMap((reporter) => [
      `--test-reporter=${reporter}`,
      '--test-reporter-destination=stdout',
    ]),
    ...files,
  ];
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: {
      // Node caches compiled code, so that a process start needs 0.6 s of CPU instead of 1.5 s.
      NODE_COMPILE_CACHE: resolve('.daybook/compile-cache'),
      ...process.env,
      DAYBOOK_TEST_DATABASE_URL: serverUrl,
    },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
