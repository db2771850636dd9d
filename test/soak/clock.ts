import { execFile, execFileSync } from 'node:child_process';
import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * A clock that PostgreSQL and Daybook share and that can be set forward, by a small library that is loaded into their
 * processes (shifted-clock.c). Only the time of day is changed: timers and timeouts run at their usual speed. So the
 * clock runs normally and jumps forward now and then.
 */
export type ShiftedClock = {
  /** Environment of a process that follows the clock. */
  env: Record<string, string>;
  shiftSeconds(): number;
  advance(seconds: number): Promise<void>;
};

const run = promisify(execFile);
const source = join(import.meta.dirname, 'shifted-clock.c');

export function whyNoClock(): string | undefined {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return "there is no C compiler (Debian's package gcc)";
  }
}

export async function openClock(folder: string): Promise<ShiftedClock> {
  const [library, path] = [join(folder, 'shifted-clock.so'), join(folder, 'clock')];
  await run('cc', ['-O2', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, source]);
  await chmod(library, 0o755);
  let seconds = 0;
  const file = await open(path, 'w');
  async function write(): Promise<void> {
    const number = Buffer.alloc(8);
    number.writeBigInt64LE(BigInt(seconds));
    // One write of eight bytes: a process reads the old number or the new one.
    await file.write(number, 0, 8, 0);
  }
  await write();
  await chmod(path, 0o644);
  return {
    env: { LD_PRELOAD: library, SHIFTED_CLOCK_FILE: path },
    shiftSeconds: () => seconds,
    async advance(by) {
      seconds += Math.round(by);
      await write();
    },
  };
}
