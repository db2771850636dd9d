import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { say } from '../../../bench/report.ts';

/** Two releases in folders of their own: the one before (N-1), and this working tree (N) with a higher version. */
export type Release = { folder: string; version: string; source: string };
export type Releases = { previous: Release; current: Release; isPreviousThere: boolean };

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 1 << 26 })).stdout.trim();

/** Names the commit of the previous release; each release moves it forward. */
const previousFile = 'deploy/previous-release';

/**
 * Returns the commit, or undefined if the clone lacks it, as a shallow one may: a quick run then compares the working
 * tree with itself, so that at least the schema changes of the test are tried. A full run fails.
 */
export async function findPrevious({ quick }: { quick: boolean }): Promise<string | undefined> {
  const commit = (await readFile(join(root, previousFile), 'utf8')).trim();
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error(`${previousFile} must contain one commit id of 40 digits.`);
  const isThere = await git('cat-file', '-e', `${commit}^{commit}`).then(
    () => true,
    () => false,
  );
  if (isThere) return commit;
  const missing = `This clone lacks the commit ${commit} of the previous release (${previousFile}). Fetch it with "git fetch --unshallow" or "git fetch origin ${commit}".`;
  if (!quick) throw new Error(missing);
  say(`upgrade: ${missing} The working tree stands in for the previous release.`);
  return undefined;
}

export async function buildReleases(folder: string, commit: string | undefined): Promise<Releases> {
  const [before, now] = [join(folder, 'previous'), join(folder, 'current')];
  await Promise.all([commit ? checkOut(commit, before) : copyTree(before), copyTree(now)]);
  await Promise.all([addModules(before), addModules(now)]);
  const previous = { folder: before, version: await versionOf(before), source: commit ?? 'working tree' };
  // A release has a higher version than the one before; the program compares them before it replaces functions.
  const version = await raiseVersion(now, previous.version);
  const current = { folder: now, version, source: 'working tree' };
  return { previous, current, isPreviousThere: commit !== undefined };
}

async function checkOut(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await git('archive', '--format=tar', `--output=${archive}`, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
}

/** As it is now, committed or not. */
async function copyTree(folder: string): Promise<void> {
  const paths = (await git('ls-files', '-co', '--exclude-standard')).split('\n').filter(Boolean);
  for (const path of paths.filter((one) => existsSync(join(root, one)))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path));
  }
}

/** Shares the installed packages if the lockfiles name the same ones; otherwise installs those of the release. */
async function addModules(folder: string): Promise<void> {
  if (!isDeepStrictEqual(await lockedPackages(folder), await lockedPackages(root))) {
    say(`upgrade: npm ci in ${folder}, because its lockfile differs`);
    await run('npm', ['ci', '--omit=dev', '--ignore-scripts'], { cwd: folder, maxBuffer: 1 << 26 });
    return;
  }
  const [shared, own] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(own, '@daybook'), { recursive: true });
  for (const name of await readdir(shared)) {
    if (!name.startsWith('.') && name !== '@daybook') await symlink(join(shared, name), join(own, name));
  }
  // Relative links, so each release uses its own workspaces.
  for (const name of await readdir(join(shared, '@daybook')))
    await symlink(await readlink(join(shared, '@daybook', name)), join(own, '@daybook', name));
}

async function lockedPackages(folder: string): Promise<unknown> {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean }>;
  };
  return Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
}

async function readPackage(folder: string): Promise<Record<string, unknown> & { version: string }> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

const versionOf = async (folder: string) => (await readPackage(folder)).version;

async function raiseVersion(folder: string, previous: string): Promise<string> {
  const about = await readPackage(folder);
  if (about.version !== previous) return about.version;
  const version = about.version.replace(/\d+$/, (last) => String(Number(last) + 1));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...about, version }, null, 2)}\n`);
  return version;
}
