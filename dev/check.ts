import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findNearestTests } from '../test/runner/nearest-tests.ts';
import { workspaceFiles } from '../test/tidy/read-source.ts';

/**
 * `npm run check`: types, lint, and the tests nearest to what has changed since the branch left main (and is not yet
 * committed), for as long as there is time. `--all` runs all tests; `--since COMMIT` compares with another commit;
 * `--within SECONDS` allows another time.
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    since: { type: 'string' },
    within: { type: 'string', default: '45' },
  },
});
/** Time for the last file to finish and for PostgreSQL to stop. */
const endsSooner = 8;
const leastSeconds = 5;
const sourceFiles =
  '{src,test,bench,dev,examples,connector-kit,connectors,sandbox,link/src,sdk/src,portal/src,site/{build,check,src}}/**/*.{ts,tsx}';
const startedAt = performance.now();

step('lint', 'npx', ['biome', 'check', '.']);
step('types', 'npx', ['tsc', '--incremental', '--tsBuildInfoFile', '.daybook/types.json']);
step('types of the portal', 'npx', [
  'tsc',
  '-p',
  'portal',
  '--incremental',
  '--tsBuildInfoFile',
  '.daybook/types-portal.json',
]);
step('types of @daybook/link', 'npx', ['tsc', '-p', 'link', '--noEmit']);
if (values.all) step('tests', process.execPath, ['test/run.ts']);
else checkNearest();

function checkNearest(): void {
  const changed = readChanged();
  const paths = globSync(sourceFiles, { exclude: ['**/node_modules'] });
  const sources = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const { tests, because } = findNearestTests(sources, changed, Object.fromEntries(workspaceFiles));
  if (because !== undefined) {
    say(`${because} has changed, and imports do not show what depends on it: all tests run.`);
    step('tests', process.execPath, ['test/run.ts']);
    return;
  }
  const seconds = Math.max(Number(values.within) - endsSooner - secondsSince(), leastSeconds);
  say(`${changed.length} changed files, ${tests.length} tests depend on them, the nearest first.`);
  step('tests', process.execPath, ['test/run.ts', `--within=${Math.round(seconds)}`, ...tests]);
}

function readChanged(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean);
  const main = ['origin/main', 'main'].find(
    (name) => spawnSync('git', ['rev-parse', '-q', '--verify', name]).status === 0,
  );
  const [base = 'HEAD'] = values.since
    ? [values.since]
    : main
      ? git('merge-base', 'HEAD', main).map((id) => id.trim())
      : [];
  const tracked = git('diff', '--name-only', '-z', base);
  return [...tracked, ...git('ls-files', '--others', '--exclude-standard', '-z')];
}

function step(name: string, command: string, args: string[]): void {
  const began = secondsSince();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    say(`${name} failed.`);
    process.exit(1);
  }
  say(`${name}: ${(secondsSince() - began).toFixed(1)} s`);
}

function secondsSince(): number {
  return (performance.now() - startedAt) / 1000;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
