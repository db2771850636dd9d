import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** A consumer as the operator sees it, with the number of its pending deliveries. The operator sees all accounts. */
export type ConsumerLine = {
  consumer: string;
  account: string;
  name: string;
  url: string;
  status: string;
  failingSince: Date | null;
  pending: string;
  oldestDue: Date | null;
  eventTypes: string[];
  channels: string[] | null;
  created: Date;
};

const shownMax = 500;
/** Pending deliveries of a consumer are counted only up to this number. */
const countedMax = 10_000;

type Wanted = { accountId?: string | undefined; consumerId?: string | undefined; isTrouble?: boolean };

/** Reads consumers of any account. Disabled and failing consumers and those with a backlog come first. */
export async function readConsumerLines({ db }: { db: Db }, wanted: Wanted): Promise<ConsumerLine[]> {
  const { accountId = null, consumerId = null, isTrouble = false } = wanted;
  const { rows } = await sql<ConsumerLine>`select c.consumer_id as consumer, c.account_id as account, c.name, c.url,
      case when c.is_enabled then 'enabled' else 'disabled: ' || c.disabled_reason end as status,
      c.failing_since as "failingSince", case when d.n > ${countedMax} then '>' || ${countedMax} else d.n::text end as pending,
      d.oldest as "oldestDue", c.event_types as "eventTypes", c.channels, c.created_at as created
    from consumer c cross join lateral (select count(*) as n, min(due_at) as oldest
      from (select due_at from delivery where lane = c.lane order by due_at limit ${countedMax + 1}) first) d
    where (${accountId}::uuid is null or c.account_id = ${accountId}::uuid)
      and (${consumerId}::uuid is null or c.consumer_id = ${consumerId}::uuid)
      and (not ${isTrouble}::boolean or not c.is_enabled or c.failing_since is not null)
    order by c.is_enabled, c.failing_since, d.oldest, c.consumer_id limit ${shownMax}`.execute(db.system);
  return rows;
}

export async function readLatestAttempts(
  { db }: { db: Db },
  { account, consumer }: Pick<ConsumerLine, 'account' | 'consumer'>,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select attempt_id as attempt, message_id as message, number,
      started_at as started, duration_ms as "durationMs", status_code as status, error, next_at as next
    from attempt where account_id = ${account}::uuid and consumer_id = ${consumer}::uuid
    order by attempt_id desc limit 10`.execute(db.system);
  return rows;
}

export type WaitingLane = {
  consumer_id: string;
  name: string;
  account_id: string;
  account_name: string;
  pending: number;
  oldest_due: Date;
  failing_since: Date | null;
};

/**
 * The first pending delivery of each lane. A lane is the queue of one consumer. Needs one index lookup per lane, like
 * the sweep (lanes/sweep.ts).
 */
const heads = sql`head as (
      (select lane, due_at from delivery order by lane, due_at, message_id limit 1)
      union all
      select n.lane, n.due_at from head cross join lateral (select d.lane, d.due_at from delivery d
        where d.lane > head.lane order by d.lane, d.due_at, d.message_id limit 1) n
    )`;

/** Returns the lanes that have been waiting longest, measured by the due time of their first pending delivery. */
export async function readLongestWaiting({ db }: { db: Db }, { max }: { max: number }): Promise<WaitingLane[]> {
  const { rows } =
    await sql<WaitingLane>`with recursive ${heads}, oldest as (select * from head order by due_at limit ${max})
    select c.consumer_id, c.name, c.account_id, a.name as account_name, o.due_at as oldest_due, c.failing_since,
      (select count(*) from (select from delivery d where d.lane = o.lane limit ${countedMax}) first) as pending
    from oldest o join consumer c on c.lane = o.lane join account a on a.account_id = c.account_id
    order by o.due_at`.execute(db.system);
  return rows;
}

export async function countPendingDeliveries({ db }: { db: Db }, { max }: { max: number }): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from (select from delivery limit ${max}) first`.execute(db.system);
  return rows[0]?.n ?? 0;
}

/**
 * Counts the working consumers whose first pending delivery has been due since `before` or earlier. Also returns the
 * due time of the oldest of these deliveries.
 */
export async function readLateDeliveries(
  { db }: { db: Db },
  { before, now }: { before: Date; now: Date },
): Promise<{ consumers: number; oldest: Date | null }> {
  const { rows } = await sql<{ consumers: number; oldest: Date | null }>`with recursive ${heads}
    select count(*) as consumers, min(h.due_at) as oldest from head h join consumer c on c.lane = h.lane
    where h.due_at <= ${before} and c.is_enabled and c.failing_since is null
      and (c.hold_until is null or c.hold_until <= ${now})`.execute(db.system);
  return rows[0] ?? { consumers: 0, oldest: null };
}
