import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { buildImage, writeArchive, writeBillOfMaterials, writeChecksums } from '../build-image.ts';
import { packPackage } from '../pack-package.ts';
import { packPython } from '../pack-python.ts';
import { python } from '../python-tools.ts';
import { readSection } from './changelog.ts';
import { packChart } from './pack-chart.ts';
import { readVersion } from './set-version.ts';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);
const run = async (file: string, ...args: string[]) => (await execute(file, args, { cwd: root })).stdout.trim();

type Options = {
  folder: string;
  helm: string;
  /** Without the image and the chart. */
  packagesOnly: boolean;
  nodeImage?: string | undefined;
  baseImage?: string | undefined;
};

/** Writes everything that a release consists of, from the commit that this folder is a clean clone of. */
async function writeRelease({ folder, helm, packagesOnly, nodeImage, baseImage }: Options): Promise<void> {
  await mkdir(folder, { recursive: true });
  const version = await readVersion(root);
  const [commit = '', time = ''] = (await run('git', 'log', '-1', '--format=%H %ct')).split(' ');
  const seconds = Number(time);
  const files: string[] = [];
  const write = async (name: string, text: string) => {
    files.push(join(folder, name));
    await writeFile(join(folder, name), text);
  };
  const bases: Record<string, string> = {};
  // First, since it takes longest to find out that it does not work.
  if (!packagesOnly) {
    const tag = `localhost/daybook-release-${process.pid}`;
    await buildImage({ nodeImage, baseImage, tag });
    try {
      files.push(await writeArchive(tag, folder));
      for (const name of await readBases({ nodeImage, baseImage }))
        bases[name] = await run('buildah', 'inspect', '--type', 'image', '--format', '{{.FromImageID}}', name);
    } finally {
      await run('buildah', 'rmi', tag);
    }
  }
  for (const name of ['daybook', 'sdk', 'link', 'connector-kit'] as const) files.push(await packPackage(name, folder));
  files.push(...(await packPython(folder)));
  if (!packagesOnly) {
    const chart = join(root, 'deploy/helm/daybook');
    files.push(await packChart({ helm, chart, destination: folder, seconds }));
  }
  files.push(await writeBillOfMaterials(folder));
  const notes = readSection(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);
  await write(`daybook-${version}.notes.md`, `# Daybook ${version}\n\n${notes}\n`);
  const record = {
    ...{ version, commit, time: new Date(seconds * 1000).toISOString() },
    node: process.version,
    npm: await run('npm', '--version'),
    python: await run(python, '--version'),
    ...(!packagesOnly && {
      helm: await run(helm, 'version', '--template', '{{.Version}}'),
      buildah: await run('buildah', '--version'),
      images: bases,
    }),
  };
  await write(`daybook-${version}.build.json`, `${JSON.stringify(record, null, 2)}\n`);
  await writeChecksums(folder, files);
}

/** Another base makes another image, so the record names those that were used. */
async function readBases(given: { nodeImage?: string | undefined; baseImage?: string | undefined }): Promise<string[]> {
  const text = await readFile(join(root, 'Containerfile'), 'utf8');
  const usual = (name: string) => new RegExp(`^ARG ${name}=(.+)$`, 'm').exec(text)?.[1] ?? '';
  return [given.nodeImage ?? usual('NODE_IMAGE'), given.baseImage ?? usual('BASE_IMAGE')];
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { helm: text, 'node-image': text, 'base-image': text, 'packages-only': { type: 'boolean' } },
  });
  await writeRelease({
    folder: resolve(positionals[0] ?? '.daybook/release'),
    helm: values.helm ?? 'helm',
    packagesOnly: values['packages-only'] ?? false,
    nodeImage: values['node-image'],
    baseImage: values['base-image'],
  });
}
