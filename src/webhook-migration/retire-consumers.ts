import { lockGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import type { Log } from '../base/log.ts';
import type { Db, Tx } from '../db/db.ts';
import { deleteConsumer } from '../webhooks/consumers/change-consumer.ts';
import { updateConsumer } from '../webhooks/consumers/store.ts';
import type { LaneWakeups } from '../webhooks/lanes/lane-wakeups.ts';
import { findRetired, forgetRehearsed, type KnownConsumer, noteRemoved, noteVersion, readConsumers } from './store.ts';

/** An id that no company has. A consumer with only this channel gets no new events; pending messages are still sent. */
const nobody = '00000000-0000-0000-0000-000000000000';
const atOnce = 500;

type Waking = { clock: Clock; laneWakeups: LaneWakeups };

/** Makes the consumer receive no new events. Disabling or deleting it would also cancel its pending messages. */
export async function muteConsumer(tx: Tx, { consumer_id }: KnownConsumer): Promise<void> {
  await updateConsumer(tx, consumer_id, { channels: [nobody] });
  await noteVersion(tx, consumer_id);
}

/** Deletes the consumer if it has no pending messages. Returns whether the consumer was deleted. */
export async function removeIfDrained(ctx: Waking, tx: Tx, consumer: KnownConsumer): Promise<boolean> {
  if (consumer.is_busy) return false;
  await deleteConsumer(ctx, tx, { consumerId: consumer.consumer_id });
  await noteRemoved(tx, consumer.consumer_id, ctx.clock.now());
  return true;
}

/**
 * Removes consumers that were retired by a rollback or after a rehearsal, once they have no pending messages. This can
 * take up to 28 hours. Consumers that the client has changed in the meantime belong to the client and stay.
 */
export async function removeRetired(
  ctx: Waking & { db: Db; log: Log; config: { messagesKeptDays: number } },
): Promise<number> {
  let removed = 0;
  const found = await findRetired(ctx.db.system, { now: ctx.clock.now(), limit: atOnce });
  for (const [accountId, rows] of Map.groupBy(found, (row) => row.account_id)) {
    const ids = new Set(rows.map((row) => row.consumer_id));
    await ctx.db.transaction(accountId, async (tx) => {
      // A concurrent migration could reuse these consumers. It takes the same lock, so that only one of the two runs at
      // a time.
      await lockGeneration(tx);
      const known = new Map((await readConsumers(tx)).map((one) => [one.consumer_id, one]));
      for (const id of ids) {
        const one = known.get(id);
        if (!one?.is_ours) await noteRemoved(tx, id, ctx.clock.now());
        else if (one.retired_at && (await removeIfDrained(ctx, tx, one))) removed++;
      }
    });
  }
  await forgetRehearsed(ctx.db.system, new Date(ctx.clock.nowMs() - ctx.config.messagesKeptDays * dayMs));
  if (removed > 0) ctx.log.info({ removed }, 'removed consumers that a migration or rehearsal had retired');
  return removed;
}
