import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { closeUnreleased, readSection } from '../../../dev/release/changelog.ts';
import { setTimes } from '../../../dev/release/pack-chart.ts';
import { compareVersions, Refused, release } from '../../../dev/release/release.ts';
import { readVersion, setVersion } from '../../../dev/release/set-version.ts';
import { root } from '../../tidy/read-source.ts';

/** What `npm run release` refuses and changes. `npm run ship -- release` makes a whole one. */
const later = '987.6.5';
let folder = '';
let clone = '';
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const read = (path: string) => readFileSync(join(clone, path), 'utf8');

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-release-test-'));
  clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', root, clone]);
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
});
after(() => rm(folder, { recursive: true, force: true }));

const refuses = (version: string, pattern: RegExp, options = {}) =>
  assert.rejects(
    release({ root: clone, version, date: '2026-01-31', dryRun: true, ...options }),
    (error) => error instanceof Refused && pattern.test(error.message),
  );

test('a release is refused for a malformed or older version, and as a signed one of only the packages', async () => {
  await refuses('2.0', /not a version such as/);
  await refuses('v2.0.0', /not a version such as/);
  await refuses('0.0.1', /0\.0\.1 is older than/);
  await refuses(await readVersion(clone), /released from an earlier commit/);
  await refuses(later, /a trial: it is not tagged/, { sign: 'someone', packagesOnly: true });
});

test('a release is refused while there are changes that are not committed, and names them', async () => {
  appendFileSync(join(clone, 'README.md'), '\n');
  await refuses(later, /not committed:\n ?M README\.md/);
  git('checkout', '--quiet', 'README.md');
  writeFileSync(join(clone, 'left-over'), '');
  await refuses(later, /\?\? left-over/);
  await rm(join(clone, 'left-over'));
});

test('a release is refused if its tag is at another commit, or the changelog has no entries', async () => {
  git('commit', '--quiet', '--allow-empty', '--message', 'next');
  git('tag', `v${later}`, 'HEAD~');
  await refuses(later, /is at another commit/);
  git('tag', '--delete', `v${later}`);
  writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n## [0.0.1] - 2020-01-01\n\n- One.\n');
  git('commit', '--quiet', '--all', '--message', 'empty');
  await refuses(later, /no entries under "Unreleased"/);
  git('reset', '--quiet', '--hard', 'HEAD~2');
});

test('setting the version changes it everywhere', async () => {
  const old = await readVersion(clone);
  await setVersion(clone, later);
  assert.match(read('deploy/helm/daybook/Chart.yaml'), /^version: 987\.6\.5\nappVersion: 987\.6\.5$/m);
  assert.equal(JSON.parse(read('docs/openapi.json')).info.version, later);
  const lock = JSON.parse(read('package-lock.json'));
  const own = Object.entries<{ version: string; dependencies?: Record<string, string> }>(lock.packages).filter(
    ([place]) => !place.includes('node_modules'),
  );
  assert.ok(own.length > 8);
  assert.deepEqual([...new Set([lock.version, ...own.map(([, { version }]) => version)])], [later]);
  for (const [place, { dependencies }] of own)
    for (const [name, version] of Object.entries(dependencies ?? {}))
      if (name.startsWith('@daybook/')) assert.equal(version, later, `${place}: ${name}`);
  // Other packages can have the same version, and a connector outside the repository has a version of its own.
  const others =
    /^(package-lock\.json|CHANGELOG\.md|docs\/(connectors|releasing|guides\/write-a-connector)\.md|test\/.*|.*outside-package\.json\.txt|deploy\/helm\/daybook\/ci\/.*)$/;
  const left = execFileSync('git', ['grep', '--files-with-matches', '--fixed-strings', old], {
    cwd: clone,
    encoding: 'utf8',
  });
  assert.deepEqual(
    left
      .trim()
      .split('\n')
      .filter((path) => !others.test(path)),
    [],
  );
  await setVersion(clone, old);
  assert.equal(git('status', '--porcelain'), '', 'setting the old version again restores every byte');
});

test('the entries under "Unreleased" become the notes of the release', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Two.\n\n## [0.1.0] - 2026-01-01\n\n- One.\n';
  const closed = closeUnreleased(text, { version: '0.2.0', date: '2026-01-31' });
  assert.match(closed, /## \[Unreleased\]\n\n## \[0\.2\.0\] - 2026-01-31\n\n### Added/);
  assert.equal(readSection(closed, '0.2.0'), '### Added\n\n- Two.');
  assert.equal(readSection(closed, '0.1.0'), '- One.');
  assert.equal(readSection(closed, 'Unreleased'), '');
  assert.throws(() => closeUnreleased(closed, { version: '0.3.0', date: '2026-02-28' }), /no entries/);
  assert.throws(() => readSection(closed, '0.2'), /no heading/);
});

test('the changelog has the headings of Keep a Changelog', () => {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
  assert.deepEqual(
    headings.filter((heading) => !kinds.includes(heading)),
    [],
  );
  const versions = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  assert.equal(versions[0], '[Unreleased]');
  for (const version of versions.slice(1)) assert.match(version, /^\[\d+\.\d+\.\d+[\w.-]*\] - \d{4}-\d\d-\d\d$/);
});

test('versions are ordered by their numbers, and a candidate comes before its release', () => {
  const ordered = ['0.2.0', '0.10.0-rc.2', '0.10.0-rc.10', '0.10.0', '1.0.0'];
  assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered);
});

test('every file of a chart package gets the time of the commit', () => {
  const pack = (mtime: string) =>
    execFileSync('tar', ['--create', '--format=ustar', '--sort=name', `--mtime=${mtime}`, 'Chart.yaml', 'templates'], {
      cwd: join(root, 'deploy/helm/daybook'),
    });
  const [one, other] = [pack('2020-01-01'), pack('2021-12-31 23:59:59')];
  assert.notDeepEqual(one, other);
  assert.deepEqual(setTimes(one, 1_700_000_000), setTimes(other, 1_700_000_000));
  const listed = execFileSync('tar', ['--list', '--verbose', '--utc'], {
    input: setTimes(one, 1_700_000_000),
    encoding: 'utf8',
  });
  assert.match(listed, /2023-11-14 22:13 Chart\.yaml/);
});
