import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../../../bench/report.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const withinMs = 15 * 60_000;

export type Compose = {
  /** Runs podman-compose and returns what it printed on standard output. */
  run(...args: string[]): Promise<string>;
  podman(...args: string[]): Promise<string>;
  /** For programs that go on running. */
  program: string;
  env: Record<string, string>;
};

/** Compose reads the file .env next to the first of the files. */
export async function openCompose({ files, project }: { files: string[]; project: string }): Promise<Compose> {
  const program = await findProgram();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf'),
    COMPOSE_FILE: files.join(':'),
    COMPOSE_PROJECT_NAME: project,
  };
  const run = async (file: string, args: string[]) => {
    const { stdout } = await execute(file, args, { env, timeout: withinMs, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  };
  return { run: (...args) => run(program, args), podman: (...args) => run('podman', args), program, env };
}

/** Finds podman-compose, or installs it into .daybook/ship-tools. */
async function findProgram(): Promise<string> {
  const found = (process.env.PATH ?? '').split(':').find((folder) => existsSync(join(folder, 'podman-compose')));
  if (found) return join(found, 'podman-compose');
  const home = join(root, '.daybook/ship-tools');
  const folder = join(home, 'podman-compose');
  const own = join(folder, 'bin/podman-compose');
  if (existsSync(own)) return own;
  say('installing podman-compose');
  await mkdir(home, { recursive: true });
  await execute('python3', ['-m', 'venv', folder]);
  const install = ['-m', 'pip', 'install', '--quiet', 'podman-compose==1.6.0'];
  await execute(join(folder, 'bin/python'), install, { timeout: withinMs });
  return own;
}
