import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { inputInvalid, wrongState } from '../../base/errors.ts';
import { firstIdAt } from '../../base/id-times.ts';
import { newId } from '../../base/ids.ts';
import type { Tx } from '../../db/db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { requireEnabled } from '../consumers/require-enabled.ts';
import { lockConsumer } from '../consumers/store.ts';
import { type KeptContext, oldestKeptMs } from '../messages/id-range.ts';
import { countStatement, type RedeliveryRange } from './missed-messages.ts';
import { redeliverJob } from './redeliver-job.ts';

export type RedeliveryKind = 'recover' | 'replay';
export type RequestContext = { clock: Clock; jobs: Jobs; config: { messagesKeptDays: number } };
export type Asked = { consumerId: string; kind: RedeliveryKind; since: string; until?: string };

type Counted = { consumerId: string; kind: RedeliveryKind; since: string; until: string; total: number };

/** Counts the messages that a redelivery would send. */
export async function countRedelivery(ctx: RequestContext, tx: Tx, asked: Asked): Promise<Counted> {
  const nowMs = ctx.clock.nowMs();
  const [sinceMs, untilMs] = [Date.parse(asked.since), Math.min(nowMs, Date.parse(asked.until ?? '') || nowMs)];
  if (!(sinceMs < untilMs)) throw emptyRange();
  // The consumer is locked, so that the second of two concurrent redeliveries sees what the first has queued.
  const consumer = requireEnabled(await lockConsumer(tx, asked.consumerId));
  const range: RedeliveryRange = {
    accountId: tx.accountId,
    consumerId: asked.consumerId,
    eventTypes: consumer.event_types,
    channels: consumer.channels,
    filterRules: consumer.filter_rules,
    ...idsBetween(ctx, sinceMs, untilMs),
    after: null,
  };
  const { rows } = await countStatement(asked.kind, range).execute(tx);
  const at = (ms: number) => new Date(ms).toISOString();
  const { consumerId, kind } = asked;
  return { consumerId, kind, since: at(sinceMs), until: at(untilMs), total: rows[0]?.total ?? 0 };
}

/** Returns the range of message ids between two times, limited to messages that are still retained. */
export function idsBetween(ctx: KeptContext, sinceMs: number, untilMs: number): { from: string; below: string } {
  return { from: firstIdAt(Math.max(oldestKeptMs(ctx), sinceMs)), below: firstIdAt(untilMs) };
}

/** Stores the redelivery and enqueues the job that runs it. */
export async function requestRedelivery(ctx: RequestContext, tx: Tx, asked: Asked): Promise<string> {
  const { since, until, ...counted } = await countRedelivery(ctx, tx, asked);
  return startRedelivery(ctx, tx, { ...counted, since: new Date(since), until: new Date(until) });
}

/**
 * Stores a redelivery and enqueues its job. Throws if the consumer already has an open redelivery of the same kind.
 * `done` is the number of messages that the caller has already handled, and `through` is the id of the last of them.
 */
export async function startRedelivery(
  ctx: Pick<RequestContext, 'clock' | 'jobs'>,
  tx: Tx,
  wanted: {
    consumerId: string;
    kind: RedeliveryKind | 'retry';
    since: Date;
    until: Date;
    total: number;
    done?: number;
    through?: string | null;
  },
): Promise<string> {
  const { consumerId, kind, since, until, total, done = 0, through = null } = wanted;
  const { rows } = await sql`select from redelivery where account_id = ${tx.accountId}::uuid
    and consumer_id = ${consumerId}::uuid and kind = ${kind} and status in ('Queued', 'Running') limit 1`.execute(tx);
  if (rows.length > 0)
    throw wrongState({
      error: `another ${kind} of this consumer is in progress. Wait until it has finished, or cancel it.`,
      service: 'webhooks',
    });
  const redeliveryId = newId(ctx.clock);
  const at = ctx.clock.now();
  await tx
    .insertInto('redelivery')
    .values({
      account_id: tx.accountId,
      redelivery_id: redeliveryId,
      consumer_id: consumerId,
      kind,
      since,
      until,
      status: 'Queued',
      requested_at: at,
      completed_at: null,
      total,
      done,
      through,
      touched_at: at,
    })
    .execute();
  await ctx.jobs.enqueue(tx, redeliverJob, { accountId: tx.accountId, redeliveryId });
  return redeliveryId;
}

function emptyRange() {
  const error = 'The field "since" must be a time before "until", and before now.';
  return inputInvalid({
    items: [{ itemId: 'since', message: error }],
  });
}
