import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';
import type { Log } from '../../base/log.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Emit } from '../../events/emit.ts';
import type { LaneWakeups } from './lane-wakeups.ts';
import type { LaneConnection, Statement } from './store/lane-connection.ts';
import type { ConsumerKey } from './store/outcome-store.ts';

/**
 * Failing consumers are reported after one day and disabled after five days. With `disableOn410`, a 410 response
 * disables the consumer at once.
 */
export const warnAfterMs = dayMs;
export const disableAfterMs = 5 * dayMs;

export type WatchContext = { db: Db; clock: Clock; log: Log; emit: Emit; laneWakeups: LaneWakeups };

const failingStatement: Statement<{ account_id: string; consumer_id: string }> = {
  name: 'consumers_failing',
  text: `select account_id, consumer_id from consumer where failing_since <= $1::timestamptz and is_enabled
    and (warned_at is null or failing_since <= $2::timestamptz) order by failing_since limit 200`,
};

/**
 * Stores in `seen_at` that a worker is running. If no worker ran for more than two minutes, moves `failing_since` of
 * the consumers forward by the length of that gap. Consumers that began to fail after the gap are not changed. Runs
 * every 20 s in each worker, and before a consumer is disabled. Uses PostgreSQL's clock, because several processes write
 * and compare `seen_at`.
 */
const seenStatement: Statement<{ seconds: string }> = {
  name: 'lanes_seen',
  text: `with now as materialized (select clock_timestamp() as at
    ), before as materialized (select w.seen_at from lanes_watch w for update
    ), seen as (
      insert into lanes_watch as w (seen_at) select at from now
      on conflict (one_row) do update set seen_at = excluded.seen_at where w.seen_at < excluded.seen_at - interval '20 seconds'
    ), gap as (
      select before.seen_at, now.at - before.seen_at as length from now cross join before where before.seen_at < now.at - interval '2 minutes'
    ) update consumer c set failing_since = c.failing_since + gap.length from gap
      where c.failing_since <= gap.seen_at returning extract(epoch from gap.length)::int8 as seconds`,
};

/** Time in which no worker ran does not count as failing. Otherwise, an outage of workers could disable consumers. */
async function skipOutage(ctx: WatchContext, connection: LaneConnection): Promise<void> {
  const moved = await connection.query(seenStatement);
  if (moved.length > 0)
    ctx.log.warn(
      { consumers: moved.length, seconds: Number(moved[0]?.seconds) },
      'no worker ran for a while; this time does not count against failing consumers',
    );
}

/** Returns consumers that may have to be warned about or disabled. */
function findFailing(connection: LaneConnection, nowMs: number) {
  const times = [warnAfterMs, disableAfterMs].map((ms) => new Date(nowMs - ms).toISOString());
  return connection.query(failingStatement, times);
}

/** `isSeen`: `seen_at` was written less than 20 s ago. It is written nevertheless before a consumer is disabled. */
export async function warnAndDisable(
  ctx: WatchContext,
  connection: LaneConnection,
  { isSeen }: { isSeen: boolean },
): Promise<void> {
  const nowMs = ctx.clock.nowMs();
  if (isSeen && (await findFailing(connection, nowMs)).length === 0) return;
  await skipOutage(ctx, connection);
  const rows = await findFailing(connection, nowMs);
  for (const { account_id: accountId, consumer_id: consumerId } of rows) {
    await ctx.db.transaction(accountId, async (tx) => {
      const consumer = await lockEnabled(tx, consumerId);
      const since = consumer?.failing_since?.getTime();
      if (!consumer || since === undefined || since > nowMs - warnAfterMs) return;
      if (since <= nowMs - disableAfterMs) await disable(ctx, tx, consumer, 'failing');
      else if (!consumer.warned_at) await warn(ctx, tx, consumer, since);
    });
  }
}

/** Disables a consumer that responded with 410, unless its URL has changed since the delivery was sent. */
export async function disableGone(
  ctx: WatchContext,
  { accountId, consumerId, url }: ConsumerKey & { url: string },
): Promise<void> {
  await ctx.db.transaction(accountId, async (tx) => {
    const consumer = await lockEnabled(tx, consumerId);
    if (consumer?.url === url) await disable(ctx, tx, consumer, 'gone');
  });
}

type Consumer = NonNullable<Awaited<ReturnType<typeof lockEnabled>>>;

function lockEnabled(tx: Tx, consumerId: string) {
  return tx
    .selectFrom('consumer')
    .select(['consumer_id', 'lane', 'name', 'url', 'failing_since', 'warned_at'])
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumerId)
    .where('is_enabled', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

async function warn(ctx: WatchContext, tx: Tx, consumer: Consumer, sinceMs: number): Promise<void> {
  await change(tx, consumer).set({ warned_at: ctx.clock.now() }).execute();
  const failingSince = new Date(sinceMs).toISOString();
  const disablesAt = new Date(sinceMs + disableAfterMs).toISOString();
  const message = `No delivery to the webhook consumer ${consumer.name} has succeeded since ${failingSince}.`;
  await ctx.emit(tx, [{ type: 'consumer.failing', message, data: { ...told(consumer), failingSince, disablesAt } }]);
  ctx.log.warn({ accountId: tx.accountId, ...told(consumer), failingSince }, 'a webhook consumer is failing');
}

async function disable(ctx: WatchContext, tx: Tx, consumer: Consumer, reason: 'failing' | 'gone'): Promise<void> {
  await change(tx, consumer)
    .set((now) => ({
      is_enabled: false,
      disabled_at: ctx.clock.now(),
      disabled_reason: reason,
      version: now('version', '+', 1),
    }))
    .execute();
  const why = reason === 'gone' ? 'it responded with 410' : 'no delivery succeeded for 5 days';
  const message = `The webhook consumer ${consumer.name} was disabled because ${why}.`;
  await ctx.emit(tx, [{ type: 'consumer.disabled', message, data: { ...told(consumer), reason } }]);
  tx.afterCommit(() => ctx.laneWakeups.wake([consumer.lane]));
  ctx.log.warn({ accountId: tx.accountId, ...told(consumer), reason }, 'a webhook consumer was disabled');
}

function change(tx: Tx, consumer: Consumer) {
  return tx
    .updateTable('consumer')
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumer.consumer_id);
}

function told({ consumer_id, name, url }: Consumer) {
  return { consumerId: consumer_id, name, url };
}
