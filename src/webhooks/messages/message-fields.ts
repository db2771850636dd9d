import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { eventNames } from '../../events/event-types.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import { compareIdTime } from '../../lists/compare-id-time.ts';
import type { Operator } from '../../lists/filter/parse-filter.ts';
import { fixedText } from '../../lists/json-text.ts';
import { time, uuid } from '../../lists/wire.ts';

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

/**
 * Tolerated difference between the time in a message's id and its `created_at`. This is generous, because both are
 * taken from one clock at the same moment.
 */
const idSlackMs = 60_000;

/** The status for filters that must check every message. It uses joins, each of which reads its table once. */
const joinedStatus = sql<string>`(case when mf.message_id is not null then 'failed' when md.message_id is not null then 'pending'
  when m.recipients = 0 then 'unmatched' else 'delivered' end)`;
export function joinedTables(accountId: string): RawBuilder<unknown> {
  const ids = (table: string) =>
    sql`(select message_id from ${sql.table(table)} where account_id = ${accountId}::uuid group by 1)`;
  return sql`left join ${ids('failure')} mf on mf.message_id = m.message_id
    left join ${ids('delivery')} md on md.message_id = m.message_id`;
}

/** A message without its body. */
export const messageColumns = {
  messageId: column(
    sql`m.message_id`,
    Type.String({
      format: 'uuid',
      description: 'Also sent as `EventId` in the body, and as the header `webhook-id` with every attempt.',
    }),
  ),
  eventType: column(sql`m.event_type`, Type.String({ description: openValues('The `RuleType` of the body.') }), {
    field: { choices: eventNames },
  }),
  companyId: column(sql`m.company_id`, Type.Optional(uuid)),
  connectionId: column(sql`m.connection_id`, Type.Optional(uuid)),
  // A message has at most one channel, which is the company that it is about.
  channels: column(
    sql`case when m.company_id is null then '[]' else '["' || m.company_id || '"]' end`,
    Type.Array(uuid, { description: 'The `companyId` of a message about a company. Empty for other messages.' }),
    { field: { kind: 'uuid', value: sql`m.company_id`, required: false } },
  ),
  created: column(sql`m.created_at`, time, {
    field: {
      compare: compareIdTime(
        { at: sql`m.created_at`, id: sql`m.message_id` },
        { beforeMs: idSlackMs, afterMs: idSlackMs },
      ),
    },
  }),
  status: column(
    statusOf,
    Type.Enum([...messageStatuses], {
      description: openValues(
        '`failed`: delivery to at least one consumer failed and is not retried. `pending`: delivery is in progress or waits for a retry. `delivered`: the message was delivered to every consumer that it was sent to. `unmatched`: no consumer subscribed to the event.',
      ),
    }),
    { field: { value: joinedStatus } },
  ),
  recipients: shown(
    sql`m.recipients`,
    Type.Integer({
      minimum: 0,
      description: 'Number of consumers that the message was sent to, including those whose delivery is still pending.',
    }),
  ),
  isTest: column(
    sql`m.is_test`,
    Type.Boolean({ description: 'True for a test message, which was sent to one consumer on request.' }),
  ),
};

const { shape, json, fields } = columns(messageColumns, {
  consumerId: { kind: 'uuid', value: sql`null`, arrays: [], compare: compareConsumer },
});
export const Message = Type.Object(shape, { title: 'Message' });
export const messageJson = json;
export const messageFields = fields;

/** Compares `consumerId` with null. Messages of a given consumer are found through other tables (message-search.ts). */
function compareConsumer(operator: Operator, value: string | null): RawBuilder<boolean> {
  if (value !== null) return operator === '=' ? sql`false` : sql`true`;
  return operator === '=' ? sql`m.recipients = 0` : sql`m.recipients > 0`;
}
