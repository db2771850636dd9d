import type { Clock } from '../base/clock.ts';
import { dayMs, minuteMs } from '../base/durations.ts';
import { newId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { defineJob, type Running } from '../jobs/jobs.ts';
import { kinds } from './kinds.ts';
import { type SendContext, sendNotices } from './send-notices.ts';
import { deleteOverBefore, hasOpen, lockNotices, settleConditions } from './store.ts';

/** Runs every minute. Finds conditions that have begun or ended, and sends notices about them. */
export const noticesJob = defineJob<Record<string, never>>('notices');

type LookContext = { db: Db; clock: Clock; log: Log };

/**
 * Notices wait this long before they are sent, so that notices that are created in this time reach a recipient in one message.
 */
const groupedForMs = minuteMs;
const keptMs = 30 * dayMs;

export async function runNotices(ctx: LookContext & SendContext, running: Running): Promise<void> {
  const minute = Math.floor(ctx.clock.nowMs() / minuteMs);
  await lookForConditions(ctx, { isDue: ({ everyMinutes }) => minute % everyMinutes === 0 });
  await sendNotices(ctx, running);
}

/**
 * Each kind of condition is checked independently. If the check of one kind fails, no condition of that kind begins or
 * ends, and the other kinds are still checked.
 */
export async function lookForConditions(
  ctx: LookContext,
  { isDue = () => true }: { isDue?: (kind: { everyMinutes: number }) => boolean } = {},
): Promise<void> {
  for (const kind of kinds.filter(isDue)) {
    try {
      await ctx.db.system.transaction().execute(async (tx) => {
        await lockNotices(tx);
        const present = await kind.find({ ...ctx, db: { ...ctx.db, system: tx } }, () => hasOpen(tx, kind.name));
        const found = present.map((one) => ({ ...one, conditionId: newId(ctx.clock) }));
        const now = ctx.clock.now();
        await settleConditions(tx, {
          kind: kind.name,
          found,
          now,
          dueAt: new Date(now.getTime() + groupedForMs),
        });
      });
    } catch (error) {
      ctx.log.error({ err: error, kind: kind.name }, 'could not check for conditions of this kind; will check again');
    }
  }
}

/** Deletes conditions that ended more than 30 days ago, and their notices. Called by housekeeping. */
export async function forgetNotices(ctx: { db: Db; clock: Clock }): Promise<void> {
  await deleteOverBefore(ctx.db.system, new Date(ctx.clock.nowMs() - keptMs));
}
