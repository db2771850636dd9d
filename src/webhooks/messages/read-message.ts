import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import type { List } from '../../lists/list.ts';
import { pinnedRows } from '../../lists/page/pin.ts';
import { time, uuid } from '../../lists/wire.ts';
import { messageColumns } from './message-fields.ts';

const count = Type.Integer({ minimum: 0 });

/**
 * The status for each consumer: `pending` while the table `delivery` has a row, otherwise the reason from the table
 * `failure`, and `delivered` if neither table has a row.
 */
const deliveryColumns = columns({
  consumerId: shown(sql`c.consumer_id`, uuid),
  status: shown(
    sql`case when d.due_at is not null then 'pending' else coalesce(f.reason, 'delivered') end`,
    Type.Enum(['pending', 'delivered', 'exhausted', 'gone', 'cancelled'], {
      description: openValues(
        '`exhausted`: the last attempt failed. `gone`: the consumer responded with 410 and was therefore disabled. `cancelled`: the consumer was disabled while the delivery was pending.',
      ),
    }),
  ),
  attempts: shown(sql`c.attempts`, count),
  nextAttempt: shown(sql`d.due_at`, Type.Optional(time)),
  lastAttempt: shown(sql`c.last_at`, Type.Optional(time)),
  lastStatusCode: shown(
    sql`c.last_code`,
    Type.Optional(Type.Integer({ description: 'HTTP status of the last attempt. Absent if there was no response.' })),
  ),
});
const deliveries = sql`coalesce((select '[' || string_agg(${deliveryColumns.json}, ',' order by c.consumer_id) || ']' from (
    select consumer_id, count(at) as attempts, max(at) as last_at,
      (array_agg(code order by at desc) filter (where at is not null))[1] as last_code from (
      select a.consumer_id, a.started_at as at, a.status_code as code from attempt a where a.account_id = m.account_id and a.message_id = m.message_id
      union all select f.consumer_id, null, null from failure f where f.account_id = m.account_id and f.message_id = m.message_id
      union all select d.consumer_id, null, null from delivery d where d.account_id = m.account_id and d.message_id = m.message_id
    ) known group by consumer_id) c
  left join delivery d on d.account_id = m.account_id and d.message_id = m.message_id and d.consumer_id = c.consumer_id
  left join failure f on f.account_id = m.account_id and f.message_id = m.message_id and f.consumer_id = c.consumer_id
), '[]')`;

/** What became of the message, for each consumer. */
export const deliveriesColumn = shown(
  deliveries,
  Type.Array(Type.Object(deliveryColumns.shape), {
    description: 'One entry for each consumer that the message was sent to.',
  }),
);

const details = columns({
  ...messageColumns,
  body: shown(
    sql`m.body`,
    Type.Record(Type.String(), Type.Unknown(), { description: 'The body that every attempt sends.' }),
  ),
  deliveries: deliveriesColumn,
});
export const MessageDetails = Type.Object(details.shape, { title: 'MessageDetails' });

type MessageToRead = { accountId: string; messageId: string; oldest: string };

/** Reads one message with its body and its delivery status for each consumer. */
export function messageStatement({ accountId, messageId, oldest }: MessageToRead): RawBuilder<{ json: string }> {
  return sql`select ${details.json} as json from message m where m.account_id = ${accountId}::uuid
    and m.message_id = ${messageId}::uuid and m.message_id >= ${oldest}::uuid`;
}

const causes = sql`case a.cause when 'e' then 'event' when 't' then 'test' when 's' then 'resent'
  when 'c' then 'recovered' else 'replayed' end`;
const outcomes = sql`case a.outcome when 'd' then 'delivered' when 'f' then 'failed' when 'x' then 'exhausted' else 'gone' end`;

const attemptColumns = columns({
  attemptId: column(sql`a.attempt_id`, uuid),
  consumerId: column(sql`a.consumer_id`, uuid),
  number: column(
    sql`a.number`,
    Type.Integer({
      minimum: 1,
      description: 'Number of the attempt within its schedule of attempts. A resend starts again at 1.',
    }),
  ),
  cause: column(
    causes,
    Type.Enum(['event', 'test', 'resent', 'recovered', 'replayed'], {
      description: openValues('Why the message was sent.'),
    }),
  ),
  outcome: column(
    outcomes,
    Type.Enum(['delivered', 'failed', 'exhausted', 'gone'], {
      description: openValues(
        '`failed`: the attempt failed, and another one was scheduled. `exhausted`: the last attempt of the schedule failed. `gone`: the consumer responded with 410, and `disableOn410` was set.',
      ),
    }),
  ),
  statusCode: column(
    sql`a.status_code`,
    Type.Optional(Type.Integer({ description: 'HTTP status. Absent if there was no response.' })),
  ),
  error: shown(sql`a.error`, Type.Optional(Type.String({ description: 'Why there was no response.' }))),
  answer: shown(
    sql`a.answer`,
    Type.Optional(Type.String({ description: 'The beginning of the response body. Absent for a 2xx status.' })),
  ),
  started: column(sql`a.started_at`, time),
  durationMs: shown(sql`a.duration_ms`, count),
  nextAttempt: shown(sql`a.next_at`, Type.Optional(time)),
});
export const Attempt = Type.Object(attemptColumns.shape, { title: 'Attempt' });
export const attemptJson = attemptColumns.json;

/** Lists all attempts of a message, oldest first. If the message does not exist, `List.head` returns no row. */
export function attemptList({ accountId, messageId, oldest }: MessageToRead): List {
  const own = sql<boolean>`a.account_id = ${accountId}::uuid and a.message_id = ${messageId}::uuid`;
  return {
    name: `attempts of ${messageId}`,
    unversioned: true,
    head: sql`(select 0::bigint as version, (select count(*) from attempt a where ${own}) as total from message m
      where m.account_id = ${accountId}::uuid and m.message_id = ${messageId}::uuid and m.message_id >= ${oldest}::uuid)`,
    from: sql`attempt a`,
    pinned: pinnedRows('attempt', 'a'),
    scope: own,
    asOf: () => sql`true`,
    record: attemptColumns.json,
    fields: attemptColumns.fields,
    key: { expression: sql`a.attempt_id`, type: sql`uuid`, descending: false },
  };
}
