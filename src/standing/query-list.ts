import { sql } from 'kysely';
import Type from 'typebox';
import { column, columns } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import { companyId, name, query, shownType } from './wire.ts';

const queryColumns = columns({
  standingQueryId: column(sql`q.standing_query_id`, uuid),
  name: column(sql`q.name`, name),
  consumerId: column(sql`q.consumer_id`, uuid),
  companyId: column(sql`q.company_id`, companyId),
  dataType: column(sql`q.data_type`, shownType),
  query: column(sql`q.query`, query),
  created: column(sql`q.created_at`, time),
});
export const StandingQuery = Type.Object(queryColumns.shape, { title: 'StandingQuery' });

/** The standing queries of an account, the oldest first. */
export const standingQueryList = (accountId: string): List =>
  countedList({
    name: 'standing queries',
    small: true,
    from: sql`standing_query q`,
    scope: sql<boolean>`q.account_id = ${accountId}::uuid`,
    record: queryColumns.json,
    fields: queryColumns.fields,
    key: { expression: sql`q.standing_query_id`, type: sql`uuid`, descending: false },
  });

export const standingQueryStatement = ({
  accountId,
  standingQueryId,
}: {
  accountId: string;
  standingQueryId: string;
}) =>
  sql<{ json: string }>`select ${queryColumns.json} as json from standing_query q
    where q.account_id = ${accountId}::uuid and q.standing_query_id = ${standingQueryId}::uuid`;
