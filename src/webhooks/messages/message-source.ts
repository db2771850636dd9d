import { type RawBuilder, sql } from 'kysely';
import { compileFilter } from '../../lists/filter/compile-filter.ts';
import { isDelivered, joinedTables, messageFields } from './message-fields.ts';
import type { MessageSearch } from './message-search.ts';

/** SQL that finds the messages of a search. They are limited by a condition on their ids and sorted by id. */
export type MessageSource = {
  /** Returns the `from` clause and everything that follows it. The message has the alias `m`. */
  rows(within: Within, order: RawBuilder<unknown>): RawBuilder<unknown>;
  count(within: Within): RawBuilder<number>;
};

/** A condition on the column that holds the message's id. */
export type Within = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

type Own = { accountId: string };

const restOf = ({ rest }: MessageSearch): RawBuilder<boolean> =>
  rest ? compileFilter(rest, messageFields) : sql`true`;

/** Reads the table `message` itself, by id, company or event type. */
function logSource({ accountId }: Own, search: MessageSearch, more: RawBuilder<boolean>): MessageSource {
  const joined = search.isMixed ? joinedTables(accountId) : sql``;
  const from = (within: Within) => sql`from message m ${joined} where m.account_id = ${accountId}::uuid
    and ${within(sql`m.message_id`)} and ${more} and ${restOf(search)}`;
  return {
    rows: (within, order) => sql`${from(within)} order by m.message_id ${order}`,
    // `order by` makes PostgreSQL use the right index. In a generic plan, all indexes that begin with the account id
    // look equally good.
    count: (within) => sql`(select count(*) from (select m.message_id ${from(within)} order by m.message_id) counted)`,
  };
}

/** Reads message ids from another table and looks up the messages one by one. */
function idSource({ accountId }: Own, search: MessageSearch, isWhole: boolean, ids: IdsOf): MessageSource {
  // If the other table covers the whole search (`isWhole`), its rows are counted without looking up messages.
  const message = sql`cross join lateral (select * from message m where m.account_id = ${accountId}::uuid
    and m.message_id = s.message_id and ${restOf(search)} offset 0) m`;
  return {
    rows: (within, order) => sql`from (${ids(within)} order by message_id ${order}) s ${message}
      order by s.message_id ${order}`,
    count: (within) => sql`(select count(*) from (${ids(within)}) s ${isWhole ? sql`` : message})`,
  };
}

type IdsOf = (within: Within) => RawBuilder<unknown>;

/** Finds failed messages by account, company or consumer. Failures are few and have a table of their own. */
function failedSource(own: Own, search: MessageSearch): MessageSource {
  const { companyId, consumerId, rest } = search;
  const company = companyId ? sql`and f.company_id = ${companyId}::uuid` : sql``;
  const consumer = consumerId ? sql`and f.consumer_id = ${consumerId}::uuid` : sql``;
  const isWhole = !rest || (rest.type === 'comparison' && companyId !== undefined);
  return idSource(
    own,
    search,
    isWhole,
    (within) => sql`select f.message_id from failure f
      where f.account_id = ${own.accountId}::uuid and ${within(sql`f.message_id`)} ${company} ${consumer} group by f.message_id`,
  );
}

/** Finds pending messages. If the search names no consumer, messages that failed for any consumer are excluded. */
function pendingSource(own: Own, search: MessageSearch): MessageSource {
  const { consumerId, rest } = search;
  const which = consumerId
    ? sql`d.consumer_id = ${consumerId}::uuid`
    : sql`(select true from failure f where f.account_id = d.account_id and f.message_id = d.message_id limit 1) is null`;
  return idSource(
    own,
    search,
    !rest,
    (within) => sql`select d.message_id from delivery d
      where d.account_id = ${own.accountId}::uuid and ${within(sql`d.message_id`)} and ${which} group by d.message_id`,
  );
}

/** Finds all messages that were sent to a consumer or are pending for it. */
function consumerSource(own: Own, search: MessageSearch & { consumerId: string }): MessageSource {
  const part = (table: string, within: Within) => sql`select x.message_id from ${sql.table(table)} x
    where x.account_id = ${own.accountId}::uuid and x.consumer_id = ${search.consumerId}::uuid and ${within(sql`x.message_id`)}`;
  return idSource(
    own,
    search,
    !search.rest,
    (within) => sql`select message_id from (${part('attempt', within)} union all ${part('failure', within)}
      union all ${part('delivery', within)}) any_of_them group by message_id`,
  );
}

/** Finds messages that were delivered to a consumer, that is, attempted and neither pending nor failed. */
function deliveredSource(own: Own, search: MessageSearch & { consumerId: string }): MessageSource {
  const in_ = (table: string) => sql`(select true from ${sql.table(table)} x where x.account_id = a.account_id
    and x.message_id = a.message_id and x.consumer_id = a.consumer_id limit 1)`;
  return idSource(
    own,
    search,
    !search.rest,
    (within) => sql`select a.message_id from attempt a where a.account_id = ${own.accountId}::uuid
      and a.consumer_id = ${search.consumerId}::uuid and ${within(sql`a.message_id`)}
      and ${in_('failure')} is null and ${in_('delivery')} is null group by a.message_id`,
  );
}

/**
 * `page` finds the messages of a page. If `settled` is undefined, the total is the number of messages in `page`.
 * Otherwise, it is the number of messages in `settled` minus the number in `less`. Most of `settled` is already
 * counted, and the count is stored (message-total.ts). `less` is counted for each page.
 */
export type SearchParts = { page: MessageSource; settled: MessageSource | undefined; less: MessageSource[] };

export function partsOf(own: Own, search: MessageSearch): SearchParts {
  const { status, consumerId, isMixed } = search;
  const log = (more: RawBuilder<boolean>) => logSource(own, search, more);
  if (isMixed) return counted(log(sql`true`));
  if (consumerId) {
    const one = { ...search, consumerId };
    if (status === 'failed') return counted(failedSource(own, one));
    if (status === 'pending') return counted(pendingSource(own, one));
    if (status === 'unmatched') return counted(log(sql`false`));
    const all = consumerSource(own, one);
    if (!status) return { page: all, settled: all, less: [] };
    return { page: deliveredSource(own, one), settled: all, less: [failedSource(own, one), pendingSource(own, one)] };
  }
  if (status === 'failed') return counted(failedSource(own, search));
  if (status === 'pending') return counted(pendingSource(own, search));
  if (status === 'unmatched') {
    const unmatched = log(sql`m.recipients = 0`);
    return { page: unmatched, settled: unmatched, less: [] };
  }
  if (status === 'delivered') {
    const less = [failedSource(own, search), pendingSource(own, search)];
    return { page: log(isDelivered), settled: log(sql`m.recipients > 0`), less };
  }
  const all = log(sql`true`);
  return { page: all, settled: all, less: [] };
}

/**
 * Used for searches without stored counts. For each page, all matching messages are counted, because there are few of
 * them or because each of them can stop matching.
 */
const counted = (page: MessageSource): SearchParts => ({ page, settled: undefined, less: [] });
