import { type RawBuilder, sql } from 'kysely';
import { subscribedTypes } from '../content/event-fields.ts';

/** A consumer and the range of message ids that a redelivery covers. */
export type RedeliveryRange = {
  accountId: string;
  consumerId: string;
  eventTypes: readonly string[];
  channels: readonly string[] | null;
  /** The stored filter (`FilterRules`); null if the consumer has none. */
  filterRules: unknown;
  /** First id of the range. */
  from: string;
  /** The last id that was already processed, if any. */
  after: string | null;
  /** End of the range (exclusive). */
  below: string;
};

const within = (range: RedeliveryRange, id: RawBuilder<unknown>) => sql`${id} >= ${range.from}::uuid
  and ${id} < ${range.below}::uuid and ${range.after ? sql`${id} > ${range.after}::uuid` : sql`true`}`;

/** Selects messages (alias `m`) that the consumer subscribes to, whether or not they were sent to it. */
export function wantedMessages(range: RedeliveryRange): RawBuilder<unknown> {
  const names = subscribedTypes(range.eventTypes);
  const ofChannels = range.channels ? sql`and m.company_id = any (${range.channels}::uuid[])` : sql``;
  const matching =
    range.filterRules !== null
      ? sql`and event_matches(${JSON.stringify(range.filterRules)}::jsonb, event_json(m.body))`
      : sql``;
  return sql`from message m where m.account_id = ${range.accountId}::uuid and ${within(range, sql`m.message_id`)}
    and not m.is_test and m.event_type = any (${names}::text[])
    and is_for_consumer(m.event_type, m.body, ${range.consumerId}::uuid) ${ofChannels} ${matching}`;
}

export function failedMessages(range: RedeliveryRange): RawBuilder<unknown> {
  return sql`from failure f where f.account_id = ${range.accountId}::uuid
    and f.consumer_id = ${range.consumerId}::uuid and ${within(range, sql`f.message_id`)}`;
}

/** Counts the messages exactly. Uses anti-joins, because looking up each of millions of messages would take minutes. */
export function countStatement(kind: 'recover' | 'replay', range: RedeliveryRange): RawBuilder<{ total: number }> {
  if (kind === 'recover') return sql`select count(*) as total ${failedMessages(range)}`;
  const none = (
    table: string,
  ) => sql`not exists (select from ${sql.table(table)} x where x.account_id = ${range.accountId}::uuid
    and x.consumer_id = ${range.consumerId}::uuid and x.message_id = m.message_id)`;
  return sql`select count(*) as total ${wantedMessages(range)} and ${none('attempt')} and ${none('failure')}
    and ${none('delivery')}`;
}
