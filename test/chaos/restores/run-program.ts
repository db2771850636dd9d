import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
export const secretKeys = `chaos:${Buffer.alloc(32, 9).toString('base64')}`;

/** Runs a command of the real program in its own process, as an operator does. Returns its standard output. */
export async function runProgram(databaseUrl: string, args: string[]): Promise<string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DAYBOOK_DATABASE_URL: databaseUrl, DAYBOOK_SECRET_KEYS: secretKeys };
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'src/main.ts'), ...args], {
    cwd: root,
    env,
    maxBuffer: 1 << 26,
  });
  return stdout;
}
