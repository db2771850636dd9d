import { type RawBuilder, sql } from 'kysely';
import { eventNames } from '../../events/event-types.ts';
import { columnFields, type Fields } from '../../lists/fields.ts';
import type { Operator } from '../../lists/filter/parse-filter.ts';
import { fixedText, jsonObject, jsonPlain, jsonTime } from '../../lists/json-text.ts';
import { firstIdAt } from './id-range.ts';

export const messageStatuses = ['pending', 'failed', 'delivered', 'unmatched'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/**
 * These are subqueries with a limit, because PostgreSQL would turn `exists` into a join or a hash of the whole table.
 * The table has millions of rows, but a page needs only a hundred of them.
 */
const hasFailure = sql<boolean>`(select true from failure f where f.account_id = m.account_id
  and f.message_id = m.message_id limit 1)`;
const hasDelivery = sql<boolean>`(select true from delivery d where d.account_id = m.account_id
  and d.message_id = m.message_id limit 1)`;

/** A message that failed for one consumer has the status `failed`, even while it is pending for another. */
const statusOf = fixedText(sql<string>`(case when ${hasFailure} then 'failed' when ${hasDelivery} then 'pending'
  when m.recipients = 0 then 'unmatched' else 'delivered' end)`);

export const isDelivered = fixedText(
  sql<boolean>`m.recipients > 0 and ${hasFailure} is null and ${hasDelivery} is null`,
);

const members = [
  { name: 'messageId', json: jsonPlain(sql`m.message_id`) },
  { name: 'eventType', json: jsonPlain(sql`m.event_type`) },
  { name: 'companyId', json: jsonPlain(sql`m.company_id`), absent: sql<boolean>`m.company_id is null` },
  { name: 'connectionId', json: jsonPlain(sql`m.connection_id`), absent: sql<boolean>`m.connection_id is null` },
  { name: 'channels', json: sql`case when m.company_id is null then '[]' else '["' || m.company_id || '"]' end` },
  { name: 'created', json: jsonTime(sql`m.created_at`) },
  { name: 'status', json: jsonPlain(statusOf) },
  { name: 'recipients', json: sql`m.recipients::text` },
  { name: 'isTest', json: sql`m.is_test::text` },
];

/** SQL that builds the JSON of a message in a list, without its body. */
export const messageJson = fixedText(jsonObject(members));
export const messageMembers = members;

/** The status for filters that must check every message. It uses joins, each of which reads its table once. */
const joinedStatus = sql<string>`(case when mf.message_id is not null then 'failed' when md.message_id is not null then 'pending'
  when m.recipients = 0 then 'unmatched' else 'delivered' end)`;
export function joinedTables(accountId: string): RawBuilder<unknown> {
  const ids = (table: string) =>
    sql`(select message_id from ${sql.table(table)} where account_id = ${accountId}::uuid group by 1)`;
  return sql`left join ${ids('failure')} mf on mf.message_id = m.message_id
    left join ${ids('delivery')} md on md.message_id = m.message_id`;
}

const columns = columnFields({
  messageId: { kind: 'uuid', column: sql`m.message_id`, required: true },
  eventType: { kind: 'text', choices: eventNames, column: sql`m.event_type`, required: true },
  companyId: { kind: 'uuid', column: sql`m.company_id` },
  connectionId: { kind: 'uuid', column: sql`m.connection_id` },
  // A message has at most one channel, which is the company that it is about.
  channels: { kind: 'uuid', column: sql`m.company_id` },
  status: { kind: 'choice', choices: messageStatuses, column: joinedStatus, required: true },
  consumerId: { kind: 'uuid', column: sql`null` },
  created: { kind: 'time', column: sql`m.created_at`, required: true },
  isTest: { kind: 'boolean', column: sql`m.is_test`, required: true },
});

export const messageFields: Fields = {
  names: columns.names,
  find(path) {
    const field = columns.find(path);
    if (field && path[0] === 'consumerId') return { ...field, compare: compareConsumer };
    return field && path[0] === 'created' ? { ...field, compare: compareCreated } : field;
  },
};

/**
 * Tolerated difference between the time in a message's id and its `created_at`. This is generous, because both are
 * taken from one clock at the same moment.
 */
const idSlackMs = 60_000;

/** Compares `created`. Also compares the id, because the log is sorted and partitioned by id. */
function compareCreated(operator: Operator, value: string | null): RawBuilder<boolean> {
  if (value === null) return operator === '=' ? sql`false` : sql`true`;
  const at = sql<boolean>`m.created_at ${sql.raw(operator === '!=' ? '<>' : operator)} ${value}::timestamptz`;
  const idAt = (ms: number) => sql`${firstIdAt(Date.parse(value) + ms)}::uuid`;
  const after = sql`m.message_id >= ${idAt(-idSlackMs)}`;
  const before = sql`m.message_id < ${idAt(idSlackMs)}`;
  if (operator === '!=') return at;
  if (operator === '=') return sql`(${at} and ${after} and ${before})`;
  return sql`(${at} and ${operator.startsWith('>') ? after : before})`;
}

/** Compares `consumerId` with null. Messages of a given consumer are found through other tables (message-search.ts). */
function compareConsumer(operator: Operator, value: string | null): RawBuilder<boolean> {
  if (value !== null) return operator === '=' ? sql`false` : sql`true`;
  return operator === '=' ? sql`m.recipients = 0` : sql`m.recipients > 0`;
}
