import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Db, Tx } from '../../db/db.ts';
import { unlessClosed } from '../../db/error-codes.ts';
import type { Jobs, Running } from '../../jobs/jobs.ts';
import { lockConsumer } from '../consumers/store.ts';
import type { LaneWakeups } from '../lanes/lane-wakeups.ts';
import { failedMessages, type RedeliveryRange, wantedMessages } from './missed-messages.ts';
import { type RedeliveryPlace, redeliverJob } from './redeliver-job.ts';
import { changeRedelivery, findForgotten, lockRedelivery } from './redelivery-store.ts';
import { idsBetween } from './request-redelivery.ts';
import { moveEpoch } from './resend-message.ts';
import { bringWaiting, messagesInStep } from './retry-messages.ts';

export type RunContext = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  laneWakeups: LaneWakeups;
  config: { messagesKeptDays: number };
};

/**
 * A redelivery adds nothing to a lane that has more pending deliveries than this. Otherwise, new events would wait
 * behind hours of old messages.
 */
const backlogMax = 20_000;
const waitMs = 1000;
/**
 * After this time, the job enqueues a new job that continues the redelivery. The job engine considers a job lost if it
 * runs for an hour.
 */
const runMs = 10 * 60_000;

/**
 * Queues the messages step by step. Each step is one transaction that also stores the progress. So no message is lost
 * or queued twice, even if the job is killed at any moment or several jobs run the same redelivery.
 */
export async function runRedelivery(ctx: RunContext, place: RedeliveryPlace, running: Running): Promise<void> {
  const until = performance.now() + runMs;
  for (;;) {
    const step = await runStep(ctx, place);
    if (step === 'over') return;
    if (running.isStopping() || performance.now() > until) {
      await ctx.db.transaction(place.accountId, (tx) => ctx.jobs.enqueue(tx, redeliverJob, place));
      return;
    }
    if (step === 'full') await sleep(waitMs);
  }
}

/** Returns `full` if nothing was queued because the lane has too many pending deliveries. */
export async function runStep(
  ctx: RunContext,
  { accountId, redeliveryId }: RedeliveryPlace,
): Promise<'more' | 'full' | 'over'> {
  return ctx.db.transaction(accountId, async (tx) => {
    const redelivery = await lockRedelivery(tx, redeliveryId);
    if (!redelivery || redelivery.completed_at) return 'over';
    const now = ctx.clock.now();
    const consumer = await lockConsumer(tx, redelivery.consumer_id);
    if (!consumer?.is_enabled) {
      await changeRedelivery(tx, redeliveryId, { status: 'Cancelled', completed_at: now, touched_at: now });
      return 'over';
    }
    // A retry adds nothing to the lane, because its deliveries are already pending.
    if (redelivery.kind !== 'retry' && (await isFull(tx, consumer.lane))) {
      await changeRedelivery(tx, redeliveryId, { status: 'Running', touched_at: now });
      return 'full';
    }
    const range: RedeliveryRange = {
      accountId,
      consumerId: redelivery.consumer_id,
      eventTypes: consumer.event_types,
      channels: consumer.channels,
      filterRules: consumer.filter_rules,
      ...idsBetween(ctx, redelivery.since.getTime(), redelivery.until.getTime()),
      after: redelivery.through,
    };
    const { lane } = consumer;
    const { consumer_id: consumerId, requested_at: requestedAt, through: after } = redelivery;
    const { looked, brought, last } =
      redelivery.kind === 'retry'
        ? await bringWaiting(tx, { consumerId, lane, at: now, requestedAt, after })
        : await (redelivery.kind === 'recover' ? bringFailed : bringMissed)(tx, range, { lane, at: now });
    if (brought > 0) tx.afterCommit(() => ctx.laneWakeups.wake([consumer.lane]));
    if (brought > 0 && redelivery.kind === 'replay') await moveEpoch(tx);
    const isOver = looked < messagesInStep;
    await changeRedelivery(tx, redeliveryId, {
      status: isOver ? 'Complete' : 'Running',
      completed_at: isOver ? now : null,
      done: redelivery.done + brought,
      through: last ?? redelivery.through,
      touched_at: now,
    });
    return isOver ? 'over' : 'more';
  });
}

async function isFull(tx: Tx, lane: number): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from (
    select from delivery where account_id = ${tx.accountId}::uuid and lane = ${lane} limit ${backlogMax + 1}) w`.execute(
    tx,
  );
  return (rows[0]?.waiting ?? 0) > backlogMax;
}

type Brought = { looked: number; brought: number; last: string | null };
type To = { lane: number; at: Date };

/** Replaces failures with deliveries in one statement, so that a message never has both or neither of them. */
async function bringFailed(tx: Tx, range: RedeliveryRange, { lane, at }: To): Promise<Brought> {
  const { rows } = await sql<Brought>`with looked as materialized (
      select f.message_id ${failedMessages(range)} order by f.message_id limit ${messagesInStep}
    ), gone as (
      delete from failure f using looked l where f.account_id = ${range.accountId}::uuid
        and f.message_id = l.message_id and f.consumer_id = ${range.consumerId}::uuid returning f.message_id
    ), brought as (
      insert into delivery (account_id, message_id, consumer_id, lane, due_at, cause)
      select ${range.accountId}::uuid, message_id, ${range.consumerId}::uuid, ${lane}, ${at}, 'c' from gone
      on conflict do nothing returning 1
    ) ${outcome}`.execute(tx);
  return rows[0] ?? nothing;
}

async function bringMissed(tx: Tx, range: RedeliveryRange, { lane, at }: To): Promise<Brought> {
  const had = (
    table: string,
  ) => sql`(select true from ${sql.table(table)} x where x.account_id = ${range.accountId}::uuid
    and x.message_id = l.message_id and x.consumer_id = ${range.consumerId}::uuid limit 1)`;
  const { rows } = await sql<Brought>`with looked as materialized (
      select m.message_id ${wantedMessages(range)} order by m.message_id limit ${messagesInStep}
    ), brought as (
      insert into delivery (account_id, message_id, consumer_id, lane, due_at, cause)
      select ${range.accountId}::uuid, l.message_id, ${range.consumerId}::uuid, ${lane}, ${at}, 'p' from looked l
      where ${had('attempt')} is null and ${had('failure')} is null
      on conflict do nothing returning message_id
    ), counted as (
      update message m set recipients = m.recipients + 1 from brought b
      where m.account_id = ${range.accountId}::uuid and m.message_id = b.message_id
    ) ${outcome}`.execute(tx);
  return rows[0] ?? nothing;
}

const nothing: Brought = { looked: 0, brought: 0, last: null };
const outcome = sql`select (select count(*) from looked) as looked, (select count(*) from brought) as brought,
  (select message_id from looked order by message_id desc limit 1) as last`;

const forgottenAfterMs = 2 * 60_000;
const requeuedAtOnceMax = 1000;

/** Enqueues a new job for each open redelivery that made no progress for two minutes, in case its job was lost. */
export async function requeueForgottenRedeliveries(ctx: { db: Db; clock: Clock; jobs: Jobs }): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - forgottenAfterMs);
  const open = await findForgotten(ctx.db.system, { before, limit: requeuedAtOnceMax });
  for (const { account_id: accountId, redelivery_id: redeliveryId } of open) {
    await ctx.db
      .transaction(accountId, (tx) => ctx.jobs.enqueue(tx, redeliverJob, { accountId, redeliveryId }))
      .catch(unlessClosed);
  }
  return open.length;
}
