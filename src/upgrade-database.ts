import type { Log } from './base/log.ts';
import { upgradeSchema } from './db/upgrade.ts';
import { jobNames } from './handlers.ts';
import { upgradeEngine } from './jobs/engine.ts';

/** Applies the SQL files, then upgrades the job engine's tables, all under one lock. */
export function upgradeDatabase(options: { url: string; log: Log }): Promise<{ applied: string[] }> {
  return upgradeSchema({
    ...options,
    afterwards: (client) => upgradeEngine({ ...options, queues: jobNames, client }),
  });
}
