import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/**
 * `npm run pack -- connector-kit FOLDER` writes the tarball of a package as it is published. The workspace runs from
 * source, but Node does not strip types inside node_modules, so a published package contains JavaScript and declarations.
 */
export async function packPackage(name: string, destination: string): Promise<string> {
  const source = join(root, name);
  const staged = await mkdtemp(join(tmpdir(), 'daybook-pack-'));
  try {
    const described = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    const entries: Record<string, string> = described.exports;
    const exports = Object.fromEntries(
      Object.entries(entries).map(([key, path]) => {
        const built = path.replace('./src/', './dist/').replace(/\.ts$/, '');
        return [key, { types: `${built}.d.ts`, default: `${built}.js` }];
      }),
    );
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', source, '--outDir', join(staged, 'dist')]);
    await writeFile(join(staged, 'package.json'), JSON.stringify({ ...described, exports }, null, 2));
    await cp(join(source, 'README.md'), join(staged, 'README.md'));
    await cp(join(root, 'LICENSE'), join(staged, 'LICENSE'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(destination)], {
      cwd: staged,
    });
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(resolve(destination), packed?.filename ?? '');
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [name = '', destination = '.'] = process.argv.slice(2);
  if (name !== 'connector-kit') {
    process.stderr.write('Usage: npm run pack -- connector-kit [FOLDER]\n');
    process.exit(2);
  }
  process.stdout.write(`${await packPackage(name, destination)}\n`);
}
