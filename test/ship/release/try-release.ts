import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, round, say } from '../../../bench/report.ts';
import { readSection } from '../../../dev/release/changelog.ts';
import { readVersion } from '../../../dev/release/set-version.ts';
import { findProgram, helmSource, kubernetesVersions } from '../chart/chart-tools.ts';
import { bases, makeBaseImages } from '../try-image.ts';

const root = join(import.meta.dirname, '../../..');
const execute = promisify(execFile);
const withinMs = 30 * 60_000;

/** The files of a release that was made for the check. */
export type Artefacts = { tarball: string; archive?: string };

/**
 * Makes the next minor release in a clean clone of what is committed, as docs/releasing.md says, and checks the files.
 * Then builds them again from the tag, in another clone, and compares. `quick`: only the packages, once.
 */
export async function tryRelease(
  { folder }: { folder: string },
  { quick }: { quick: boolean },
): Promise<{ figures: Figures; artefacts: Artefacts }> {
  const git = gitIn(root);
  if (await git('status', '--porcelain')) say('release: changes that are not committed are not part of it');
  const version = (await readVersion(root)).replace(
    /^(\d+)\.(\d+)\..*/,
    (_, major, minor) => `${major}.${+minor + 1}.0`,
  );
  const clone = join(folder, 'clone');
  await git('clone', '--quiet', root, clone);
  await gitIn(clone)('checkout', '--quiet', '-B', 'main', await git('rev-parse', 'HEAD'));
  for (const name of ['user.name', 'user.email']) await gitIn(clone)('config', name, 'release@example.com');
  await ensureEntries(clone);
  const output = join(folder, 'artefacts');
  const key = join(folder, 'key');
  await execute('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'release@example.com', '-f', key]);
  if (!quick) await makeBaseImages();

  const began = performance.now();
  await makeRelease(clone, version, ['--output', output, ...(quick ? ['--packages-only'] : ['--sign', key])], quick);
  const figures: Figures = { releaseSeconds: round((performance.now() - began) / 1000) };
  say(`released ${version} in a clone after ${figures.releaseSeconds} s`);
  Object.assign(figures, await checkFiles(output, version), { isReleaseClean: await isClean(clone) });
  const artefacts: Artefacts = { tarball: join(output, `daybook-${version}.tgz`) };
  if (quick) return { figures, artefacts };

  figures.chartKb = await kilobytes(join(output, `daybook-chart-${version}.tgz`));
  artefacts.archive = join(output, `daybook-${version}.image.tar`);
  figures.isChartGood = await checkChart(clone, join(output, `daybook-chart-${version}.tgz`), version);
  figures.isTagSigned = await verifyTag(clone, `v${version}`, key);
  const again = join(folder, 'again');
  await git('clone', '--quiet', '--branch', `v${version}`, clone, again);
  const before = await stateOf(again);
  await makeRelease(again, version, ['--dry-run', '--output', join(folder, 'second')], quick);
  const differing = await compare(output, join(folder, 'second'));
  for (const name of differing) say(`differs between two builds: ${name}`);
  figures.differingFiles = differing.length;
  figures.isDryRunHarmless = (await stateOf(again)) === before;
  return { figures, artefacts };
}

/** Right after a release the changelog is empty, and a release without entries is refused. */
async function ensureEntries(clone: string): Promise<void> {
  const file = join(clone, 'CHANGELOG.md');
  const text = await readFile(file, 'utf8');
  if (readSection(text, 'Unreleased') !== '') return;
  await writeFile(file, text.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Changed\n\n- A trial.\n'));
  await gitIn(clone)('commit', '--quiet', '--all', '--message', 'changelog: a trial');
}

async function makeRelease(clone: string, version: string, options: string[], quick: boolean): Promise<void> {
  const images = quick ? [] : ['--node-image', bases.nodeImage, '--base-image', bases.baseImage];
  // The clone would install Helm once more.
  const helm = quick ? [] : [dirname(await findProgram('helm', helmSource))];
  const env = { ...process.env, PATH: [...helm, process.env.PATH].join(':') };
  const args = ['run', '-s', 'release', '--', version, ...options, ...images];
  const { stderr } = await execute('npm', args, { cwd: clone, env, timeout: withinMs, maxBuffer: 1 << 26 }).catch(
    (error: { stderr?: string }) => {
      say(error.stderr ?? '');
      throw error;
    },
  );
  if (stderr.trim()) say(stderr.trim());
}

async function checkFiles(output: string, version: string): Promise<Figures> {
  const { stdout } = await execute('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: output });
  const list = JSON.parse(await readFile(join(output, `daybook-${version}.cdx.json`), 'utf8')) as {
    bomFormat: string;
    metadata: { component: { version: string } };
    components: unknown[];
  };
  const notes = await readFile(join(output, `daybook-${version}.notes.md`), 'utf8');
  return {
    releasedFiles: stdout.trim().split('\n').length,
    sdkKb: await kilobytes(join(output, `daybook-sdk-${version}.tgz`)),
    kitKb: await kilobytes(join(output, `daybook-connector-kit-${version}.tgz`)),
    listedPackages: list.components.length,
    isListGood: list.bomFormat === 'CycloneDX' && list.metadata.component.version === version,
    hasNotes: notes.startsWith(`# Daybook ${version}\n\n`) && /^### \w+$/m.test(notes),
  };
}

/** The package of the chart can be rendered, and installs the released version. */
async function checkChart(clone: string, file: string, version: string): Promise<boolean> {
  const helm = await findProgram('helm', helmSource);
  const values = join(clone, 'deploy/helm/daybook/ci/01-minimal-values.yaml');
  const cluster = ['--kube-version', kubernetesVersions.at(-1) ?? ''];
  const { stdout } = await execute(helm, ['template', 'daybook', file, '--values', values, ...cluster]);
  return stdout.includes(`app.kubernetes.io/version: "${version}"`) && stdout.includes(`:${version}"`);
}

async function verifyTag(clone: string, tag: string, key: string): Promise<boolean> {
  const signers = `${key}.signers`;
  await writeFile(signers, `release@example.com ${await readFile(`${key}.pub`, 'utf8')}`);
  const verified = execute('git', ['-c', `gpg.ssh.allowedSignersFile=${signers}`, 'verify-tag', tag], { cwd: clone });
  return verified.then(
    ({ stderr }) => stderr.includes('Good "git" signature for release@example.com'),
    () => false,
  );
}

/** The release was committed, and the file with the previous release, where there is one, names the commit. */
async function isClean(clone: string): Promise<boolean> {
  const git = gitIn(clone);
  const hasPrevious = existsSync(join(clone, 'deploy/previous-release'));
  const subject = await git('log', '-1', '--format=%s', hasPrevious ? 'HEAD~' : 'HEAD');
  const named = hasPrevious ? (await readFile(join(clone, 'deploy/previous-release'), 'utf8')).trim() : undefined;
  const isNamed = named === undefined || named === (await git('rev-parse', 'HEAD~'));
  return (await git('status', '--porcelain')) === '' && subject.startsWith('release: ') && isNamed;
}

async function stateOf(clone: string): Promise<string> {
  const git = gitIn(clone);
  return [await git('status', '--porcelain'), await git('show-ref'), await git('rev-parse', 'HEAD')].join('\n');
}

async function compare(first: string, second: string): Promise<string[]> {
  const read = async (folder: string) => (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  const [one, other] = [await read(first), await read(second)];
  const lines = [...one.filter((line) => !other.includes(line)), ...other.filter((line) => !one.includes(line))];
  return [...new Set(lines.map((line) => line.split('  ')[1] ?? ''))];
}

async function kilobytes(file: string): Promise<number> {
  return round((await stat(file)).size / 1024);
}

function gitIn(folder: string) {
  return async (...args: string[]) => (await execute('git', args, { cwd: folder, maxBuffer: 1 << 26 })).stdout.trim();
}
