import { createLog } from '../base/log.ts';
import { type Context, openContext } from '../context.ts';
import { loadConfig } from '../load-config.ts';
import type { CommandInput } from './command.ts';

/** Opens what a process without workers has, for a command that calls platforms. Logs as `withBase` does. */
export async function withContext<T>(input: CommandInput, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { config } = await loadConfig(input.env);
  const log = createLog({ level: 'warn', destination: process.stderr });
  const ctx = await openContext({ ...config, role: 'api', databasePoolSize: 4 }, { log });
  try {
    return await work(ctx);
  } finally {
    await ctx.dispose();
  }
}
