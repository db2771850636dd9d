import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

type Locked = {
  version?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  inBundle?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Lock = { lockfileVersion: number; packages: Record<string, Locked> };
type Published = { name: string; version: string; bundleDependencies: readonly string[] };

/**
 * The npm-shrinkwrap.json of the published server: the part of package-lock.json that its own dependencies need. Whoever
 * installs the package gets the versions that were tested. Packages of the workspace are bundled, without dependencies of
 * their own: npm would take those for bundled too, and not install them.
 */
export async function lockServer(published: Published & Locked): Promise<object> {
  const { lockfileVersion, packages }: Lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const found = new Map<string, Locked>();
  const visit = (place: string, { dependencies, optionalDependencies }: Locked) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = findPlace(packages, place, name);
      if (at === undefined || found.has(at)) continue;
      const { link, resolved, ...locked } = packages[at] ?? {};
      const bundled = link ? packages[resolved ?? ''] : undefined;
      found.set(at, bundled ? { ...(bundled.version && { version: bundled.version }), inBundle: true } : locked);
      visit(at, bundled ?? locked);
    }
  };
  visit('', published);
  const { name, version } = published;
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...{ name, version, lockfileVersion, requires: true },
    packages: { '': published, ...Object.fromEntries(sorted) },
  };
}

/** As Node finds it: in the package's own node_modules, or in those of the folders above. */
function findPlace(packages: Lock['packages'], place: string, name: string): string | undefined {
  for (let folder = place; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[at]) return at;
    if (folder === '') return undefined;
  }
}
