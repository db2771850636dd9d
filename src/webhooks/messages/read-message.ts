import { type RawBuilder, sql } from 'kysely';
import { columnFields, valuesOf } from '../../lists/fields.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from '../../lists/json-text.ts';
import type { List } from '../../lists/list.ts';
import { pinnedRows } from '../../lists/page/pin.ts';
import { messageMembers } from './message-fields.ts';
import { Attempt } from './wire.ts';

/**
 * The status for each consumer: `pending` if there is a delivery, the reason of the failure if there is a failure, and
 * otherwise `delivered`.
 */
const deliveries = sql`coalesce((select '[' || string_agg(${jsonObject([
  { name: 'consumerId', json: jsonPlain(sql`c.consumer_id`) },
  {
    name: 'status',
    json: jsonPlain(sql`case when d.due_at is not null then 'pending' else coalesce(f.reason, 'delivered') end`),
  },
  { name: 'attempts', json: sql`c.attempts::text` },
  { name: 'nextAttempt', json: jsonTime(sql`d.due_at`), absent: sql`d.due_at is null` },
  { name: 'lastAttempt', json: jsonTime(sql`c.last_at`), absent: sql`c.last_at is null` },
])}, ',' order by c.consumer_id) || ']' from (
    select consumer_id, count(at) as attempts, max(at) as last_at from (
      select a.consumer_id, a.started_at as at from attempt a where a.account_id = m.account_id and a.message_id = m.message_id
      union all select f.consumer_id, null from failure f where f.account_id = m.account_id and f.message_id = m.message_id
      union all select d.consumer_id, null from delivery d where d.account_id = m.account_id and d.message_id = m.message_id
    ) known group by consumer_id) c
  left join delivery d on d.account_id = m.account_id and d.message_id = m.message_id and d.consumer_id = c.consumer_id
  left join failure f on f.account_id = m.account_id and f.message_id = m.message_id and f.consumer_id = c.consumer_id
), '[]')`;

const detailsJson = fixedText(
  jsonObject([...messageMembers, { name: 'body', json: sql`m.body` }, { name: 'deliveries', json: deliveries }]),
);

type Place = { accountId: string; messageId: string; oldest: string };

/** Reads one message with its body and its delivery status for each consumer. */
export function messageStatement({ accountId, messageId, oldest }: Place): RawBuilder<{ json: string }> {
  return sql`select ${detailsJson} as json from message m where m.account_id = ${accountId}::uuid
    and m.message_id = ${messageId}::uuid and m.message_id >= ${oldest}::uuid`;
}

const causes = sql`case a.cause when 'e' then 'event' when 't' then 'test' when 's' then 'resent'
  when 'c' then 'recovered' else 'replayed' end`;
const outcomes = sql`case a.outcome when 'd' then 'delivered' when 'f' then 'failed' when 'x' then 'exhausted' else 'gone' end`;

const attemptJson = fixedText(
  jsonObject([
    { name: 'attemptId', json: jsonPlain(sql`a.attempt_id`) },
    { name: 'consumerId', json: jsonPlain(sql`a.consumer_id`) },
    { name: 'number', json: sql`a.number::text` },
    { name: 'cause', json: jsonPlain(causes) },
    { name: 'outcome', json: jsonPlain(outcomes) },
    { name: 'statusCode', json: sql`a.status_code::text`, absent: sql`a.status_code is null` },
    { name: 'error', json: jsonText(sql`a.error`), absent: sql`a.error is null` },
    { name: 'answer', json: jsonText(sql`a.answer`), absent: sql`a.answer is null` },
    { name: 'started', json: jsonTime(sql`a.started_at`) },
    { name: 'durationMs', json: sql`a.duration_ms::text` },
    { name: 'nextAttempt', json: jsonTime(sql`a.next_at`), absent: sql`a.next_at is null` },
  ]),
);

/** All attempts of a message, oldest first. The `head` returns no row if the message does not exist. */
export function attemptList({ accountId, messageId, oldest }: Place): List {
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
    record: attemptJson,
    fields: columnFields({
      attemptId: { kind: 'uuid', column: sql`a.attempt_id`, required: true },
      consumerId: { kind: 'uuid', column: sql`a.consumer_id`, required: true },
      number: { kind: 'number', column: sql`a.number`, required: true },
      cause: { kind: 'choice', choices: valuesOf(Attempt.properties.cause), column: causes, required: true },
      outcome: { kind: 'choice', choices: valuesOf(Attempt.properties.outcome), column: outcomes, required: true },
      statusCode: { kind: 'number', column: sql`a.status_code` },
      started: { kind: 'time', column: sql`a.started_at`, required: true },
    }),
    key: { expression: sql`a.attempt_id`, type: sql`uuid`, descending: false },
  };
}
