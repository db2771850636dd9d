import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../db/db.ts';
import { disableAfterMs } from '../lanes/watch-consumers.ts';
import { upcomingAttempts } from './upcoming-attempts.ts';
import type { Schedule } from './wire.ts';

type ScheduleContext = { db: Db; clock: Clock };

const deliveriesMax = 100;

type DeliveryRow = {
  message_id: string;
  consumer_id: string;
  event_type: string;
  attempts: number;
  first_at: Date | null;
  due_at: Date;
  is_enabled: boolean;
  hold_until: Date | null;
  /** The first message in the lane of an ordered consumer. */
  head_id: string | null;
};

const head = sql`left join lateral (select h.message_id from delivery h where c.is_ordered and h.lane = c.lane
  order by h.due_at, h.message_id limit 1) head on true`;
const chosen = sql`d.message_id, d.consumer_id, m.event_type, d.attempts, d.first_at, d.due_at, c.is_enabled,
  case when c.is_ordered then c.hold_until end as hold_until, head.message_id as head_id`;

/** Reads when the pending deliveries of a consumer will be attempted. Undefined if there is no such consumer. */
export async function readConsumerSchedule(
  { db, clock }: ScheduleContext,
  { accountId, consumerId }: { accountId: string; consumerId: string },
): Promise<Schedule | undefined> {
  const own = sql`c.account_id = ${accountId}::uuid and c.consumer_id = ${consumerId}::uuid`;
  const [consumer] = await db.read(
    accountId,
    sql<{
      failing_since: Date | null;
      is_enabled: boolean;
    }>`select c.failing_since, c.is_enabled from consumer c where ${own}`,
  );
  if (!consumer) return undefined;
  const rows = await db.read(
    accountId,
    sql<DeliveryRow>`select ${chosen} from consumer c
      cross join lateral (select * from delivery d where d.lane = c.lane order by d.due_at, d.message_id
        limit ${deliveriesMax + 1}) d
      join message m on m.account_id = d.account_id and m.message_id = d.message_id ${head}
      where ${own} order by d.due_at, d.message_id`,
  );
  const { failing_since: since, is_enabled: isEnabled } = consumer;
  return {
    ...toSchedule(clock.nowMs(), rows),
    ...(since && isEnabled && { disablesAt: new Date(since.getTime() + disableAfterMs).toISOString() }),
  };
}

/** Reads when the pending deliveries of a message will be attempted. Undefined if there is no such message. */
export async function readMessageSchedule(
  { db, clock }: ScheduleContext,
  { accountId, messageId, oldest }: { accountId: string; messageId: string; oldest: string },
): Promise<Schedule | undefined> {
  const rows = await db.read(
    accountId,
    sql<DeliveryRow | { is_enabled: null }>`select ${chosen} from message m
      left join delivery d on d.account_id = m.account_id and d.message_id = m.message_id
      left join consumer c on c.account_id = d.account_id and c.consumer_id = d.consumer_id ${head}
      where m.account_id = ${accountId}::uuid and m.message_id = ${messageId}::uuid and m.message_id >= ${oldest}::uuid
      order by d.due_at, d.consumer_id limit ${deliveriesMax + 1}`,
  );
  if (rows.length === 0) return undefined;
  // Without a pending delivery, or with a consumer that has been deleted, there is nothing to send.
  return toSchedule(
    clock.nowMs(),
    rows.filter((row) => row.is_enabled !== null),
  );
}

function toSchedule(nowMs: number, rows: readonly DeliveryRow[]): Schedule {
  return {
    deliveries: rows.slice(0, deliveriesMax).map((row) => toDelivery(nowMs, row)),
    hasMore: rows.length > deliveriesMax,
  };
}

function toDelivery(nowMs: number, row: DeliveryRow): Schedule['deliveries'][number] {
  const waits = row.head_id !== null && row.head_id !== row.message_id;
  const upcoming = upcomingAttempts({
    attempts: row.attempts,
    firstMs: row.first_at?.getTime(),
    // A retry to an ordered consumer is due at `hold_until`; `due_at` is still that of its first attempt.
    dueMs: Math.max(row.due_at.getTime(), row.hold_until?.getTime() ?? 0),
    nowMs,
  });
  return {
    messageId: row.message_id,
    consumerId: row.consumer_id,
    eventType: row.event_type,
    attempts: row.attempts,
    upcoming: waits || !row.is_enabled ? [] : upcoming.map(toWire),
    ...(waits && { waitsFor: row.head_id ?? '' }),
  };
}

const toWire = ({ number, earliestMs, latestMs }: ReturnType<typeof upcomingAttempts>[number]) => ({
  number,
  earliest: new Date(earliestMs).toISOString(),
  ...(latestMs !== undefined && { latest: new Date(latestMs).toISOString() }),
});
