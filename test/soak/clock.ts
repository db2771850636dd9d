import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A clock that PostgreSQL and Daybook share and that can be set forward, by Debian's libfaketime. Only the time of day
 * is changed: timers and timeouts run at their usual speed. So the clock runs normally and jumps forward now and then.
 */
export type ShiftedClock = {
  /** Environment of a process that follows the clock. */
  env: Record<string, string>;
  shiftSeconds(): number;
  advance(seconds: number): Promise<void>;
};

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const shared = '/dev/shm';
/** How long a process may use the time that it read before. */
export const followsWithinMs = 1000;

export const whyNoClock = () => (existsSync(library) ? undefined : "Debian's package libfaketime is not installed");

export async function openClock(folder: string): Promise<ShiftedClock> {
  const file = join(folder, 'clock');
  let seconds = 0;
  async function write(): Promise<void> {
    // Replaced at once: a process could read half of it.
    await writeFile(`${file}.new`, `+${seconds}\n`);
    await chmod(`${file}.new`, 0o644);
    await rename(`${file}.new`, file);
  }
  await write();
  removeLeft();
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(followsWithinMs / 1000),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    shiftSeconds: () => seconds,
    async advance(by) {
      removeLeft();
      seconds += Math.round(by);
      await write();
    },
  };
}

/** libfaketime has a semaphore and a piece of shared memory for each process. A process that is killed leaves them. */
function removeLeft(): void {
  for (const name of readdirSync(shared)) {
    const [, pid] = /^(?:sem\.)?faketime_(?:sem|shm)_(\d+)$/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(shared, name), { force: true });
  }
}
