import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../../bench/report.ts';

const run = promisify(execFile);
const version = '21.0.0';
const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'daybook', 'parquet');

/** Installs Apache Arrow's reader from PyPI into its own Python environment, once. Returns the path of that Python. */
export async function installPyarrow(): Promise<string> {
  const home = join(cache, `pyarrow-${version}`);
  const python = join(home, 'bin', 'python');
  // Created last: an interrupted installation is started again.
  const done = join(home, 'installed');
  if (existsSync(done)) return python;
  say(`Installing pyarrow ${version}; this happens once.`);
  await rm(home, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  await run('python3', ['-m', 'venv', home]);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `pyarrow==${version}`]);
  await mkdir(done);
  return python;
}
