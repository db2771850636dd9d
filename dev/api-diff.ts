import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Breaking, findBreaking } from './api-diff/find-breaking.ts';
import { readSection } from './release/changelog.ts';

/**
 * `npm run api:diff` says what breaks for clients of the last release: it compares docs/openapi.json with
 * docs/released-api.json. Each operation that breaks must be named in CHANGELOG.md, in an entry of the unreleased
 * version that begins with "Breaks clients:". `-- --base COMMIT` (or a file) compares with another document.
 * `-- --release` makes the present document the released one, as a release does.
 */
const released = 'docs/released-api.json';
const documentFile = 'docs/openapi.json';

export function breaksWithoutEntry(breaks: Breaking[], changelog: string): Breaking[] {
  const named = readSection(changelog, 'Unreleased')
    .split(/^- /m)
    .filter((entry) => entry.startsWith('Breaks clients:'))
    .join('');
  return breaks.filter(({ operation }) => !named.includes(`\`${operation}\``));
}

export function breaksSinceRelease(): Breaking[] {
  return findBreaking(JSON.parse(readFileSync(released, 'utf8')), JSON.parse(readFileSync(documentFile, 'utf8')));
}

/** What clients can see, without texts and examples, so that the file is small. */
function withoutTexts(node: unknown, isFields = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutTexts(item));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(
    ([key]) =>
      isFields ||
      !['description', 'summary', 'examples', 'x-requests', 'webhooks', 'tags', 'info', 'servers'].includes(key),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value, key === 'properties')]));
}

/** Makes the present document the one that later changes are compared with. */
export function keepReleasedApi(root: string): void {
  const document = JSON.parse(readFileSync(join(root, documentFile), 'utf8'));
  writeFileSync(join(root, released), `${JSON.stringify(withoutTexts(document))}\n`);
}

function readBase(place: string): Parameters<typeof findBreaking>[0] {
  if (existsSync(place)) return JSON.parse(readFileSync(place, 'utf8'));
  return JSON.parse(execFileSync('git', ['show', `${place}:${documentFile}`], { maxBuffer: 2 ** 28 }).toString());
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { base: { type: 'string' }, release: { type: 'boolean' } } });
  if (values.release) keepReleasedApi('.');
  else {
    const breaks = findBreaking(readBase(values.base ?? released), JSON.parse(readFileSync(documentFile, 'utf8')));
    for (const { operation, kind, what } of breaks) console.log(`${kind}: ${operation}: ${what}`);
    const silent = breaksWithoutEntry(breaks, readFileSync('CHANGELOG.md', 'utf8'));
    console.log(`${breaks.length} changes break clients; ${silent.length} of them are not in CHANGELOG.md.`);
    if (silent.length > 0) process.exitCode = 1;
  }
}
