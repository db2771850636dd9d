import { dataTypes } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { sourceType } from '../../connections/wire.ts';
import { column, columns } from '../../lists/columns.ts';
import type { List, Pinned } from '../../lists/list.ts';
import { countedList } from '../../lists/page/counted-list.ts';
import { madeIn, notEndedIn } from '../../lists/page/pin.ts';
import { time, uuid } from '../../lists/wire.ts';
import { isThere } from '../read/data-set-head.ts';
import { totalRecords } from '../read/publication-list.ts';

/** A value of the connection of a data set `d`. */
const ofConnection = <T>(value: RawBuilder<T>) => sql<T>`(select ${value} from connection n
  where n.account_id = d.account_id and n.company_id = d.company_id and n.connection_id = d.connection_id)`;

const dataSetColumns = columns({
  companyId: column(sql`d.company_id`, uuid),
  connectionId: column(sql`d.connection_id`, uuid),
  platformKey: column(ofConnection(sql`n.platform_key`), Type.String()),
  sourceType: column(ofConnection(sql`n.source_type`), sourceType),
  dataType: column(sql`d.data_type`, Type.String(), { field: { choices: dataTypes.map(({ name }) => name) } }),
  generation: column(
    sql`d.published_generation`,
    Type.Integer({ minimum: 1, description: 'Number of the newest published state.' }),
  ),
  publishedAt: column(sql`d.published_at`, Type.Optional(time)),
  totalRecords: column(sql`d.total`, totalRecords),
});
export const DataSet = Type.Object(dataSetColumns.shape, { title: 'DataSet' });

/**
 * All data sets of an account that have been published, in the order in which they were first requested. Data sets of a
 * company or connection that is deleted while a client follows the links disappear at once.
 */
export function dataSetList({
  accountId,
  companyTags,
}: {
  accountId: string;
  companyTags: Readonly<Record<string, string>> | null;
}): List {
  const tagged = companyTags ? sql`and c.tags @> ${JSON.stringify(companyTags)}::jsonb` : sql``;
  return countedList({
    name: `data sets ${companyTags ? JSON.stringify(companyTags) : ''}`,
    from: sql`data_set d`,
    pinned: pinnedDataSets(accountId),
    scope: sql<boolean>`d.account_id = ${accountId}::uuid and d.published_generation > 0
      and exists (select from company c where c.account_id = ${accountId}::uuid and c.company_id = d.company_id
        and ${isThere} ${tagged})
      and exists (select from connection n where n.account_id = ${accountId}::uuid and n.company_id = d.company_id
        and n.connection_id = d.connection_id)`,
    record: dataSetColumns.json,
    fields: dataSetColumns.fields,
    key: { expression: sql`d.data_set_id`, type: sql`bigint`, descending: false },
  });
}

/** Like `pinnedVersions`, but a data set is found by its company and its number. */
const pinnedDataSets = (accountId: string): Pinned => ({
  alias: 'd',
  parts: (snapshot) => [
    sql`(select v.* from data_set v where ${madeIn(snapshot, 'v')}) d`,
    sql`(select p.* from past_row h
      join data_set v on v.account_id = h.account_id and v.company_id = (h.content->>'company_id')::uuid
        and v.data_set_id = (h.content->>'data_set_id')::bigint
      cross join lateral jsonb_populate_record(v, h.content) p
      where h.account_id = ${accountId}::uuid and h.relation = 'data_set' and h.scope_id = ${accountId}::uuid
        and ${notEndedIn(snapshot, 'h')} and ${madeIn(snapshot, 'h')}) d`,
  ],
});
