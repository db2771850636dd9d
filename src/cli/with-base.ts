import { createLog } from '../base/log.ts';
import { openBase } from '../context.ts';
import { loadConfig } from '../load-config.ts';
import type { CommandInput } from './command.ts';

export type Base = ReturnType<typeof openBase>;

/**
 * Opens the database for one command. Only warnings are logged. They go to standard error, because standard output
 * carries the result.
 */
export async function withBase<T>(input: CommandInput, work: (base: Base) => Promise<T>): Promise<T> {
  const { config: read } = await loadConfig(input.env);
  const config = { ...read, databasePoolSize: 2 };
  const base = openBase(config, { log: createLog({ level: 'warn', destination: process.stderr }) });
  try {
    await base.databaseClock?.measure();
    return await work(base);
  } finally {
    await base.laneWakeups.stop();
    await base.db.end();
  }
}
