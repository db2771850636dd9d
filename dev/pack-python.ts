import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installPythonTools } from './python-tools.ts';
import { readVersion } from './release/set-version.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Writes the source distribution and the wheel of the Python SDK. Two runs on one commit write the same bytes. */
export async function packPython(destination: string): Promise<string[]> {
  const staged = await mkdtemp(join(tmpdir(), 'daybook-pack-'));
  try {
    const toolbox = await installPythonTools();
    for (const name of ['pyproject.toml', 'README.md', 'src'])
      await cp(join(root, 'sdk/python', name), join(staged, name), {
        recursive: true,
        filter: (path) => !path.endsWith('__pycache__'),
      });
    await cp(join(root, 'LICENSE'), join(staged, 'LICENSE'));
    const { stdout: seconds } = await run('git', ['log', '-1', '--format=%ct'], { cwd: root });
    const args = ['build', '-t', 'sdist', '-t', 'wheel', '-d', resolve(destination)];
    await run(join(toolbox, 'hatchling'), args, {
      cwd: staged,
      env: { ...process.env, SOURCE_DATE_EPOCH: seconds.trim() },
    });
    const version = await readVersion(root);
    return ['.tar.gz', '-py3-none-any.whl'].map((end) => join(resolve(destination), `daybook-${version}${end}`));
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
