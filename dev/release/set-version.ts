import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Locked = { version?: string; dependencies?: Record<string, string> };
type Lock = Locked & { packages: Record<string, Locked> };

/** The packages of the workspace and the chart are released together, so all have the version of package.json. */
export async function setVersion(folder: string, version: string): Promise<void> {
  const before = await readVersion(folder);
  const old = before.replaceAll('.', '\\.');
  const edit = async (path: string, ...edits: [pattern: RegExp, replacement: string][]) => {
    const file = join(folder, path);
    const text = await readFile(file, 'utf8');
    const edited = edits.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), text);
    if (edited === text && before !== version) throw new Error(`${path} does not contain the version ${before}.`);
    await writeFile(file, edited);
  };
  const own: [RegExp, string] = [new RegExp(`^(  "version": )"${old}"`, 'm'), `$1"${version}"`];
  const others: [RegExp, string] = [new RegExp(`("@daybook/[\\w-]+": )"${old}"`, 'g'), `$1"${version}"`];
  for (const path of globSync('{.,connector-kit,connectors/*,link,portal,sandbox,sdk,site}/package.json', {
    cwd: folder,
  }))
    await edit(path, own, others);
  await edit('src/cli/connector/connector-template/package.json.txt', own, others);
  await edit('docs/openapi.json', [new RegExp(`^(    "version": )"${old}"`, 'm'), `$1"${version}"`]);
  await edit('docs/asyncapi.json', [new RegExp(`^(    "version": )"${old}"`, 'm'), `$1"${version}"`]);
  await edit('sdk/python/pyproject.toml', [new RegExp(`^(version = )"${old}"`, 'm'), `$1"${version}"`]);
  await edit('deploy/helm/daybook/Chart.yaml', [/^(version|appVersion): .*$/gm, `$1: ${version}`]);
  // The names of files and images in commands that a reader copies. How to release is explained by an example.
  for (const path of globSync(['README.md', 'compose*.yaml', '{docs,deploy}/**/*.md'], { cwd: folder })) {
    if (path === 'docs/releasing.md') continue;
    const file = join(folder, path);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(new RegExp(`(daybook[-:])${old}(?!\\d)`, 'g'), `$1${version}`));
  }
  await lockVersion(join(folder, 'package-lock.json'), version);
}

export async function readVersion(folder: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;
}

/** As npm would write it, without asking a registry for the other packages. */
async function lockVersion(file: string, version: string): Promise<void> {
  const lock: Lock = JSON.parse(await readFile(file, 'utf8'));
  lock.version = version;
  for (const [place, locked] of Object.entries(lock.packages)) {
    // Others are in a folder node_modules, and links to the workspace have no version.
    if (place.includes('node_modules')) continue;
    locked.version = version;
    for (const name of Object.keys(locked.dependencies ?? {}))
      if (name.startsWith('@daybook/')) Object.assign(locked.dependencies ?? {}, { [name]: version });
  }
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
}
