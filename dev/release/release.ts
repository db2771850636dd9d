import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findProgram, helmSource } from '../../test/ship/chart/chart-tools.ts';
import { keepReleasedApi } from '../api-diff.ts';
import { closeUnreleased, readSection } from './changelog.ts';
import { readVersion, setVersion } from './set-version.ts';

const execute = promisify(execFile);
const previous = 'deploy/previous-release';

export type ReleaseOptions = {
  /** The repository: a clean checkout. */
  root: string;
  version: string;
  /** YYYY-MM-DD, for the changelog. */
  date: string;
  /** Leaves the repository as it is: no commit, no tag. */
  dryRun?: boolean;
  /** Signs the tag: the id of a GPG key, or the file of an SSH key. */
  sign?: string | undefined;
  output?: string | undefined;
  /** Without the image and the chart: a trial that needs neither buildah nor Helm. */
  packagesOnly?: boolean;
  nodeImage?: string | undefined;
  baseImage?: string | undefined;
};

export type Released = { commit: string; tag: string | undefined; sums: string; changed: string };

/** What the release refuses, in words for the person who runs it. */
export class Refused extends Error {}

/**
 * Makes a release of the commit that is checked out. Everything happens in a clone: the commit with the version, the
 * artefacts, the tag. The repository gets commit and tag at the end, so a failed release leaves nothing behind.
 * On a commit that is a release already, it only writes the artefacts again.
 */
export async function release(options: ReleaseOptions): Promise<Released> {
  const { root, version, date } = options;
  const git = gitIn(root);
  const isMade = await check(options);
  const work = await mkdtemp(join(tmpdir(), 'daybook-release-'));
  try {
    const clone = join(work, 'clone');
    const head = await git('rev-parse', 'HEAD');
    await git('clone', '--quiet', '--no-checkout', root, clone);
    const inClone = gitIn(clone, await readPerson(git));
    await inClone('checkout', '--quiet', '--detach', head);
    if (!isMade) {
      await setVersion(clone, version);
      const changelog = join(clone, 'CHANGELOG.md');
      await writeFile(changelog, closeUnreleased(await readFile(changelog, 'utf8'), { version, date }));
      keepReleasedApi(clone);
      await inClone('commit', '--quiet', '--all', '--message', subjectOf(version));
    }
    const commit = await inClone('rev-parse', 'HEAD');
    const made = join(work, 'artefacts');
    await writeArtefacts(clone, made, options);
    const tag = options.sign && (await signTag(inClone, options.sign, clone, version));
    if (!isMade && existsSync(join(clone, previous))) {
      // A commit cannot contain its own id. Until the next release, upgrades are tested from this one.
      await writeFile(join(clone, previous), `${commit}\n`);
      await inClone('commit', '--quiet', '--all', '--message', `deploy: test upgrades from ${version}`);
    }
    const output = options.output ?? (options.dryRun ? undefined : join(root, '.daybook/release', version));
    if (output) {
      await rm(output, { recursive: true, force: true });
      await cp(made, output, { recursive: true });
    }
    if (!options.dryRun) {
      await git('fetch', '--quiet', '--no-tags', clone, 'HEAD', ...(tag ? [`refs/tags/${tag}:refs/tags/${tag}`] : []));
      await git('merge', '--quiet', '--ff-only', await inClone('rev-parse', 'HEAD'));
    }
    const changed = await inClone('diff', '--stat', head, 'HEAD');
    return { commit, tag: tag || undefined, sums: await readFile(join(made, 'SHA256SUMS'), 'utf8'), changed };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const subjectOf = (version: string) => `release: ${version}`;

/** Throws what stands against the release. Returns whether the commit is that release already. */
async function check({ root, version, sign, packagesOnly }: ReleaseOptions): Promise<boolean> {
  const git = gitIn(root);
  if (!/^\d+\.\d+\.\d+(-[0-9a-z]+(\.[0-9a-z]+)*)?$/.test(version))
    throw new Refused(`"${version}" is not a version such as 0.2.0 or 1.0.0-rc.1.`);
  if (sign && packagesOnly) throw new Refused('A release of only the packages is a trial: it is not tagged.');
  const changes = await git('status', '--porcelain');
  if (changes) throw new Refused(`There are changes that are not committed:\n${changes}`);
  const head = await git('rev-parse', 'HEAD');
  const tagged = await git('rev-parse', '--quiet', '--verify', `v${version}^{commit}`).catch(() => undefined);
  if (tagged && tagged !== head)
    throw new Refused(`The tag v${version} is at another commit. To build it again: git checkout v${version}`);
  if (tagged && sign) throw new Refused(`The tag v${version} exists already.`);
  const current = await readVersion(root);
  if (current === version) {
    if ((await git('log', '-1', '--format=%s')) === subjectOf(version)) return true;
    throw new Refused(`Version ${version} was released from an earlier commit.`);
  }
  if (compareVersions(version, current) < 0) throw new Refused(`${version} is older than ${current}.`);
  if (readSection(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), 'Unreleased') === '')
    throw new Refused('CHANGELOG.md has no entries under "Unreleased".');
  return false;
}

/** Negative if the first is older. A version with a suffix (-rc.1) is older than the one without. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('-', 2));
  const numbers = (part = '') => part.split('.').map(Number);
  const [first, second] = [numbers(a?.[0]), numbers(b?.[0])];
  const at = first.findIndex((number, index) => number !== second[index]);
  if (at >= 0) return (first[at] ?? 0) - (second[at] ?? 0);
  if (a?.[1] === undefined || b?.[1] === undefined)
    return (a?.[1] === undefined ? 1 : 0) - (b?.[1] === undefined ? 1 : 0);
  return a[1].localeCompare(b[1], 'en', { numeric: true });
}

/** With the code of the clone, from what is committed there: nothing else on this machine gets into the artefacts. */
async function writeArtefacts(clone: string, folder: string, options: ReleaseOptions): Promise<void> {
  const { packagesOnly, nodeImage, baseImage } = options;
  const helm = packagesOnly ? [] : ['--helm', await findProgram('helm', helmSource)];
  await runIn(clone, 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error']);
  await runIn(clone, process.execPath, [
    ...['dev/release/write-artefacts.ts', folder, ...helm],
    ...(packagesOnly ? ['--packages-only'] : []),
    ...(nodeImage ? ['--node-image', nodeImage] : []),
    ...(baseImage ? ['--base-image', baseImage] : []),
  ]);
}

async function signTag(git: Git, key: string, clone: string, version: string): Promise<string> {
  const format = existsSync(key) ? ['-c', 'gpg.format=ssh'] : [];
  const tag = `v${version}`;
  const notes = readSection(await readFile(join(clone, 'CHANGELOG.md'), 'utf8'), version);
  // Lines of Markdown headings are not comments.
  const message = ['--cleanup=verbatim', '--message', `Daybook ${version}\n\n${notes}\n`];
  await git(...format, 'tag', '--local-user', existsSync(key) ? resolve(key) : key, ...message, tag);
  return tag;
}

type Git = (...args: string[]) => Promise<string>;

function gitIn(folder: string, configured: string[] = []): Git {
  return async (...args) =>
    (await execute('git', [...configured, ...args], { cwd: folder, maxBuffer: 1 << 26 })).stdout.trim();
}

/** The clone does not have the settings of the repository. */
async function readPerson(git: Git): Promise<string[]> {
  const read = async (name: string) => {
    const value = await git('config', name).catch(() => '');
    return value ? ['-c', `${name}=${value}`] : [];
  };
  return [...(await read('user.name')), ...(await read('user.email'))];
}

/** What it prints goes to stderr: stdout is for the result. */
async function runIn(folder: string, file: string, args: string[]): Promise<void> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} ${args.slice(0, 2).join(' ')} ended with ${code}.`);
}

if (import.meta.main) await main();

/** `npm run release -- VERSION`: docs/releasing.md. */
async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const yes = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ 'dry-run': yes, 'packages-only': yes, sign: text, output: text },
      ...{ 'node-image': text, 'base-image': text },
    },
  });
  const [version, ...others] = positionals;
  if (version === undefined || others.length > 0) {
    process.stderr.write(
      'Usage: npm run release -- VERSION [--dry-run] [--sign KEY] [--output FOLDER] [--packages-only]\n' +
        '       [--node-image IMAGE --base-image IMAGE]\n',
    );
    process.exit(2);
  }
  // Modes in the archives must not depend on who runs this.
  process.umask(0o022);
  const dryRun = values['dry-run'] ?? false;
  try {
    const { commit, tag, sums, changed } = await release({
      ...{ root: join(import.meta.dirname, '../..'), version, dryRun, sign: values.sign },
      ...{ date: new Date().toISOString().slice(0, 10), output: values.output && resolve(values.output) },
      ...{ packagesOnly: values['packages-only'] ?? false },
      ...{ nodeImage: values['node-image'], baseImage: values['base-image'] },
    });
    const done = dryRun
      ? `A trial: nothing was changed. The release would change:\n${changed}`
      : `Released ${version} as ${commit}, ${tag ? `with the signed tag ${tag}` : 'without a tag (no --sign)'}.\n` +
        'Nothing was published: docs/releasing.md has the commands.';
    process.stdout.write(`${sums}\n${done}\n`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
