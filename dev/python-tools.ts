import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tools = ['mypy==2.4.1', 'ruff==0.17.5', 'hatchling==1.33.0'];
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'daybook-python');
/** DAYBOOK_PYTHON names another Python. */
export const python = process.env.DAYBOOK_PYTHON ?? 'python3';

/** Installs the tools that build and check the Python SDK, once, and returns the folder with their commands. */
export async function installPythonTools(): Promise<string> {
  const place = join(cache, tools.join('+'));
  if (!existsSync(join(place, 'complete'))) {
    await rm(place, { recursive: true, force: true });
    await run(python, ['-m', 'venv', place]);
    await run(join(place, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...tools]);
    await mkdir(join(place, 'complete'));
  }
  return join(place, 'bin');
}
