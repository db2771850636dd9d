import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { column, columns, shown } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import type { List } from '../lists/page/read-page.ts';
import { Page, time } from '../lists/wire.ts';
import { ofAccount } from './store.ts';
import { fields, level, mappedType, platformKey } from './wire.ts';

const mappingColumns = columns({
  platformKey: column(sql`m.platform_key`, platformKey),
  dataType: column(sql`m.data_type`, mappedType),
  level: column(
    sql`case when m.connection_id = ${sql.lit(ofAccount)}::uuid then 'account' else 'connection' end`,
    level,
  ),
  version: column(sql`m.version`, Type.Integer({ minimum: 1, description: 'Increases with each change.' })),
  fields: shown(sql`m.fields::text`, fields, { isJson: true }),
  created: column(sql`m.created_at`, time),
});
export const Mapping = Type.Object(mappingColumns.shape, { title: 'CustomFieldMapping' });
export const Mappings = Page(Mapping, 'A page of mappings');

/** The account's mappings. */
export const mappingList = (accountId: string): List =>
  listOf('mappings', sql`m.account_id = ${accountId}::uuid and m.is_current and m.connection_id = ${ofAccount}::uuid`);

/** The mappings in force for a connection: its own ones, and those of the account for all other data types. */
export function mappingsInForce(
  accountId: string,
  { connectionId, platformKey }: { connectionId: string; platformKey: string },
): List {
  const replaced = sql`select from custom_mapping o where o.account_id = m.account_id and o.is_current
    and o.platform_key = m.platform_key and o.data_type = m.data_type and o.connection_id = ${connectionId}::uuid`;
  return listOf(
    `mappings of ${connectionId}`,
    sql`m.account_id = ${accountId}::uuid and m.is_current and m.platform_key = ${platformKey}
      and (m.connection_id = ${connectionId}::uuid or (m.connection_id = ${ofAccount}::uuid and not exists (${replaced})))`,
  );
}

const listOf = (name: string, scope: RawBuilder<boolean>): List =>
  countedList({
    name,
    small: true,
    from: sql`custom_mapping m`,
    scope,
    record: mappingColumns.json,
    fields: mappingColumns.fields,
    key: { expression: sql`m.platform_key || ' ' || m.data_type collate "C"`, type: sql`text`, descending: false },
  });
