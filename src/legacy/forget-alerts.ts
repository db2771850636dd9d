import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { removeAlerts, removeOldUse } from './alert-store.ts';
import { useKeptDays } from './usage.ts';

/** Removes alerts that are older than the retention period of messages, and old usage counts of the event log. */
export async function forgetAlerts(ctx: {
  db: Db;
  clock: Clock;
  log: Log;
  config: { messagesKeptDays: number };
}): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - ctx.config.messagesKeptDays * dayMs);
  let forgotten = 0;
  for (let isAll = false; !isAll; ) {
    const batch = await removeAlerts(ctx.db.system, before);
    forgotten += batch.removed;
    isAll = batch.isAll;
  }
  await removeOldUse(ctx.db.system, new Date(ctx.clock.nowMs() - useKeptDays * dayMs));
  if (forgotten > 0) ctx.log.info({ forgotten }, 'removed old alerts');
  return forgotten;
}
