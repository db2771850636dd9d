import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type from 'typebox';
import { remappedCount } from '../../base/remapped.ts';
import { column, columns } from '../../lists/columns.ts';
import type { List } from '../../lists/list.ts';
import { time, uuid } from '../../lists/wire.ts';
import { isThere } from './data-set-head.ts';

export const totalRecords = Type.Integer({
  minimum: 0,
  description: 'Number of records in this state, including deleted ones.',
});

export const generationOfSet = Type.Integer({
  minimum: 1,
  description: 'Number of the published state of the data set.',
});

const publicationColumns = columns({
  publishedAt: column(sql`p.published_at`, time),
  connectionId: column(sql`p.connection_id`, uuid),
  dataType: column(sql`p.data_type`, Type.String(), { field: { choices: dataTypes.map(({ name }) => name) } }),
  generation: column(sql`p.generation`, generationOfSet),
  totalRecords: column(sql`p.total`, totalRecords),
  changes: column(
    sql`p.changes`,
    Type.Integer({ minimum: 0, description: 'Number of records that were added, updated or deleted.' }),
  ),
  remapped: column(
    sql`nullif(p.remapped, 0)`,
    Type.Optional(
      Type.Integer({
        minimum: 1,
        description: remappedCount,
      }),
    ),
  ),
  syncId: column(sql`p.sync_id`, Type.Optional(uuid)),
  pushId: column(sql`p.push_id`, Type.Optional(uuid)),
});
export const Publication = Type.Object(publicationColumns.shape, { title: 'Publication' });

/** Each push publishes too, so a company can have very many publications. Page 1 reads and stores the whole list. */
export const publicationsMax = 5000;

/**
 * The newest publications of a company whose state `asOf` can still read, newest first. The key is a text, because no
 * single column is unique and in the order of time: positions in the change feed are assigned after the commit.
 */
export function publicationList({ accountId, companyId }: { accountId: string; companyId: string }): List {
  return {
    name: `publications of ${companyId}`,
    unversioned: true,
    small: true,
    head: sql`(select 0::bigint as version, 0::bigint as total)`,
    from: sql`(select p.*, d.connection_id, d.data_type from publication p
      join data_set d on d.account_id = p.account_id and d.company_id = p.company_id and d.data_set_id = p.data_set_id
      join company c on c.account_id = p.account_id and c.company_id = p.company_id
      where p.account_id = ${accountId}::uuid and p.company_id = ${companyId}::uuid
        and p.generation >= d.oldest_generation and ${isThere}
      order by p.published_at desc limit ${publicationsMax}) p`,
    scope: sql<boolean>`p.account_id = ${accountId}::uuid`,
    asOf: () => sql`true`,
    record: publicationColumns.json,
    fields: publicationColumns.fields,
    key: {
      expression: sql`(to_char(p.published_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')
        || lpad(p.data_set_id::text, 19, '0') || lpad(p.generation::text, 10, '0')) collate "C"`,
      type: sql`text`,
      descending: true,
    },
  };
}
