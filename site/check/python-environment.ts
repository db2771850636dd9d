import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/write-pages.ts';

const run = promisify(execFile);
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'daybook-python');

/** What builds the package. */
const builder = 'hatchling==1.33.0';

/**
 * The folder of a Python with the SDK of sdk/python, installed as it is now. What the SDK needs is kept between runs,
 * beside the tools of `npm run sdk:python`. Undefined if there is no Python, or the packages cannot be installed.
 */
export async function pythonEnvironment(): Promise<string | undefined> {
  const project = await readFile(join(root, 'sdk/python/pyproject.toml'), 'utf8');
  const list = /^dependencies = \[([^\]]*)\]/m.exec(project)?.[1] ?? '';
  const needed = [...list.matchAll(/"([^"]+)"/g)].map(([, one = '']) => one);
  const place = join(cache, `guides+${[builder, ...needed].join('+').replaceAll(/[^\w.+=-]/g, '_')}`);
  try {
    if (!existsSync(join(place, 'complete'))) {
      await rm(place, { recursive: true, force: true });
      await run('python3', ['-m', 'venv', place]);
      await run(join(place, 'bin/python'), ['-m', 'pip', 'install', '--quiet', builder, ...needed]);
      await mkdir(join(place, 'complete'));
    }
    const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-build-isolation', '--force-reinstall'];
    await run(join(place, 'bin/python'), [...install, join(root, 'sdk/python')]);
    return join(place, 'bin');
  } catch {
    return undefined;
  }
}
