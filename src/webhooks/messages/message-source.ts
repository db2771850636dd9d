import { type RawBuilder, sql } from 'kysely';
import { compileFilter } from '../../lists/compile-filter.ts';
import { isDelivered, joinedTables, messageFields } from './message-fields.ts';
import type { MessageSearch } from './message-search.ts';

/** Where the messages of a search are found: a condition on ids bounds them, their order is that of the ids. */
export type MessageSource = {
  /** `m` is the message. */
  rows(within: Within, order: RawBuilder<unknown>): RawBuilder<unknown>;
  count(within: Within): RawBuilder<number>;
};

/** A condition on the column that holds the message's id. */
export type Within = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

type Own = { accountId: string };

const restOf = ({ rest }: MessageSearch): RawBuilder<boolean> =>
  rest ? compileFilter(rest, messageFields) : sql`true`;

/** The log itself, by the id, by company or by type. */
function logSource({ accountId }: Own, search: MessageSearch, more: RawBuilder<boolean>): MessageSource {
  const joined = search.isMixed ? joinedTables(accountId) : sql``;
  const from = (within: Within) => sql`from message m ${joined} where m.account_id = ${accountId}::uuid
    and ${within(sql`m.message_id`)} and ${more} and ${restOf(search)}`;
  return {
    rows: (within, order) => sql`${from(within)} order by m.message_id ${order}`,
    // Ordered, for only the right index has the order: in one plan for all, every index of the account seems as good.
    count: (within) => sql`(select count(*) from (select m.message_id ${from(within)} order by m.message_id) counted)`,
  };
}

/** Another table that has the ids, each maybe several times; the messages are looked up one by one. */
function idSource({ accountId }: Own, search: MessageSearch, isWhole: boolean, ids: IdsOf): MessageSource {
  // A table that has everything that is asked for is counted without a look at the messages.
  const message = sql`cross join lateral (select * from message m where m.account_id = ${accountId}::uuid
    and m.message_id = s.message_id and ${restOf(search)} offset 0) m`;
  return {
    rows: (within, order) => sql`from (${ids(within)} order by message_id ${order}) s ${message}
      order by s.message_id ${order}`,
    count: (within) => sql`(select count(*) from (${ids(within)}) s ${isWhole ? sql`` : message})`,
  };
}

type IdsOf = (within: Within) => RawBuilder<unknown>;

/** Failed ones: few, in a table of their own, by account, company or consumer. */
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

/** Pending ones: in no other table. What has failed for one consumer is failed, unless one consumer is asked for. */
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

/** Everything that has gone to a consumer, whatever came of it. */
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

/** Of a consumer, what has arrived: tried, and neither pending nor failed. */
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

/** What a page is read from, and how its total comes about: what was counted for good less what is counted each time. */
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

/** Counted as a whole, each time: it is small, or changes as a whole. */
const counted = (page: MessageSource): SearchParts => ({ page, settled: undefined, less: [] });
