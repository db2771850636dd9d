import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../tidy/read-source.ts';

/** Copies the files of the repository, committed or not, to a temporary folder. Packages are linked, not copied. */
export async function copyRepository(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'daybook-breaks-')));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = await promisify(execFile)('git', list, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  for (const path of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), { verbatimSymlinks: true }).catch(ignoreMissing);
  }
  await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** A workspace of the repository is a relative link: the copy must use its own, which a break may have changed. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const path = join(from, name);
    if (name.startsWith('@')) await linkPackages(path, join(to, name));
    else await symlink((await lstat(path)).isSymbolicLink() ? await readlink(path) : path, join(to, name));
  }
}

/** A file that was deleted and not committed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
