import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import { removeAlerts, removeOldUse } from './alert-store.ts';

const dayMs = 86_400_000;
/** A check looks back some months at most. */
const useKeptMs = 400 * dayMs;

/** Removes alerts that are older than messages are kept, and use of the event log that nobody asks for any more. */
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
  await removeOldUse(ctx.db.system, new Date(ctx.clock.nowMs() - useKeptMs));
  if (forgotten > 0) ctx.log.info({ forgotten }, 'removed alerts that were over');
  return forgotten;
}
