import type { LaneConnection, Statement } from './lane-connection.ts';

/** Outcomes are recorded in batches. A statement can safely be repeated if it is unknown whether it succeeded. */
export type Attempt = AttemptDone | AttemptFailed;

type AnyAttempt = {
  accountId: string;
  consumerId: string;
  /** The version of the consumer that the request was made with. */
  consumerVersion: number;
  messageId: string;
  attemptId: string;
  number: number;
  cause: string;
  statusCode: number | undefined;
  startedMs: number;
  durationMs: number;
};

export type AttemptDone = AnyAttempt & { outcome: 'delivered' };

export type AttemptFailed = AnyAttempt & {
  /** `failed`: to be retried at `nextMs`; `exhausted`: no attempt is left; `gone`: the response was 410. */
  outcome: 'failed' | 'exhausted' | 'gone';
  /**
   * Start of the delivery's 28-hour retry window, computed by `windowStartMs`: if this attempt was made late, the start
   * is later by the same time.
   */
  firstMs: number;
  nextMs: number | undefined;
  error: string | undefined;
  answer: string | undefined;
  isOrdered: boolean;
  /** The URL that the attempt was sent to. The consumer may have another URL by now. */
  url: string;
};

/** How the table `attempt` stores an outcome. */
const outcomeLetters = { delivered: 'd', failed: 'f', exhausted: 'x', gone: 'g' } as const;

/**
 * Builds a PostgreSQL array literal. pg could do this, too, but would check each character. Ids and numbers need no
 * escaping.
 */
const list = <T>(items: readonly T[], read: (item: T) => string | number | undefined) =>
  `{${items.map((item) => read(item) ?? 'null').join()}}`;

const moment = (ms: string) => `to_timestamp(${ms}::float8 / 1000)`;

/**
 * Finds the delivery of an outcome. The condition is a range over the key, for which PostgreSQL can only use the key's
 * index. With equalities, PostgreSQL would scan the whole table for each outcome, because the table is usually almost
 * empty when its statistics are collected. The rate would then be 960 deliveries a second instead of 14,000.
 */
const key = (of: string) => `(${of}.account_id, ${of}.message_id, ${of}.consumer_id)`;
const isOfOutcome = `${key('d')} >= ${key('o')} and ${key('d')} <= ${key('o')}`;

/**
 * A batch has fewer consumers than outcomes. So $1, $2 and $11 contain each consumer (and version) once, and $10 contains
 * the position of each outcome's consumer in them, because reading an id from text takes PostgreSQL about 0.2 µs.
 */
const deliveredText = (ifLogged: string) => `with o as materialized (
      select ($1::uuid[])[o.consumer] as account_id, ($2::uuid[])[o.consumer] as consumer_id,
        ($11::int4[])[o.consumer] as consumer_version, o.*
      from unnest($3::uuid[], $4::uuid[], $5::int2[], $6::"char"[], $7::int2[], $8::int8[], $9::int4[], $10::int4[])
        o (message_id, attempt_id, number, cause, status_code, started_ms, duration_ms, consumer)
    ), logged as (
      insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, status_code, started_at, duration_ms, consumer_version)
      select account_id, message_id, attempt_id, consumer_id, number, cause, 'd', status_code, ${moment('started_ms')}, duration_ms,
        consumer_version
      from o ${ifLogged})
    delete from delivery d using o where ${isOfOutcome}`;
const deliveredStatement: Statement = { name: 'outcome_delivered', text: deliveredText('') };
/** For a batch that may have been written already. It also costs PostgreSQL one index search and 48 bytes of WAL a row. */
const deliveredAgainStatement: Statement = {
  name: 'outcome_delivered_again',
  text: deliveredText('on conflict do nothing'),
};

/** `isRepeated`: the outcomes may have been written already. */
export async function recordDelivered(
  connection: LaneConnection,
  outcomes: readonly AttemptDone[],
  { isRepeated }: { isRepeated: boolean },
): Promise<void> {
  const consumers = new Map<string, AttemptDone & { at: number }>();
  const positions = outcomes.map((one) => {
    const id = `${one.consumerId}${one.consumerVersion}`;
    let consumer = consumers.get(id);
    if (!consumer) {
      consumer = { ...one, at: consumers.size + 1 };
      consumers.set(id, consumer);
    }
    return consumer.at;
  });
  const each = [...consumers.values()];
  await connection.query(isRepeated ? deliveredAgainStatement : deliveredStatement, [
    list(each, ({ accountId }) => accountId),
    list(each, ({ consumerId }) => consumerId),
    ...attemptValues(outcomes),
    `{${positions.join()}}`,
    list(each, ({ consumerVersion }) => consumerVersion),
  ]);
}

const attemptValues = (outcomes: readonly Attempt[]) => [
  list(outcomes, (one) => one.messageId),
  list(outcomes, (one) => one.attemptId),
  list(outcomes, (one) => one.number),
  list(outcomes, (one) => one.cause),
  list(outcomes, (one) => one.statusCode),
  list(outcomes, (one) => one.startedMs),
  list(outcomes, (one) => one.durationMs),
];

/** Logs the attempt, reschedules or ends the delivery, and marks the consumer as failing unless its URL has changed. */
const failedStatement: Statement = {
  name: 'outcome_failed',
  text: `with o as materialized (select *, ${moment('started_ms')} as started_at, ${moment('next_ms')} as next_at
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int2[], $6::"char"[], $7::int2[], $8::int8[], $9::int4[],
        $10::text[], $11::int8[], $12::text[], $13::text[], $14::boolean[], $15::int8[], $16::text[], $17::int4[])
        o (account_id, consumer_id, message_id, attempt_id, number, cause, status_code, started_ms, duration_ms,
          outcome, next_ms, error, answer, is_ordered, first_ms, url, consumer_version)
    ), logged as (
      insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, status_code, error, answer,
        started_at, duration_ms, next_at, consumer_version)
      select account_id, message_id, attempt_id, consumer_id, number, cause, outcome::"char", status_code, error, answer,
        started_at, duration_ms, next_at, consumer_version from o on conflict do nothing
    ), put_off as (
      update delivery d set attempts = o.number, first_at = ${moment('o.first_ms')},
        due_at = case when o.is_ordered then d.due_at else o.next_at end
      from o where o.outcome = 'f' and ${isOfOutcome} and d.attempts = o.number - 1
    ), ended as (
      delete from delivery d using o where o.outcome <> 'f' and ${isOfOutcome}
    ), failed as (
      insert into failure (account_id, message_id, consumer_id, company_id, reason, ended_at)
      select o.account_id, o.message_id, o.consumer_id, m.company_id,
        case o.outcome when 'g' then 'gone' else 'exhausted' end, o.started_at
      from o left join message m on m.account_id = o.account_id and m.message_id = o.message_id
      where o.outcome <> 'f' on conflict do nothing
    ), by_consumer as (
      select account_id, consumer_id, url, min(started_at) as since, max(next_at) filter (where is_ordered) as hold_until
      from o group by account_id, consumer_id, url
    ) update consumer c set failing_since = coalesce(c.failing_since, b.since),
        hold_until = coalesce(b.hold_until, c.hold_until)
      from by_consumer b where c.account_id = b.account_id and c.consumer_id = b.consumer_id and c.url = b.url
        and (c.failing_since is null or b.hold_until is not null)`,
};

export async function recordFailed(connection: LaneConnection, outcomes: readonly AttemptFailed[]): Promise<void> {
  await connection.query(failedStatement, [
    list(outcomes, (one) => one.accountId),
    list(outcomes, (one) => one.consumerId),
    ...attemptValues(outcomes),
    list(outcomes, (one) => outcomeLetters[one.outcome]),
    list(outcomes, (one) => one.nextMs),
    outcomes.map((one) => one.error ?? null),
    outcomes.map((one) => one.answer ?? null),
    list(outcomes, (one) => (one.isOrdered ? 't' : 'f')),
    list(outcomes, (one) => one.firstMs),
    outcomes.map((one) => one.url),
    list(outcomes, (one) => one.consumerVersion),
  ]);
}

const recoveredStatement: Statement = {
  name: 'outcome_recovered',
  text: `update consumer c set failing_since = null, warned_at = null, hold_until = null
    from unnest($1::uuid[], $2::uuid[]) o (account_id, consumer_id)
    where c.account_id = o.account_id and c.consumer_id = o.consumer_id and c.failing_since is not null`,
};

export type ConsumerKey = { accountId: string; consumerId: string };

/** Clears the failure state of consumers that were failing and have now accepted a delivery. */
export async function recordRecovered(connection: LaneConnection, consumers: readonly ConsumerKey[]): Promise<void> {
  await connection.query(recoveredStatement, [
    list(consumers, (one) => one.accountId),
    list(consumers, (one) => one.consumerId),
  ]);
}

/**
 * Postpones a delivery by some minutes without logging an attempt, for an outcome that PostgreSQL does not accept.
 * Writes as little as possible, because it is unknown what PostgreSQL does not accept.
 */
const putOffStatement: Statement = {
  name: 'outcome_put_off',
  text: `with moved as (update delivery d set due_at = $4::timestamptz from (values ($1::uuid, $2::uuid, $3::uuid))
        o (account_id, message_id, consumer_id) where ${isOfOutcome} and not $5::boolean)
    update consumer c set hold_until = $4::timestamptz
      where c.account_id = $1::uuid and c.consumer_id = $3::uuid and $5::boolean`,
};

export async function putOff(
  connection: LaneConnection,
  {
    accountId,
    messageId,
    consumerId,
    untilMs,
    isOrdered,
  }: Pick<Attempt, 'accountId' | 'messageId' | 'consumerId'> & {
    untilMs: number;
    isOrdered: boolean;
  },
): Promise<void> {
  const until = new Date(untilMs).toISOString();
  await connection.query(putOffStatement, [accountId, messageId, consumerId, until, isOrdered]);
}

const batch = 1000;
const ofLane = `delete from delivery where ctid = any (array(select d.ctid from delivery d
  where d.lane = $1::int and d.message_id <> all ($2::uuid[]) limit ${batch}))`;
const cancelStatement: Statement<{ count: string }> = {
  name: 'lane_cancel',
  text: `with ended as (${ofLane} and exists (select from consumer c where c.lane = $1::int and not c.is_enabled)
      returning account_id, message_id, consumer_id
    ), failed as (
      insert into failure (account_id, message_id, consumer_id, company_id, reason, ended_at)
      select e.account_id, e.message_id, e.consumer_id, m.company_id, 'cancelled', $3::timestamptz
      from ended e left join message m on m.account_id = e.account_id and m.message_id = e.message_id on conflict do nothing
    ) select count(*) from ended`,
};
const removeStatement: Statement<{ count: string }> = {
  name: 'lane_remove',
  text: `with ended as (${ofLane} and not exists (select from consumer c where c.lane = $1::int) returning 1)
    select count(*) from ended`,
};
const orphansStatement: Statement = {
  name: 'lane_orphans',
  text: 'delete from delivery where lane = $1::int and message_id = any ($2::uuid[])',
};

/** Cancels one batch of a disabled consumer's pending deliveries. Returns true if there may be more. */
export async function cancelSome(
  connection: LaneConnection,
  { lane, held, nowMs }: { lane: number; held: Iterable<string>; nowMs: number },
): Promise<boolean> {
  const rows = await connection.query(cancelStatement, [lane, `{${[...held].join()}}`, new Date(nowMs).toISOString()]);
  return Number(rows[0]?.count) === batch;
}

/** Deletes one batch of a deleted consumer's pending deliveries. Returns true if there may be more. */
export async function removeSome(
  connection: LaneConnection,
  { lane, held }: { lane: number; held: Iterable<string> },
): Promise<boolean> {
  const rows = await connection.query(removeStatement, [lane, `{${[...held].join()}}`]);
  return Number(rows[0]?.count) === batch;
}

/** Deletes deliveries whose messages have passed their retention time. */
export async function removeOrphans(
  connection: LaneConnection,
  { lane, messageIds }: { lane: number; messageIds: readonly string[] },
): Promise<void> {
  await connection.query(orphansStatement, [lane, `{${messageIds.join()}}`]);
}
