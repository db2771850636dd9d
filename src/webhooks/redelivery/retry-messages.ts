import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { requireEnabled } from '../consumers/require-enabled.ts';
import { lockConsumer } from '../consumers/store.ts';
import { startRedelivery } from './request-redelivery.ts';
import type { RedeliveryContext } from './resend-message.ts';

export type Retry = {
  total: number;
  /** The redelivery that sends the remaining messages, if there are more than `messagesInStep`. */
  redeliveryId?: string;
};

/**
 * Maximum number of messages per step. Measured: a step takes 40 ms. A statement for 100,000 messages locks their rows
 * for 1.7 s, and their outcomes cannot be recorded during that time.
 */
export const messagesInStep = 2000;
const afterDisabling = 'Its pending messages were cancelled. Enable it, then recover the failed messages.';

/**
 * Makes all waiting deliveries due now, so that their next attempts are made at once. These attempts count as part of
 * the retry schedule. The first `messagesInStep` deliveries are changed in the request's database transaction. If there
 * are more, a new redelivery is created, and its job changes the others.
 */
export async function retryMessages(
  ctx: RedeliveryContext & { jobs: Jobs },
  tx: Tx,
  { consumerId }: { consumerId: string },
): Promise<Retry> {
  const at = ctx.clock.now();
  // The consumer is locked, so that the second of two concurrent requests finds the redelivery of the first.
  const { lane, hold_until } = requireEnabled(await lockConsumer(tx, consumerId), afterDisabling);
  const waiting = await countWaiting(tx, { lane, at });
  const isHeld = hold_until !== null && hold_until > at;
  if (isHeld) await release(tx, { consumerId, at });
  const total = isHeld ? await countLane(tx, lane) : waiting;
  if (total === 0) return { total };
  tx.afterCommit(() => ctx.laneWakeups.wake([lane]));
  const { brought, last } = await bringWaiting(tx, { consumerId, lane, at, requestedAt: at, after: null });
  if (waiting <= messagesInStep) return { total };
  const job = { consumerId, kind: 'retry' as const, since: at, until: at, total, done: brought, through: last };
  return { total, redeliveryId: await startRedelivery(ctx, tx, job) };
}

type WaitingRange = { consumerId: string; lane: number; at: Date; requestedAt: Date; after: string | null };

/**
 * Makes waiting deliveries due, oldest first. Skips deliveries in flight, which are due already. Also skips deliveries
 * that were attempted after the request and are waiting again, because one request must not send them twice.
 */
export async function bringWaiting(tx: Tx, { consumerId, lane, at, requestedAt, after }: WaitingRange) {
  const { rows } = await sql<{ looked: number; brought: number; last: string | null }>`with looked as materialized (
      select d.message_id from delivery d where d.account_id = ${tx.accountId}::uuid and d.lane = ${lane} and d.attempts > 0
        and d.due_at > ${at} and (${after}::uuid is null or d.message_id > ${after}::uuid)
      order by d.message_id limit ${messagesInStep}
    ), brought as (
      update delivery d set due_at = ${at} from looked l where d.account_id = ${tx.accountId}::uuid
        and d.message_id = l.message_id and d.consumer_id = ${consumerId}::uuid and d.attempts > 0 and d.due_at > ${at}
        and not exists (select from attempt t where t.account_id = d.account_id and t.message_id = d.message_id
          and t.consumer_id = d.consumer_id and t.started_at > ${requestedAt})
      returning 1
    ) select (select count(*) from looked) as looked, (select count(*) from brought) as brought,
      (select message_id from looked order by message_id desc limit 1) as last`.execute(tx);
  return rows[0] ?? { looked: 0, brought: 0, last: null };
}

async function countWaiting(tx: Tx, { lane, at }: { lane: number; at: Date }): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from delivery
    where account_id = ${tx.accountId}::uuid and lane = ${lane} and attempts > 0 and due_at > ${at}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Ends the hold of an ordered consumer, during which its first delivery blocks all deliveries behind it. */
async function release(tx: Tx, { consumerId, at }: { consumerId: string; at: Date }): Promise<void> {
  await sql`update consumer set hold_until = null where account_id = ${tx.accountId}::uuid
    and consumer_id = ${consumerId}::uuid and hold_until > ${at}`.execute(tx);
}

async function countLane(tx: Tx, lane: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from delivery
    where account_id = ${tx.accountId}::uuid and lane = ${lane}`.execute(tx);
  return rows[0]?.n ?? 0;
}
