import { dirname, join, normalize } from 'node:path';

export type Source = { path: string; text: string };
/** The file that an import of a package of the workspace leads to. */
export type Packages = Record<string, string>;
export type NearestTests = {
  /** Nearest first. */
  tests: string[];
  /** The changed file for which imports say nothing, so that all tests run. */
  because?: string;
};

/** What reads these files cannot be found by imports. */
const readByEverything =
  /^(schema\/|package(-lock)?\.json$|tsconfig\.json$|test\/(run|harness|template|client)\.ts$|test\/runner\/)/;
/** These files import all features, so an import through them does not show what a test covers. */
const composition = /^(src\/[^/]+\.ts|test\/(harness|server-process)\.ts)$/;
/** They read the source of the repository as text. */
const always = /^test\/(portal-)?tidy\.test\.ts$/;
const isTest = (path: string) => path.endsWith('.test.ts');

/**
 * Orders the tests by their distance from changed files: first tests that import a changed file, then those that import
 * what imports it, and so on; a file that a string names counts as imported. Almost every test reaches every file through
 * the running server, so imports through the composition do not count: instead, the tests in the folder of a feature
 * follow the sources of that feature. What is left follows last. A change of Markdown runs only the tests that name it.
 */
export function findNearestTests(sources: Source[], changed: string[], packages: Packages = {}): NearestTests {
  const tests = sources.map(({ path }) => path).filter(isTest);
  const because = changed.find((path) => readByEverything.test(path));
  if (because !== undefined) return { tests, because };
  const distances = measureDistances(sources, changed, packages);
  const isOnlyText = changed.every((path) => path.endsWith('.md'));
  const rooms = new Map<string, number>();
  for (const [path, distance] of distances) {
    const room = roomOf(path);
    if (!isTest(path) && room !== undefined) rooms.set(room, Math.min(rooms.get(room) ?? distance, distance));
  }
  const distanceOf = (test: string): number => {
    if (always.test(test)) return -1;
    if (changed.length === 0 || isOnlyText) return distances.get(test) ?? Number.POSITIVE_INFINITY;
    const byRoom = rooms.get(roomOf(test) ?? '');
    return Math.min(distances.get(test) ?? last, byRoom === undefined ? last : byRoom + 1.5);
  };
  const last = 1000;
  const measured = tests.map((path) => ({ path, distance: distanceOf(path) }));
  return {
    tests: measured
      .filter(({ distance }) => Number.isFinite(distance))
      .toSorted((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
      .map(({ path }) => path),
  };
}

function measureDistances(sources: Source[], changed: string[], packages: Packages): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const { path, text } of sources) {
    for (const target of namedFiles(path, text, packages))
      importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const distances = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of distances) {
    if (composition.test(path) && distance > 0) continue;
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return distances;
}

/** The files that a source imports at run time, or names in a string: as a worker, a child process, or data. */
function namedFiles(path: string, text: string, packages: Packages): string[] {
  // The type checker covers what is imported as a type only.
  const code = text.replace(/^(?:import|export) type [^;]*;/gm, '');
  const files = [...code.matchAll(/['"`]([^'"`\s]+\.(?:tsx?|json|sql|md|html|css))['"`]/g)].map(([, named = '']) =>
    named.startsWith('.') ? normalize(join(dirname(path), named)) : named,
  );
  const imported = [...code.matchAll(/'(@daybook\/[^']+)'/g)].flatMap(([, name = '']) => packages[name] ?? []);
  return [...files, ...imported];
}

/** The feature of a file: the folder under `src` or `test`, or the package. */
function roomOf(path: string): string | undefined {
  const [top = '', folder, rest] = path.split('/');
  if (rest === undefined || folder === undefined) return undefined;
  return top === 'src' || top === 'test' ? folder : `${top}/${folder}`;
}
