import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../../bench/report.ts';
import { atExit } from './at-exit.ts';
import { endChild } from './deliveries/open-stage.ts';

/** What the stages of `upgrade` and `failover` share: a cell of several processes, with its platform and receiver. */
export type Undo = (() => Promise<unknown>)[];

export const secretKey = { id: 'chaos', key: Buffer.alloc(32, 9) };
export const secretKeys = `${secretKey.id}:${secretKey.key.toString('base64')}`;
const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const inherited = () => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });

/** Opens a stage whose `close` undoes everything, the newest first. If it cannot be opened, what was done is undone. */
export async function openWithUndo<T extends object>(
  open: (undo: Undo) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const undo: Undo = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => say(`closing: ${error}`));
  };
  try {
    return { ...(await open(undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs a command of the program in `folder`, by default this working tree, and returns its JSON. */
export async function runJson<T>(
  { databaseUrl, folder = root, withinMs }: { databaseUrl: string; folder?: string; withinMs: number },
  args: readonly string[],
  input: string,
): Promise<T> {
  const own = { DAYBOOK_DATABASE_URL: databaseUrl, DAYBOOK_SECRET_KEYS: secretKeys };
  const options = { cwd: folder, env: { ...inherited(), ...own }, maxBuffer: 1 << 24, timeout: withinMs };
  const running = run(process.execPath, ['src/main.ts', ...args, '--json'], options);
  running.child.stdin?.end(input);
  return JSON.parse((await running).stdout) as T;
}

/** Starts a program of this working tree that is never replaced. */
export function startHere(args: string[], env: Record<string, string>, undo: Undo): void {
  const child = startProgram(process.execPath, args, env);
  undo.push(() => endChild(child));
}

/** Starts a program that ends with this one at the latest. */
export function startProgram(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  atExit(() => void child.kill('SIGKILL'));
  return child;
}

/** Settings of the processes: no limit is reached, and the schema is upgraded by a command. */
export const stageLimits = {
  DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  DAYBOOK_DATABASE_UPGRADE: 'manual',
  DAYBOOK_DATABASE_POOL_SIZE: '10',
  DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
  DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
  DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000',
  DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
};
