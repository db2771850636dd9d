import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type from 'typebox';
import { sourceType } from '../../connections/wire.ts';
import { column, columns } from '../../lists/columns.ts';
import type { List } from '../../lists/list.ts';
import { time, uuid } from '../../lists/wire.ts';
import { isThere } from '../read/data-set-head.ts';
import { totalRecords } from '../read/publication-list.ts';

const dataSetColumns = columns({
  companyId: column(sql`d.company_id`, uuid),
  connectionId: column(sql`d.connection_id`, uuid),
  platformKey: column(sql`n.platform_key`, Type.String()),
  sourceType: column(sql`n.source_type`, sourceType),
  dataType: column(sql`d.data_type`, Type.String(), { field: { choices: dataTypes.map(({ name }) => name) } }),
  generation: column(
    sql`d.published_generation`,
    Type.Integer({ minimum: 1, description: 'Number of the newest published state.' }),
  ),
  publishedAt: column(sql`d.published_at`, Type.Optional(time)),
  totalRecords: column(sql`d.total`, totalRecords),
});
export const DataSet = Type.Object(dataSetColumns.shape, { title: 'DataSet' });

/** All data sets of an account that have been published, in the order in which they were first requested. */
export function dataSetList({
  accountId,
  companyTags,
}: {
  accountId: string;
  companyTags: Readonly<Record<string, string>> | null;
}): List {
  const rows = sql`data_set d
      join company c on c.account_id = d.account_id and c.company_id = d.company_id
      join connection n on n.account_id = d.account_id and n.company_id = d.company_id and n.connection_id = d.connection_id`;
  const tagged = companyTags ? sql`and c.tags @> ${JSON.stringify(companyTags)}::jsonb` : sql``;
  const scope = sql<boolean>`d.account_id = ${accountId}::uuid and d.published_generation > 0 and ${isThere} ${tagged}`;
  return {
    name: `data sets ${companyTags ? JSON.stringify(companyTags) : ''}`,
    unversioned: true,
    head: sql`(select 0::bigint as version, (select count(*) from ${rows} where ${scope}) as total)`,
    bareHead: sql`(select 0::bigint as version, 0::bigint as total)`,
    from: rows,
    scope,
    asOf: () => sql`true`,
    record: dataSetColumns.json,
    fields: dataSetColumns.fields,
    key: { expression: sql`d.data_set_id`, type: sql`bigint`, descending: false },
  };
}
