import { upgradeSchema } from './db/upgrade.ts';
import { jobNames } from './handlers.ts';
import { upgradeEngine } from './jobs/engine.ts';
import type { Log } from './log.ts';

/** SQL files first, then the engine's own tables, all under one lock. */
export function upgradeDatabase(options: { url: string; log: Log }): Promise<{ applied: string[] }> {
  return upgradeSchema({
    ...options,
    afterwards: (client) => upgradeEngine({ ...options, queues: jobNames, client }),
  });
}
