import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { normalizeArchive } from './image-archive.ts';

const root = join(import.meta.dirname, '..');
const execute = promisify(execFile);
const run = async (file: string, args: string[], env = {}) =>
  (
    await execute(file, args, { cwd: root, env: { ...process.env, ...env }, maxBuffer: 256 * 1024 * 1024 })
  ).stdout.trim();

export type ImageOptions = {
  /** The arguments of the Containerfile; without them, its defaults. */
  nodeImage?: string | undefined;
  baseImage?: string | undefined;
  tag: string;
};

/**
 * Builds the image with buildah. All files get the time of the commit, so that two builds of a commit give the same
 * layers. npm's configuration and the certificates of this machine are mounted during the build and are not part of it.
 */
export async function buildImage({ nodeImage, baseImage, tag }: ImageOptions): Promise<void> {
  const version = await readVersion();
  const [revision, seconds] = (await run('git', ['log', '-1', '--format=%H %ct'])).split(' ');
  const npmrc = await run('npm', ['config', 'get', 'userconfig']);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  await run(
    'buildah',
    [
      'bud',
      ...['--quiet', '--format', 'docker', '--no-cache', '--timestamp', seconds ?? '0', '--tag', tag],
      ...['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`],
      ...(nodeImage ? ['--build-arg', `NODE_IMAGE=${nodeImage}`] : []),
      ...(baseImage ? ['--build-arg', `BASE_IMAGE=${baseImage}`] : []),
      ...['--volume', `${npmrc}:/tmp/npmrc:ro`, '--build-arg', 'NPM_CONFIG_USERCONFIG=/tmp/npmrc'],
      ...(certificates
        ? [
            '--volume',
            `${certificates}:/tmp/certificates.pem:ro`,
            '--build-arg',
            'NODE_EXTRA_CA_CERTS=/tmp/certificates.pem',
          ]
        : []),
      '.',
    ],
    // Works where containers cannot have namespaces of their own, such as inside another container.
    { BUILDAH_ISOLATION: process.env.BUILDAH_ISOLATION ?? 'chroot' },
  );
}

/** Writes the image as an archive, the list of its packages (CycloneDX) and their checksums. */
export async function writeArtefacts(tag: string, folder: string): Promise<string[]> {
  const files = [await writeArchive(tag, folder), await writeBillOfMaterials(folder)];
  return [...files, await writeChecksums(folder, files)];
}

/** For `podman load` and `docker load`. OCI's own format has no health check. */
export async function writeArchive(tag: string, folder: string): Promise<string> {
  const version = await readVersion();
  await mkdir(folder, { recursive: true });
  const archive = join(folder, `daybook-${version}.image.tar`);
  const name = `localhost/daybook:${version}`;
  await run('buildah', ['push', '--quiet', tag, `docker-archive:${archive}:${name}`]);
  await normalizeArchive(archive, name);
  return archive;
}

/** For `sha256sum --check`. */
export async function writeChecksums(folder: string, files: string[]): Promise<string> {
  const sums = await Promise.all(files.toSorted().map(async (file) => `${await hashOf(file)}  ${basename(file)}\n`));
  const checksums = join(folder, 'SHA256SUMS');
  await writeFile(checksums, sums.join(''));
  return checksums;
}

/** The production dependencies by npm, without what differs between two runs. */
export async function writeBillOfMaterials(folder: string): Promise<string> {
  const text = await run('npm', [
    ...['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'],
    ...['--package-lock-only', '--workspaces=false'],
  ]);
  const { serialNumber: _, metadata, ...rest } = JSON.parse(text);
  const { timestamp: __, ...stable } = metadata;
  const list = join(folder, `daybook-${await readVersion()}.cdx.json`);
  await writeFile(list, `${JSON.stringify({ ...rest, metadata: stable }, null, 2)}\n`);
  return list;
}

async function readVersion(): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

if (import.meta.main) {
  // `npm run image -- FOLDER [NODE_IMAGE BASE_IMAGE]`
  const [folder = '.daybook/image', nodeImage, baseImage] = process.argv.slice(2);
  const tag = 'localhost/daybook';
  await buildImage({ nodeImage, baseImage, tag });
  for (const file of await writeArtefacts(tag, resolve(folder))) process.stdout.write(`${file}\n`);
}
