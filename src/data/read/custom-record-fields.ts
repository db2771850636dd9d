import { type RawBuilder, sql } from 'kysely';
import type { CustomField, CustomFieldType } from '../../connectors/custom-fields.ts';
import type { Db } from '../../db/db.ts';
import type { Field, FieldKind, Fields } from '../../lists/fields.ts';
import { type DataSetPath, dataSetHead } from './data-set-head.ts';

/** The custom fields of the records that readers of a data set see now. */
export async function findCustomFields(ctx: { db: Db }, path: DataSetPath): Promise<readonly CustomField[]> {
  const [row] = await ctx.db.read(
    path.accountId,
    sql<{
      fields: CustomField[] | null;
    }>`select custom_fields_of(d.account_id, coalesce(d.shown_mapping, d.mapping)) as fields
      from ${dataSetHead(path)} list join data_set d on d.account_id = ${path.accountId}::uuid
        and d.company_id = ${path.companyId}::uuid and d.data_set_id = list.data_set_id`,
  );
  return row?.fields ?? [];
}

/** Looks the custom fields up only if a filter or a sort order can name one: their types decide how they compare. */
export async function customFieldsOf(
  ctx: { db: Db },
  path: DataSetPath,
  { query, orderBy }: { query?: string | undefined; orderBy?: string | undefined },
): Promise<readonly CustomField[]> {
  return `${query} ${orderBy}`.includes(member) ? findCustomFields(ctx, path) : [];
}

export const member = 'customFields';

/**
 * Adds custom fields to the fields of a data type. A value of another type, which a state of an earlier mapping can
 * have, counts as absent.
 */
export function withCustomFields(fields: Fields, custom: readonly CustomField[]): Fields {
  if (custom.length === 0) return fields;
  return {
    names: [...fields.names, ...custom.map(({ name }) => `${member}.${name}`)],
    find(path) {
      const [first, name, ...rest] = path;
      const own = first === member && rest.length === 0 ? custom.find((one) => one.name === name) : undefined;
      return own ? customField(own) : fields.find(path);
    },
  };
}

export const customKinds = {
  ...{ text: 'text', number: 'number', date: 'time', dateTime: 'time', boolean: 'boolean' },
} as const satisfies Record<CustomFieldType, FieldKind>;

function customField({ name, type }: CustomField): Field {
  const kind = customKinds[type];
  return { kind, value: readers[kind](sql`(r.payload -> ${sql.lit(member)} -> ${sql.lit(name)})`), arrays: [] };
}

const textIf = (type: string) => (value: RawBuilder<unknown>) =>
  sql`(case when jsonb_typeof(${value}) = ${sql.lit(type)} then ${value} #>> '{}' end)`;

const readers: Record<(typeof customKinds)[CustomFieldType], (value: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  text: textIf('string'),
  number: (value) => sql`${textIf('number')(value)}::numeric`,
  boolean: (value) => sql`${textIf('boolean')(value)}::boolean`,
  time: (value) => sql`custom_time(${value})`,
};
