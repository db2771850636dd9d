import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../bench/report.ts';

const version = '4.32.5';
const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'daybook', 'fuzz');

/** Installs the fuzzer from PyPI into its own Python environment, once. Returns the path of its program. */
export async function installSchemathesis(): Promise<string> {
  const home = join(cache, `schemathesis-${version}`);
  const program = join(home, 'bin', 'schemathesis');
  // Created last: an interrupted installation is started again.
  const done = join(home, 'installed');
  if (existsSync(done)) return program;
  say(`Installing schemathesis ${version}; this happens once.`);
  await rm(home, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  await runQuietly('python3', ['-m', 'venv', home]);
  await runQuietly(join(home, 'bin', 'pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${version}`,
  ]);
  await runQuietly(program, ['--version']);
  await mkdir(done);
  return program;
}

async function runQuietly(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`${program} does not start. Is Python 3 installed?`, { cause: error })),
    );
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
}
