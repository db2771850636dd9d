import { type RawBuilder, sql } from 'kysely';
import { eventNames, patternsFor } from '../../events/event-types.ts';

/** A consumer and a range of ids, for what is to be brought to it. */
export type RedeliveryRange = {
  accountId: string;
  consumerId: string;
  eventTypes: readonly string[];
  channels: readonly string[] | null;
  /** From this id on, or behind the last one that was looked at; below the other. */
  from: string;
  after: string | null;
  below: string;
};

const within = (range: RedeliveryRange, id: RawBuilder<unknown>) => sql`${id} >= ${range.from}::uuid
  and ${id} < ${range.below}::uuid and ${range.after ? sql`${id} > ${range.after}::uuid` : sql`true`}`;

/** Messages that the consumer wants, whether it had them or not; `m`. */
export function wantedMessages(range: RedeliveryRange): RawBuilder<unknown> {
  const names = eventNames.filter((name) => patternsFor(name).some((pattern) => range.eventTypes.includes(pattern)));
  const ofChannels = range.channels ? sql`and m.company_id = any (${range.channels}::uuid[])` : sql``;
  return sql`from message m where m.account_id = ${range.accountId}::uuid and ${within(range, sql`m.message_id`)}
    and not m.is_test and m.event_type = any (${names}::text[]) ${ofChannels}`;
}

export function failedMessages(range: RedeliveryRange): RawBuilder<unknown> {
  return sql`from failure f where f.account_id = ${range.accountId}::uuid
    and f.consumer_id = ${range.consumerId}::uuid and ${within(range, sql`f.message_id`)}`;
}

/** Exactly how many there are. As anti-joins: a look at each of millions would take minutes. */
export function countStatement(kind: 'recover' | 'replay', range: RedeliveryRange): RawBuilder<{ total: number }> {
  if (kind === 'recover') return sql`select count(*) as total ${failedMessages(range)}`;
  const none = (
    table: string,
  ) => sql`not exists (select from ${sql.table(table)} x where x.account_id = ${range.accountId}::uuid
    and x.consumer_id = ${range.consumerId}::uuid and x.message_id = m.message_id)`;
  return sql`select count(*) as total ${wantedMessages(range)} and ${none('attempt')} and ${none('failure')}
    and ${none('delivery')}`;
}
