import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildSiteIfStale } from '../site/build/build-site.ts';
import { buildPortal } from './build-portal.ts';
import { lockServer } from './lock-server.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Packages of the workspace that the server imports by name. They are on no registry, so the package bundles them. */
const bundled = ['connector-kit', 'sandbox'];
const copied = ['schema', 'portal/dist', 'site/dist', 'README.md', 'CHANGELOG.md', 'SECURITY.md'];

/**
 * Writes the files of the published package `daybook` to a folder: the folders of the repository that the program needs
 * at run time, at the same places, with JavaScript instead of TypeScript.
 */
export async function stageServer(staged: string): Promise<void> {
  await buildPortal();
  await buildSiteIfStale();
  await compile(staged);
  for (const path of [...copied, ...globSync('src/**/*.txt', { cwd: root })])
    await cp(join(root, path), join(staged, path), { recursive: true });
  for (const path of globSync('connectors/*/package.json', { cwd: root })) await describePackage(path, staged);
  for (const name of bundled) {
    // The server has the same dependencies, and npm takes those of a bundled package for bundled too.
    await describePackage(`${name}/package.json`, staged, { dependencies: {} });
    await mkdir(join(staged, 'node_modules/@daybook'), { recursive: true });
    await rename(join(staged, name), join(staged, 'node_modules/@daybook', name));
  }
  await describeServer(staged);
}

/** Without type checks, which are a step of their own (`npm run types`). */
async function compile(staged: string): Promise<void> {
  const options = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // The sources are in the repository; comments are an eighth of the code.
      removeComments: true,
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: staged,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: ['src', 'sdk/src', 'connector-kit/src', 'sandbox/src', 'connectors/*/src'].map((folder) =>
      join(root, folder),
    ),
  };
  const file = join(staged, 'tsconfig.json');
  await writeFile(file, JSON.stringify(options));
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', file]);
  await rm(file);
}

const toJavaScript = (path: string) => path.replace(/\.ts$/, '.js');

async function describePackage(path: string, staged: string, instead = {}): Promise<void> {
  const { private: _, exports, ...described } = JSON.parse(await readFile(join(root, path), 'utf8'));
  const entries =
    typeof exports === 'string'
      ? toJavaScript(exports)
      : Object.fromEntries(
          Object.entries(exports as Record<string, string>).map(([key, entry]) => [key, toJavaScript(entry)]),
        );
  await mkdir(join(staged, dirname(path)), { recursive: true });
  await writeFile(join(staged, path), `${JSON.stringify({ ...described, exports: entries, ...instead }, null, 2)}\n`);
}

/** What the connectors of the repository need of a registry: they are published as folders of the server. */
async function connectorDependencies(): Promise<Record<string, string>> {
  const files = globSync('connectors/*/package.json', { cwd: root });
  const described = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(root, file), 'utf8'))));
  const needed = described.flatMap(({ dependencies }) => Object.entries<string>(dependencies ?? {}));
  return Object.fromEntries(needed.filter(([name]) => !name.startsWith('@daybook/')));
}

async function describeServer(staged: string): Promise<void> {
  const described = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { name, version, description, license, type, engines, dependencies } = described;
  const published = {
    ...{ name, version, description, license, type, engines },
    bin: { daybook: 'src/main.js' },
    man: ['man/daybook.1'],
    dependencies: { ...dependencies, ...(await connectorDependencies()) },
    bundleDependencies: bundled.map((one) => `@daybook/${one}`),
  };
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  const lock = await lockServer(published);
  await writeFile(join(staged, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`);
  const { stdout: page } = await run(process.execPath, [join(root, 'src/main.ts'), 'man'], {
    env: { PATH: process.env.PATH },
    maxBuffer: 16 * 1024 * 1024,
  });
  await mkdir(join(staged, 'man'));
  await writeFile(join(staged, 'man/daybook.1'), page);
}
