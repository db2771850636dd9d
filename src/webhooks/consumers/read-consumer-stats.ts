import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { firstIdAt } from '../../base/id-times.ts';
import type { Db } from '../../db/db.ts';
import { consumerMissing } from './change-consumer.ts';
import { type AttemptBucket, countAttempts, type Every } from './count-attempts.ts';
import type { ConsumerStats } from './portal-wire.ts';

const countedMax = 10_000;

export async function readConsumerStats(
  ctx: { db: Db; clock: Clock },
  place: { accountId: string; consumerId: string; hours: number; every: Every },
): Promise<ConsumerStats> {
  const { accountId } = place;
  const [waiting] = await ctx.db.read(accountId, waitingStatement(ctx, place));
  if (!waiting) throw consumerMissing();
  const { buckets, all } = await countAttempts(ctx, place);
  const attempts = all.delivered + all.failed;
  return {
    buckets: buckets.map(({ atMs, delivered, failed, ...latency }) => ({
      at: new Date(atMs).toISOString(),
      delivered,
      failed,
      ...latencyOf(latency),
    })),
    totals: {
      attempts,
      delivered: all.delivered,
      failed: all.failed,
      ...(attempts > 0 && { successRate: all.delivered / attempts }),
      ...latencyOf(all),
    },
    pending: waiting.pending,
    waiting: waiting.waiting,
    ...(waiting.oldest && { oldestPending: waiting.oldest.toISOString() }),
    failed: waiting.failed,
  };
}

const latencyOf = ({ p50, p95 }: Pick<AttemptBucket, 'p50' | 'p95'>) => ({
  ...(p50 !== null && { p50Ms: p50 }),
  ...(p95 !== null && { p95Ms: p95 }),
});

type Waiting = { pending: number; waiting: number; oldest: Date | null; failed: number };

/** Returns no row if the consumer does not exist. */
function waitingStatement(
  { clock }: { clock: Clock },
  { accountId, consumerId, hours }: { accountId: string; consumerId: string; hours: number },
) {
  const since = firstIdAt(clock.nowMs() - hours * 3_600_000);
  const now = clock.now();
  // While an ordered consumer is on hold, all its pending deliveries wait for the retry of the first one.
  return sql<Waiting>`select d.pending, case when c.hold_until > ${now} then d.pending else w.waiting end as waiting,
      d.oldest, f.failed from consumer c
    cross join lateral (select count(*) as pending, min(due_at) as oldest from (
      select due_at from delivery where lane = c.lane order by due_at limit ${countedMax}) first) d
    cross join lateral (select count(*) as waiting from (select from delivery
      where lane = c.lane and attempts > 0 and due_at > ${now} limit ${countedMax}) first) w
    cross join lateral (select count(*) as failed from (select from failure
      where account_id = c.account_id and consumer_id = c.consumer_id and message_id >= ${since}::uuid
      limit ${countedMax}) first) f
    where c.account_id = ${accountId}::uuid and c.consumer_id = ${consumerId}::uuid`;
}
