import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packPython } from './pack-python.ts';
import { stageServer } from './stage-server.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const names = ['daybook', 'connector-kit', 'link', 'sdk'] as const;
type PackageName = (typeof names)[number];

/**
 * `npm run pack -- daybook|connector-kit|link|sdk|python FOLDER` writes the tarball of a package as it is published, or
 * the wheel and the source distribution of the Python SDK. The workspace runs from source, but Node does not strip types
 * inside node_modules, so a published package contains JavaScript. Two runs on one commit write the same bytes.
 */
export async function packPackage(name: PackageName, destination: string): Promise<string> {
  const staged = await mkdtemp(join(tmpdir(), 'daybook-pack-'));
  try {
    if (name === 'daybook') await stageServer(staged);
    else await stageModule(join(root, name), staged);
    await cp(join(root, 'LICENSE'), join(staged, 'LICENSE'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(destination)], {
      cwd: staged,
      maxBuffer: 64 * 1024 * 1024,
    });
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(resolve(destination), packed?.filename ?? '');
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** A package that others import: JavaScript and declarations, at the places that its exports name. */
async function stageModule(source: string, staged: string): Promise<void> {
  const described = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const entries: Record<string, string | object> = described.exports;
  const exports = Object.fromEntries(
    Object.entries(entries).map(([key, path]) => {
      if (typeof path !== 'string') return [key, path];
      const built = path.replace('./src/', './dist/').replace(/\.ts$/, '');
      return [key, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
  const { scripts: _, ...published } = described;
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', source, '--outDir', join(staged, 'dist')]);
  await writeFile(join(staged, 'package.json'), JSON.stringify({ ...published, exports }, null, 2));
  await cp(join(source, 'README.md'), join(staged, 'README.md'));
}

if (import.meta.main) {
  const [given = '', destination = '.'] = process.argv.slice(2);
  const name = names.find((one) => one === given);
  if (!name && given !== 'python') {
    process.stderr.write(`Usage: npm run pack -- ${names.join('|')}|python [FOLDER]\n`);
    process.exit(2);
  }
  const written = name ? [await packPackage(name, destination)] : await packPython(destination);
  process.stdout.write(`${written.join('\n')}\n`);
}
